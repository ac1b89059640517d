import { trustApi } from "@skillmint/core/protocol/api";
import { useServices } from "../../app/services.tsx";
import { useWords } from "../../text/use-words.tsx";
import { useChange } from "../parts/use-change.ts";
import { trustTexts } from "./trust-texts.ts";

export interface TrustAction {
  folder: string;
  do: "trust" | "force" | "untrust";
}

/** Trusts a folder or takes trust back; `kept` says what became of it. */
export function useTrust() {
  const t = useWords(trustTexts);
  const { client } = useServices();
  const change = useChange(({ folder, do: action }: TrustAction) =>
    action === "untrust"
      ? client.call(trustApi.untrustFolder, { query: { folder } })
      : client.call(trustApi.trustFolder, { body: { folder, force: action === "force" } }),
  );
  const { folder = "", changed, coveredBy } = change.data ?? {};
  if (change.variables?.do !== "untrust") return { change, kept: t("trust.kept", { folder }) };
  if (coveredBy !== undefined) return { change, kept: t("untrust.covered", { by: coveredBy }) };
  return { change, kept: changed === false ? t("untrust.nothing") : t("untrust.kept", { folder }) };
}
