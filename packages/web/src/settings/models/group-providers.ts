import type { ProviderRow } from "@skillmint/core/protocol/api";

export type ProviderGroup = "ready" | "local" | "more";

/** Neither served by anybody nor in need of a key. */
export const isDemo = ({ id }: Pick<ProviderRow, "id">): boolean => id === "demo";

function groupOf(provider: ProviderRow): ProviderGroup {
  if (provider.key !== undefined) return "ready";
  return provider.local || isDemo(provider) ? "local" : "more";
}

/** Those that can be used come first; groups with nobody in them are left out. `query` is looked for in names. */
export function groupProviders(
  providers: readonly ProviderRow[],
  query: string,
): [ProviderGroup, ProviderRow[]][] {
  const wanted = query.trim().toLowerCase();
  const fitting = providers.filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(wanted));
  return (["ready", "local", "more"] as const)
    .map((group): [ProviderGroup, ProviderRow[]] => [
      group,
      fitting.filter((provider) => groupOf(provider) === group),
    ])
    .filter(([, rows]) => rows.length > 0);
}

/** Full names of the models that could be used at once. */
export function usableModels(providers: readonly ProviderRow[]): string[] {
  return providers
    .filter((provider) => groupOf(provider) !== "more")
    .flatMap(({ id, models, defaultModel }) => {
      const names = defaultModel === undefined ? models : [defaultModel, ...models];
      return [...new Set(names)].map((name) => `${id}/${name}`);
    });
}

/** Whether the model, written `provider/model`, is this provider's. */
export function serves(provider: Pick<ProviderRow, "id">, model: string | undefined): boolean {
  return model?.startsWith(`${provider.id}/`) ?? false;
}
