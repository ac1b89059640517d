import type { Language } from "../../protocol/index.ts";
import { escapeHtml } from "../../session/html-page.ts";
import type { Arm } from "./arm.ts";
import type { EvalResult } from "./eval-result.ts";
import type { CaseRun } from "./eval-run.ts";
import type { EvalWords } from "./eval-words.ts";
import { plotDifferences, plotRates } from "./plot.ts";
import { reportPage } from "./report-page.ts";
import { createNumberWords, type NumberWords } from "./word-numbers.ts";

interface Page {
  result: EvalResult;
  words: EvalWords;
  say: NumberWords;
}

const armName = ({ words }: Page, arm: Arm): string => words(`eval.arm.${arm}`);
const heading = (text: string): string => `<h2>${escapeHtml(text)}</h2>\n`;
const maxShown = 4_000;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: "th" | "td"): string =>
    `<tr>${cells.map((cell) => `<${tag}${tag === "th" ? ' scope="col"' : ""}>${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  return `<div class="scroll"><table><thead>${line(head, "th")}</thead><tbody>${rows.map((cells) => line(cells, "td")).join("")}</tbody></table></div>\n`;
}

function wordHead({ result, words }: Page): string {
  const rows = [
    [words("eval.model"), result.model],
    [words("eval.judgeModel"), result.judgeModel],
    [words("eval.date"), new Date(result.startedAt).toISOString()],
    [words("eval.cases"), String(result.summary.cases.length)],
    [words("eval.runs"), String(result.runsPerCase)],
  ] as const;
  const list = rows
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join("");
  const { done, total, stopped } = result;
  const partial = stopped
    ? `<p class="partial">${escapeHtml(words("eval.partial", { done, total, reason: stopped.message }))}</p>\n`
    : "";
  return `<h1>${escapeHtml(words("eval.title", { skill: result.skill.name }))}</h1>\n${partial}<dl>${list}</dl>\n`;
}

function wordArms(page: Page): string {
  const { result, words, say } = page;
  const { arms, differences } = result.summary;
  if (arms.length === 0) return "";
  const bars = arms.map((arm) => ({
    label: armName(page, arm.arm),
    value: arm.passRate.mean,
    shown: say.spread(arm.passRate, say.percent),
    kind: arm.arm,
    points: result.caseRuns.flatMap((run) => (run.arm === arm.arm ? (run.passRate ?? []) : [])),
  }));
  const whole = arms.map((arm) => ({
    label: armName(page, arm.arm),
    value: arm.wholeRuns.rate,
    shown: `${arm.wholeRuns.hits}/${arm.wholeRuns.total}`,
    kind: arm.arm,
    interval: arm.wholeRuns.interval,
  }));
  const gaps = differences.flatMap(({ arm, against, all, heldOut }) => {
    const name = words("eval.versus", { arm: armName(page, arm), other: armName(page, against) });
    return [
      { label: name, value: all.mean, interval: all.interval, shown: say.difference(all) },
      {
        label: words("eval.part.held-out"),
        value: heldOut.mean,
        interval: heldOut.interval,
        shown: say.difference(heldOut),
      },
    ];
  });
  const numbers = table(
    [
      words("eval.arm"),
      words("eval.passRate"),
      words("eval.wholeRuns"),
      words("eval.tokens"),
      words("eval.cost"),
      words("eval.time"),
      words("eval.activation"),
      words("eval.refusedCalls"),
      words("eval.questions"),
    ],
    arms.map((arm) => [
      armName(page, arm.arm),
      say.spread(arm.passRate, say.percent),
      say.rate(arm.wholeRuns),
      say.spread(arm.tokens, (value) => value.toFixed(0)),
      say.spread(arm.cost, (value) => value.toFixed(4)),
      say.spread(arm.seconds, (value) => value.toFixed(1)),
      `${arm.activated.hits}/${arm.activated.total}`,
      String(arm.refused),
      String(arm.questions),
    ]),
  );
  const verdicts = differences.map(
    ({ arm, against, all }) =>
      `<p>${escapeHtml(`${words("eval.versus", { arm: armName(page, arm), other: armName(page, against) })}: ${say.difference(all)}. ${say.verdict(all)}`)}</p>\n`,
  );
  return [
    heading(words("eval.summary")),
    numbers,
    plotRates(words("eval.passRate"), bars),
    plotRates(words("eval.wholeRuns"), whole),
    gaps.length > 0 ? plotDifferences(words("eval.difference"), gaps) : "",
    ...verdicts,
    `<p class="note">${escapeHtml(words("eval.noteStatistics"))}</p>\n`,
  ].join("");
}

