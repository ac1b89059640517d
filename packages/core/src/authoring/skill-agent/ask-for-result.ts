import { cutText, SkillmintError } from "../../protocol/index.ts";
import type { AuthoringWords } from "../words.ts";
import type { AskAgent, Reply, Turn, WorkOptions } from "./ask-agent.ts";
import type { ReadResult } from "./read-result.ts";

const maxShown = 600;

export interface ResultQuestion<T> extends WorkOptions {
  /** In a word, for people. */
  operation: string;
  ask: AskAgent;
  /** What a reply, and what was left behind with it, amounts to. */
  judge(reply: Reply): Promise<ReadResult<T>>;
  words: AuthoringWords;
}

/**
 * Asks until there is a result: one that cannot be used is told to its writer once, with what is wrong. Fails with
 * `authoring-failed`, with the problems and the beginning of what came, where that did not help.
 */
export async function askForResult<T>(
  turn: Turn,
  { operation, ask, judge, words, ...options }: ResultQuestion<T>,
): Promise<{ result: T; reply: Reply }> {
  let reply = await ask(turn, options);
  let judged = await judge(reply);
  if ("problems" in judged) {
    const { problems } = judged;
    options.onProgress?.({ step: "repair", problems });
    const text = words("authoring.repair", { problems: problems.map((one) => `- ${one}`).join("\n") });
    reply = await ask({ ...turn, sessionId: reply.sessionId, text }, options);
    judged = await judge(reply);
  }
  if ("result" in judged) return { result: judged.result, reply };
  throw new SkillmintError("authoring-failed", {
    params: { operation },
    detail: `${judged.problems.join("\n")}\n---\n${cutText(reply.text, maxShown)}`,
  });
}
