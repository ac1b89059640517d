import { SkillmintError } from "../protocol/index.ts";
import { nearestNames } from "./nearest.ts";
import type { Provider, WireName } from "./provider.ts";
import { providerTable } from "./provider-table.ts";

/** In the order in which the first key found decides. */
export const providers: readonly Provider[] = providerTable.map((row) => {
  const { aliases = [], ...rest } = row;
  const name = row.id.toUpperCase().replaceAll("-", "_");
  return { ...rest, keyVariables: [`${name}_API_KEY`, ...aliases], baseUrlVariable: `${name}_BASE_URL` };
});

export function isProviderId(id: string): boolean {
  return providers.some((provider) => provider.id === id);
}

/** Throws `provider-unknown` with the nearest names. */
export function findProvider(id: string): Provider {
  const found = providers.find((provider) => provider.id === id);
  if (found) return found;
  const ids = providers.map((provider) => provider.id);
  throw new SkillmintError("provider-unknown", {
    params: { provider: id, nearest: nearestNames(id, ids).join(", ") },
  });
}

/** The variable of the environment that holds a key for this provider, if one does. Blank values count as absent. */
export function keyVariableOf(
  provider: Provider,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  return provider.keyVariables.find((name) => (env[name] ?? "").trim() !== "");
}

/**
 * A base URL as people write it, in the form that wires expect: no trailing slash, no endpoint at its end, and the
 * version where the wire cannot do without (`https://host` means `https://host/v1`). Undefined for anything that is
 * no http(s) address, or that carries a user name or password.
 */
export function normaliseBaseUrl(wire: WireName, given: string): string | undefined {
  if (!URL.canParse(given.trim())) return undefined;
  const url = new URL(given.trim());
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  const path = url.pathname.replace(/\/(chat\/completions|messages|responses)\/*$/, "").replace(/\/+$/, "");
  const versioned = wire === "anthropic" ? /\/v\d[^/]*$/.test(path) : path !== "";
  return `${url.origin}${path}${versioned ? "" : "/v1"}`;
}
