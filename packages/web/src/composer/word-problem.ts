import { ApiError, Offline } from "../api/client.ts";
import type { useWords } from "../text/use-words.tsx";
import type { composerTexts } from "./composer-texts.ts";
import type { Refusal } from "./attachment.ts";
import { formatBytes } from "../design/format.ts";

type Words = ReturnType<typeof useWords<(typeof composerTexts)["en"]>>;

/** Why a prompt was not sent, and what to do about it. */
export function wordProblem(error: Error, t: Words): string {
  if (error instanceof Offline) return t("problem.offline");
  if (error instanceof ApiError && error.status === 401) return t("problem.token");
  if (error instanceof ApiError && error.status === 413) return t("problem.large");
  return t("problem.other", { message: error.message });
}

export function wordRefusal(refusal: Refusal, t: Words): string {
  const { name } = refusal;
  if ("count" in refusal) return t("file.tooMany", { name, count: refusal.count });
  if ("bytes" in refusal) return t(`file.${refusal.why}`, { name, size: formatBytes(refusal.bytes) });
  return t(`file.${refusal.why}`, { name });
}
