import { callModel, type RetryPolicy } from "../../agent/call-model.ts";
import type { Model, ModelMessage } from "../../model/model.ts";
import { addUsage, explain, noUsage, textOf, type Language, type Usage } from "../../protocol/index.ts";
import { createOutsideWords, markOutside } from "../../tool/mark-outside.ts";
import type { CheckSubject } from "./check-env.ts";
import type { EvalCase, Expectation } from "./eval-case.ts";
import type { EvalWords } from "./eval-words.ts";
import { cutObject, judgeForm, judgeReply, type JudgeReply } from "./judge-form.ts";
import { findSteering, isSteered } from "./steering.ts";
import { shorten } from "./transcript.ts";

export interface Judge {
  model: Model;
  retry: RetryPolicy;
  words: EvalWords;
  language: Language;
}

/** What a judge says of one expectation. `null`: nothing that counts, and why. */
export interface JudgeVerdict {
  passed: boolean | null;
  evidence: string;
}

export interface Judged {
  /** As many as there were expectations, in their order. */
  verdicts: JudgeVerdict[];
  usage: Usage;
  /** Texts in the outputs that are addressed to a grader. */
  steering: string[];
}

const maxTranscript = 60_000;
const maxFile = 20_000;
const maxAll = 120_000;
const shortestQuote = 3;

/** White space, quotation marks and letters' case may differ: what is quoted must still be there. */
function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[“”„«»"'‘’`*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function subjectText({ transcript, outputs }: CheckSubject, words: EvalWords): string {
  const files = outputs.map(
    ({ path, bytes, text }) =>
      `# ${words("eval.file", { path, bytes })}\n${text === undefined ? words("eval.binary") : shorten(text, maxFile, words)}`,
  );
  return shorten([shorten(transcript, maxTranscript, words), ...files].join("\n\n"), maxAll, words);
}

/** The words that quotes are looked for in: all of them, also those that were too long to be shown. */
function evidenceText({ transcript, outputs }: CheckSubject): string {
  return normalize([transcript, ...outputs.map(({ path, text }) => `${path}\n${text ?? ""}`)].join("\n"));
}

type Problem = { number: number; key: "missing" | "quote" | "noQuote" | "steered" };

function findProblem(
  verdict: JudgeReply["verdicts"][number] | undefined,
  number: number,
  evidence: string,
  steering: readonly string[],
): Problem | undefined {
  if (!verdict) return { number, key: "missing" };
  const quote = normalize(verdict.quote ?? "");
  if (quote === "") return verdict.passed ? { number, key: "noQuote" } : undefined;
  if (quote.length < shortestQuote || !evidence.includes(quote)) return { number, key: "quote" };
  return verdict.passed && isSteered(quote, steering.map(normalize)) ? { number, key: "steered" } : undefined;
}

type Reading = { reply: JudgeReply } | { reason: string };

function readReply(text: string): Reading {
  try {
    const parsed = judgeReply.safeParse(JSON.parse(cutObject(text)));
    if (parsed.success) return { reply: parsed.data };
    const [issue] = parsed.error.issues;
    return { reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}` };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * Asks a model which expectations a run met. What the run left is shown to it as data from outside. A verdict counts
 * only with words that really stand there; where some do not, it is asked once more, and what is then still unproven
 * counts for neither side.
 */
export async function judgeRun(
  judge: Judge,
  task: Pick<EvalCase, "prompt" | "expectedOutput">,
  expectations: readonly Expectation[],
  subject: CheckSubject,
  signal: AbortSignal,
): Promise<Judged> {
  const { model, words, language } = judge;
  const evidence = evidenceText(subject);
  const steering = findSteering(
    [subject.transcript, ...subject.outputs.map(({ text }) => text ?? "")].join("\n"),
    [task.prompt],
  );
  let usage: Usage = noUsage;
  const nothing = (reason: string): Judged => ({
    verdicts: expectations.map(() => ({ passed: null, evidence: reason })),
    usage,
    steering,
  });
  const request = words("eval.judge.request", {
    prompt: task.prompt,
    expected: task.expectedOutput ?? words("eval.judge.noExpected"),
    expectations: expectations.map(({ text }, index) => `${index + 1}. ${text}`).join("\n"),
  });
  const outside = markOutside(
    subjectText(subject, words),
    words("eval.judge.source"),
    createOutsideWords(language),
  );
  const messages: ModelMessage[] = [
    { role: "user", content: [{ type: "text", text: `${request}\n\n${outside}` }] },
  ];
  let read: Reading = { reason: "" };
  let problems: Problem[] = [];
  for (const iteration of [1, 2]) {
    const reply = await callModel({
      model,
      signal,
      retry: judge.retry,
      request: {
        system: words("eval.judge.system", { form: judgeForm }),
        messages,
        tools: [],
        place: { agent: "judge", iteration },
      },
      emit: () => undefined,
      onBroken: async (broken) => void (usage = addUsage(usage, broken.usage ?? noUsage)),
    });
    usage = addUsage(usage, (reply.ok ? reply.finished.usage : reply.failed.usage) ?? noUsage);
    if (!reply.ok)
      return nothing(words("eval.judge.failed", { reason: explain(reply.failed.error, language) }));
    const text = textOf(reply.finished.content);
    read = readReply(text);
    const { verdicts = [] } = "reply" in read ? read.reply : {};
    problems = expectations.flatMap(
      (_, index) =>
        findProblem(
          verdicts.find(({ number }) => number === index + 1),
          index + 1,
          evidence,
          steering,
        ) ?? [],
    );
    if ("reply" in read && problems.length === 0) break;
    messages.push(
      { role: "assistant", model: model.id, content: [{ type: "text", text: text || "…" }] },
      {
        role: "user",
        content: [
          {
            type: "text",
            text: words("eval.judge.repair", { problems: wordProblems(read, problems, words) }),
          },
        ],
      },
    );
  }
  if ("reason" in read)
    return nothing(
      words("eval.judge.rejected", { reason: words("eval.judge.problem.json", { reason: read.reason }) }),
    );
  const { verdicts } = read.reply;
  return {
    usage,
    steering,
    verdicts: expectations.map((_, index): JudgeVerdict => {
      const number = index + 1;
      const problem = problems.find((found) => found.number === number);
      if (problem) {
        const reason = words(`eval.judge.problem.${problem.key}`, { number }).replace(/^- /, "");
        return { passed: null, evidence: words("eval.judge.rejected", { reason }) };
      }
      const verdict = verdicts.find((found) => found.number === number);
      const said = [verdict?.quote ?? "", verdict?.why ?? ""].filter((text) => text !== "");
      return { passed: verdict?.passed ?? null, evidence: said.join("\n") };
    }),
  };
}

function wordProblems(read: Reading, problems: readonly Problem[], words: EvalWords): string {
  if ("reason" in read) return words("eval.judge.problem.json", { reason: read.reason });
  return problems.map(({ number, key }) => words(`eval.judge.problem.${key}`, { number })).join("\n");
}
