import { noEnvironment } from "./home.ts";

export interface EnvironmentWish {
  /** `--env NAME` */
  flag?: string | undefined;
  /** Recorded with the session. */
  session?: string | undefined;
  /** Of `config.jsonc`. */
  active?: string | undefined;
}

export type EnvironmentSource = "flag" | "session" | "active";

/** Which environment is meant and by whom. `none` is a choice too: it comes before those after it. */
export function pickEnvironment(wish: EnvironmentWish): { name?: string; source?: EnvironmentSource } {
  for (const source of ["flag", "session", "active"] as const) {
    const name = wish[source];
    if (name === undefined || name === "") continue;
    return name.toLowerCase() === noEnvironment ? { source } : { name, source };
  }
  return {};
}
