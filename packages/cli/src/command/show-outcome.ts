import { explain, type AskView } from "@skillmint/core/protocol";
import type { RunResult } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-code.ts";
import type { Renderer } from "../render/renderer.ts";
import { sanitize } from "../render/sanitize.ts";

/** An ask in words: what it is about and what can be answered. */
export function wordAsk(context: CliContext, ask: AskView): string[] {
  const { t } = context;
  if (ask.type === "permission.asked") {
    const lines = [t("cli.waitingPermission", { title: sanitize(ask.title) })];
    for (const resource of ask.resources) {
      if (ask.title !== `${ask.tool} ${resource}`)
        lines.push(`  ${sanitize(resource).replaceAll("\n", "\n  ")}`);
    }
    if (ask.reason !== undefined) lines.push(`  (${sanitize(ask.reason)})`);
    return lines;
  }
  return ask.questions.flatMap((question) => [
    t("cli.waitingQuestion", { question: sanitize(question.question) }),
    ...(question.options ?? []).map((option, index) => `  ${index + 1}. ${sanitize(option.label)}`),
  ]);
}

/** Says how a run ended and what can be done next; returns the exit code. */
export function showOutcome(context: CliContext, renderer: Renderer, result: RunResult): number {
  const { t, language } = context;
  const id = result.sessionId;
  const [ask] = result.asks;
  switch (result.reason) {
    case "waiting":
      if (ask) {
        for (const line of wordAsk(context, ask)) renderer.say(line);
        const choices = t(ask.type === "permission.asked" ? "cli.choicesPermission" : "cli.choicesQuestion");
        renderer.say(t("cli.waiting", { id, choices }));
      }
      break;
    case "limit": {
      const limit = result.limit ?? "iterations";
      renderer.say(
        limit === "iterations"
          ? t("cli.limit.iterations", { count: result.iterations })
          : t(`cli.limit.${limit}`),
      );
      break;
    }
    case "loop":
      renderer.say(t("cli.loop"));
      break;
    case "error":
      if (result.error) renderer.say(explain(result.error, language));
      break;
    case "cancelled":
      renderer.say(t("cli.cancelled"));
      break;
    case "done":
      break;
  }
  if (result.reason !== "done" && result.reason !== "waiting") renderer.say(t("cli.continueHint", { id }));
  return exitCodes[result.reason];
}
