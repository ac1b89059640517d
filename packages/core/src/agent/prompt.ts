import { platform } from "node:os";
import type { SessionView, Translate } from "../protocol/index.ts";

/** The date the session knows: that of its beginning. */
export function dateOf(view: SessionView): string {
  return new Date(view.createdAt).toISOString().slice(0, 10);
}

/** The system prompt of the main agent. Made of nothing that changes within a session, so that it stays cached. */
export function buildSystemPrompt(view: SessionView, toolNames: readonly string[], t: Translate): string {
  const date = dateOf(view);
  const environment = t("prompt.environment", { folder: view.folder, platform: platform(), date });
  if (toolNames.length === 0) return `${t("prompt.chat")}\n\n${environment}`;
  return `${t("prompt.main")}\n\n${environment}`;
}
