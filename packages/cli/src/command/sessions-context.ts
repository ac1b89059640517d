import { contextParts } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";

const barWidth = 30;

/** Who uses how much of what the model can read; `--json` prints the numbers. */
export async function showContext(context: CliContext, session: string): Promise<number> {
  const runtime = await context.runtime();
  const usage = await runtime.sessions.context(await runtime.sessions.find(session));
  if (context.json) {
    context.printJson(usage);
    return 0;
  }
  const { t, language } = context;
  const number = new Intl.NumberFormat(language);
  context.print(
    t("context.head", {
      model: usage.model,
      used: number.format(usage.used),
      context: number.format(usage.context),
      percent: Math.round((usage.used / usage.context) * 100),
      measure: t(usage.measured ? "context.measured" : "context.estimated"),
      budget: number.format(usage.budget),
    }),
  );
  const rows = [
    ...contextParts.map((part) => ({ name: t(`context.part.${part}`), tokens: usage.parts[part] })),
    { name: t("context.part.free"), tokens: usage.free },
  ].filter(({ tokens }) => tokens > 0);
  for (const { name, tokens } of rows) {
    const bar = "█".repeat(Math.round((tokens / usage.context) * barWidth));
    context.print(`  ${number.format(tokens).padStart(9)}  ${bar.padEnd(barWidth)}  ${name}`);
  }
  if (usage.omitted > 0) context.print(`  ${t("context.omitted", { count: usage.omitted })}`);
  return 0;
}
