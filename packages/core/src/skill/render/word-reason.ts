import type { Translate } from "../../protocol/index.ts";
import type { CatalogEntry } from "../catalog/build-catalog.ts";
import { toPlainLine } from "./safe-text.ts";

/** Why a skill is not offered, in words. */
export function wordReason(
  { reason, detail }: Pick<CatalogEntry, "reason" | "detail">,
  t: Translate,
): string {
  return reason === undefined ? "" : t(`skillWhy.${reason}`, { detail: toPlainLine(detail ?? "") });
}
