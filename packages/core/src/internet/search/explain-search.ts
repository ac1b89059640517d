import type { Wording } from "../words.ts";
import { SearchSetupFailure } from "./choose-search.ts";
import { SearchFailure, type SearchProvider } from "./search-provider.ts";
import { searchProviders } from "./search-providers.ts";

function setupHint({ words }: Wording): string {
  const variables = new Set(searchProviders.flatMap(({ key }) => (key ? [key.variable] : [])));
  return words("internet.search.setup", { variables: [...variables].join(", ") });
}

function explainSetup({ problem, message, provider }: SearchSetupFailure, { words }: Wording): string {
  const ids = searchProviders.map(({ id }) => id);
  const name = provider?.name ?? message;
  if (problem === "unknown-provider")
    return words("internet.search.unknownProvider", { name, names: ids.join(", ") });
  if (problem === "no-address") return words("internet.search.noAddress");
  if (problem === "other-host") return words("internet.search.otherHost", { name, host: message });
  const others = ids.filter((id) => id !== provider?.id).join("|");
  return words("internet.search.noKey", { name, variable: provider?.key?.variable ?? "", others });
}

/** Why there are no results and what to do about it; `undefined` for what is no failure of searching. */
export function explainSearch(
  error: unknown,
  provider: SearchProvider | undefined,
  wording: Wording,
): string | undefined {
  const { words } = wording;
  if (error instanceof SearchSetupFailure) return explainSetup(error, wording);
  if (!(error instanceof SearchFailure)) return undefined;
  const name = provider?.name ?? "";
  const { problem, status } = error;
  switch (problem) {
    case "bad-key":
      return words("internet.search.badKey", { name, status });
    case "limited":
      return words("internet.search.limited", { name, status });
    case "challenge":
      return words("internet.search.challenge", { setup: setupHint(wording) });
    case "no-json":
      return words("internet.search.noJson", { host: name });
    case "said":
      return words("internet.search.said", { name, message: error.message });
    case "status":
      return words("internet.search.status", { name, status });
    case "unreadable":
      return words("internet.search.unreadable", { name });
    default: {
      const reason = wording.reason(error.cause);
      return words("internet.search.failed", { name, reason, setup: setupHint(wording) });
    }
  }
}
