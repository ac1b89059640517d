import { explain, type AskView, type SessionId } from "@skillmint/core/protocol";
import type { RunResult } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-code.ts";
import type { Renderer } from "../render/renderer.ts";
import { oneLine, sanitize } from "../render/sanitize.ts";
import { indent } from "../render/indent.ts";
import { wordAnswers, wordMore, wordQuestions } from "./word-question.ts";

type Grants = NonNullable<Extract<AskView, { type: "permission.asked" }>["grants"]>;

/** The skill that asks, all that it asks for, and how its folder differs from the one that was approved. */
function wordGrants({ t }: CliContext, { name, rules, change }: Grants): string[] {
  const lines = [t("cliSkills.askSkill", { name: oneLine(name) })];
  for (const rule of rules) lines.push(`  ${oneLine(rule, 4096)}`);
  if (change !== undefined) lines.push(t("cliSkills.askChange"), indent(change));
  return lines;
}

/** What can be answered, for a command line. */
function wordChoices(context: CliContext, ask: AskView): string {
  const { t } = context;
  if (ask.type === "question.asked") return wordAnswers(context, ask);
  return t(ask.grants ? "cliSkills.choicesPermission" : "cli.choicesPermission");
}

/** What can be answered, for somebody at the terminal. */
export function wordInline({ t }: CliContext, ask: AskView): string {
  if (ask.type === "question.asked") return t("cli.inlineQuestion");
  return t(ask.grants ? "cliSkills.inlinePermission" : "cli.inlinePermission");
}

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
    if (ask.grants) lines.push(...wordGrants(context, ask.grants));
    return lines;
  }
  return wordQuestions(context, ask);
}

/** How an ask is answered from another command line. */
export function wordHowToAnswer(context: CliContext, id: SessionId, ask: AskView): string {
  return context.t("cli.waiting", { id, choices: wordChoices(context, ask) });
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
        renderer.say(wordHowToAnswer(context, id, ask));
        for (const line of wordMore(context, result.asks.slice(1))) renderer.say(line);
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
