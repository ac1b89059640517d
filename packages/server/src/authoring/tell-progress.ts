import type { EvalProgress, Progress, TestProgress } from "@skillmint/core";
import type { JobWords } from "./job-texts.ts";

type Ended = Extract<EvalProgress, { type: "eval.runEnded" }>;

function wordRun({ run, done, total, result }: Ended, words: JobWords): string {
  const { id, number } = run;
  if (result.problem !== undefined)
    return words("eval.failed", { done, total, id, number, problem: result.problem });
  if ("arm" in result) {
    const { passed, failed, arm } = result;
    const decided = passed + failed;
    return words("eval.case", { done, total, id, number, passed, decided, arm: words(`arm.${arm}`) });
  }
  const standing = words(result.triggered === result.shouldTrigger ? "eval.right" : "eval.wrong");
  return words("eval.trigger", { done, total, id, number, standing });
}

function wordStep(progress: Progress, words: JobWords): string {
  if (progress.step === "asked") return words("asked");
  if (progress.step === "tool") return words("tool", { name: progress.name, title: progress.title }).trim();
  if (progress.step === "repair") return words("repair", { problem: progress.problems.join("; ") });
  return words(progress.accepted ? "accepted" : "rejected", { message: progress.message });
}

/** Turns what long work tells into lines that a person reads. */
export function createTelling(tell: (text: string) => void, words: JobWords) {
  return {
    tests(progress: TestProgress): void {
      if (progress.type === "test.started") return;
      const { name, state } = progress.report;
      tell(words("test", { name, state: words(`test.${state}`) }));
    },
    work: (progress: Progress): void => tell(wordStep(progress, words)),
    evals(progress: EvalProgress): void {
      if (progress.type === "eval.started") tell(words("eval.started", { ...progress }));
      else if (progress.type === "eval.runEnded") tell(wordRun(progress, words));
    },
  };
}
