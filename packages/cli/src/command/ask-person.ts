import type { Runtime, RunResult } from "@skillmint/core";
import { explain, readAnswer, SkillmintError, type AskView, type Question } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import type { Renderer } from "../render/renderer.ts";
import { wordAsk, wordInline } from "./show-outcome.ts";
import { wordQuestion } from "./word-question.ts";

/** Asks one thing until the answer is one that `accept` does not refuse with `usage`. */
type AskOnce = <T>(hint: string, accept: (text: string) => T | Promise<T>) => Promise<T>;

/** Nobody is at the terminal any more. */
class Gone extends Error {}

function hintFor({ t }: CliContext, { options = [], multiSelect }: Question): string {
  if (options.length === 0) return t("interact.cli.inlineText");
  return t(multiSelect ? "interact.cli.inlineMany" : "cli.inlineQuestion");
}

async function askQuestions(
  context: CliContext,
  renderer: Renderer,
  questions: readonly Question[],
  askOnce: AskOnce,
): Promise<string[]> {
  const texts: string[] = [];
  for (const question of questions) {
    for (const line of wordQuestion(context, question)) renderer.say(line);
    const check = (text: string): string => {
      readAnswer(question, text, context.t);
      return text;
    };
    texts.push(await askOnce(hintFor(context, question), check));
  }
  return texts;
}

/** Somebody else was quicker: there is nothing left to answer, and the run can go on. */
function isAnswered(error: unknown): boolean {
  return SkillmintError.is(error) && (error.code === "ask-answered" || error.code === "ask-not-found");
}

/** Asks who sits at the terminal for the oldest open ask. False where they went away without an answer. */
export async function askPerson(
  context: CliContext,
  renderer: Renderer,
  runtime: Pick<Runtime, "answer">,
  { sessionId, asks }: Pick<RunResult, "sessionId" | "asks">,
): Promise<boolean> {
  const [ask]: (AskView | undefined)[] = asks;
  if (!ask) return false;
  const { createInterface } = await import("node:readline/promises");
  const lines = createInterface({ input: context.stdin(), output: process.stderr });
  // Lines that were pasted together are kept for the questions that follow.
  const typed = lines[Symbol.asyncIterator]();
  let isOpen = true;
  lines.once("close", () => {
    isOpen = false;
  });
  const close = (): void => lines.close();
  context.signal.addEventListener("abort", close, { once: true });
  if (context.signal.aborted) close();
  const askOnce: AskOnce = async (hint, accept) => {
    for (;;) {
      lines.setPrompt(`${hint}: `);
      if (isOpen) lines.prompt();
      const line = await typed.next();
      if (line.done) throw new Gone();
      const text = line.value.trim();
      if (text === "") continue;
      try {
        return await accept(text);
      } catch (error) {
        if (!SkillmintError.is(error) || error.code !== "usage") throw error;
        renderer.say(explain(error, context.language));
      }
    }
  };
  const answer = (text: string | readonly string[]) =>
    runtime.answer(sessionId, text, { askId: ask.askId, onEvent: renderer.event });
  try {
    if (ask.type === "question.asked") {
      await answer(await askQuestions(context, renderer, ask.questions, askOnce));
      return true;
    }
    for (const line of wordAsk(context, ask)) renderer.say(line);
    await askOnce(wordInline(context, ask), answer);
    return true;
  } catch (error) {
    if (isAnswered(error)) {
      renderer.say(explain(error, context.language));
      return true;
    }
    if (error instanceof Gone) {
      // What comes next starts on a line of its own, not behind the prompt.
      renderer.say("");
      return false;
    }
    throw error;
  } finally {
    context.signal.removeEventListener("abort", close);
    close();
  }
}
