import type { EvalResult } from "./eval-result.ts";
import type { EvalWords } from "./eval-words.ts";
import { createNumberWords } from "./word-numbers.ts";

/** A text of unknown origin as one cell of a table. */
function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const short = line.length > 80 ? `${line.slice(0, 79)}…` : line;
  return short.replaceAll(/[\\|`<>[\]]/g, (sign) => `\\${sign}`);
}

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

/** `benchmark.md`: the numbers for people who read text. */
export function toMarkdown(result: EvalResult, words: EvalWords): string {
  const { summary } = result;
  const say = createNumberWords(words);
  const armName = (arm: string): string => words(`eval.arm.${arm as "with_skill"}`);
  const parts = [`# ${words("eval.title", { skill: cell(result.skill.name) })}`];
  if (result.stopped) {
    const { done, total } = result;
    parts.push(`**${words("eval.partial", { done, total, reason: result.stopped.message })}**`);
  }
  parts.push(
    [
      `- ${words("eval.model")}: ${cell(result.model)}`,
      `- ${words("eval.judgeModel")}: ${cell(result.judgeModel)}`,
      `- ${words("eval.date")}: ${new Date(result.startedAt).toISOString()}`,
      `- ${words("eval.runs")}: ${result.runsPerCase}`,
    ].join("\n"),
  );
  if (summary.arms.length > 0)
    parts.push(
      `## ${words("eval.summary")}`,
      table(
        [
          words("eval.arm"),
          words("eval.passRate"),
          words("eval.wholeRuns"),
          words("eval.tokens"),
          words("eval.cost"),
          words("eval.time"),
          words("eval.refusedCalls"),
        ],
        summary.arms.map((arm) => [
          armName(arm.arm),
          say.spread(arm.passRate, say.percent),
          say.rate(arm.wholeRuns),
          say.spread(arm.tokens, (value) => value.toFixed(0)),
          say.spread(arm.cost, (value) => value.toFixed(4)),
          say.spread(arm.seconds, (value) => value.toFixed(1)),
          String(arm.refused),
        ]),
      ),
    );
  if (summary.differences.length > 0)
    parts.push(
      `## ${words("eval.difference")}`,
      table(
        [words("eval.difference"), words("eval.cases"), words("eval.interval"), words("eval.verdict")],
        summary.differences.flatMap(({ arm, against, all, heldOut }) => [
          [
            words("eval.versus", { arm: armName(arm), other: armName(against) }),
            String(all.pairs),
            say.difference(all),
            say.verdict(all),
          ],
          [words("eval.part.held-out"), String(heldOut.pairs), say.difference(heldOut), say.verdict(heldOut)],
        ]),
      ),
    );
  if (summary.cases.length > 0)
    parts.push(
      `## ${words("eval.perCase")}`,
      table(
        [words("eval.case"), words("eval.part"), words("eval.query"), ...result.arms.map(armName)],
        summary.cases.map(({ id, part, prompt, passRates }) => [
          cell(id),
          words(`eval.part.${part}`),
          cell(prompt),
          ...result.arms.map((arm) => say.percent(passRates[arm] ?? null)),
        ]),
      ),
    );
  const { triggers } = summary;
  if (triggers)
    parts.push(
      `## ${words("eval.triggers")}`,
      [
        `- ${words("eval.recall")}: ${say.rate(triggers.recall)}`,
        `- ${words("eval.precision")}: ${say.rate(triggers.precision)}`,
        `- ${words("eval.specificity")}: ${say.rate(triggers.specificity)}`,
      ].join("\n"),
      table(
        [words("eval.query"), words("eval.expected"), words("eval.triggered")],
        triggers.cases.map(({ query, shouldTrigger, triggered }) => [
          cell(query),
          words(shouldTrigger ? "eval.yes" : "eval.no"),
          `${triggered.hits}/${triggered.total}`,
        ]),
      ),
    );
  if (result.diagnostics.length > 0)
    parts.push(
      `## ${words("eval.problems")}`,
      result.diagnostics
        .map(
          ({ path, line, message }) =>
            `- ${cell(path)}${line === undefined ? "" : `:${line}`}: ${cell(message)}`,
        )
        .join("\n"),
    );
  parts.push(words("eval.noteStatistics"));
  return `${parts.join("\n\n")}\n`;
}
