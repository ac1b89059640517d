import { unite, type Folders } from "./folders.ts";

/** Where the shell may stand after a command that succeeded, and after one that failed. */
export interface Outcome {
  ok: Folders;
  fail: Folders;
}

export const stay = (folders: Folders): Outcome => ({ ok: folders, fail: folders });
export const after = ({ ok, fail }: Outcome): Folders => unite(ok, fail);

export function join(a: Outcome, b: Outcome): Outcome {
  return { ok: unite(a.ok, b.ok), fail: unite(a.fail, b.fail) };
}