function wordCases(page: Page): string {
  const { result, words, say } = page;
  const { cases } = result.summary;
  if (cases.length === 0) return "";
  const bars = cases.flatMap(({ id, passRates }) =>
    result.arms.map((arm, index) => ({
      label: index === 0 ? id : "",
      value: passRates[arm] ?? null,
      shown: `${say.percent(passRates[arm] ?? null)} ${armName(page, arm)}`,
      kind: arm,
    })),
  );
  const details = cases.map(({ id, part, prompt }) => {
    const runs = result.caseRuns.filter((run) => run.id === id);
    const title = `${words("eval.case")} ${id} · ${words(`eval.part.${part}`)}`;
    return `<details><summary>${escapeHtml(title)}</summary><pre>${escapeHtml(prompt.slice(0, maxShown))}</pre>${runs.map((run) => wordRun(page, run)).join("")}</details>\n`;
  });
  return [heading(words("eval.details")), plotRates(words("eval.perCase"), bars), ...details].join("");
}

function wordRun(page: Page, run: CaseRun): string {
  const { words } = page;
  const title = `${armName(page, run.arm)} · ${words("eval.runNumber", { number: run.number })}`;
  const problem =
    run.problem === undefined
      ? ""
      : `<p class="bad">${escapeHtml(words("eval.errorRun", { reason: run.problem }))}</p>`;
  const rows = run.expectations.map(({ text, passed, evidence }) => {
    const state = passed === null ? "notGraded" : passed ? "passed" : "failed";
    const kind = passed === null ? "note" : passed ? "ok" : "bad";
    return `<tr><td class="${kind}">${escapeHtml(words(`eval.${state}`))}</td><td>${escapeHtml(text)}</td><td>${escapeHtml(evidence.slice(0, maxShown))}</td></tr>`;
  });
  const refused = run.refused
    .map(({ tool, reason }) => `<li>${escapeHtml(`${tool}: ${reason}`)}</li>`)
    .join("");
  const steering = run.steering
    .map((text) => `<p class="bad">${escapeHtml(words("eval.judge.steering", { text }))}</p>`)
    .join("");
  return `<h3>${escapeHtml(title)}</h3>${problem}<div class="scroll"><table><tbody>${rows.join("")}</tbody></table></div>${steering}${refused === "" ? "" : `<p class="note">${escapeHtml(words("eval.refusedCalls"))}</p><ul>${refused}</ul>`}`;
}

function wordTriggers({ result, words, say }: Page): string {
  const { triggers } = result.summary;
  if (!triggers) return "";
  const bars = (["recall", "precision", "specificity"] as const).map((name) => ({
    label: words(`eval.${name}`),
    value: triggers[name].rate,
    shown: `${triggers[name].hits}/${triggers[name].total}`,
    kind: "with_skill",
    interval: triggers[name].interval,
  }));
  return [
    heading(words("eval.triggers")),
    plotRates(words("eval.triggers"), bars),
    table(
      [words("eval.query"), words("eval.part"), words("eval.expected"), words("eval.triggered")],
      triggers.cases.map(({ query, part, shouldTrigger, triggered }) => [
        query.slice(0, maxShown),
        words(`eval.part.${part}`),
        words(shouldTrigger ? "eval.yes" : "eval.no"),
        `${triggered.hits}/${triggered.total} (${say.percent(triggered.rate)})`,
      ]),
    ),
  ].join("");
}

function wordProblems({ result, words }: Page): string {
  if (result.diagnostics.length === 0) return "";
  const lines = result.diagnostics.map(({ path, line, message }) => {
    const where = line === undefined ? path : `${path}:${line}`;
    return `<li>${escapeHtml(`${where}: ${message}`)}</li>`;
  });
  return `${heading(words("eval.problems"))}<ul>${lines.join("")}</ul>\n`;
}

/** The results as one page that opens anywhere: whatever models, skills or files said is text on it. */
export function writeReport(result: EvalResult, words: EvalWords, language: Language): string {
  const page: Page = { result, words, say: createNumberWords(words) };
  const body = [wordHead(page), wordArms(page), wordTriggers(page), wordCases(page), wordProblems(page)];
  return reportPage(words("eval.title", { skill: result.skill.name }), language, body.join(""));
}
