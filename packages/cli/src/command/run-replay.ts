import { resolve } from "node:path";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-code.ts";
import { usage, type RunFlags } from "./run-flags.ts";
import { showOutcome } from "./show-outcome.ts";
import { createRenderer } from "./work.ts";

const matches = ["strict", "calls"] as const;

/** `skillmint run --replay FILE [prompt]`: the prompt and all settings are the recorded ones. */
export async function replayCommand(
  context: CliContext,
  words: readonly string[],
  { match: wanted = "strict" }: RunFlags,
  file: string,
): Promise<number> {
  const match = matches.find((name) => name === wanted);
  if (!match)
    throw usage(context.t("cli.badChoice", { flag: "--match", choices: matches.join(", "), value: wanted }));
  const cassette = resolve(context.cwd, file);
  const { cassettes } = await (await context.runtime()).authoring();
  const renderer = createRenderer(context);
  const prompt = words.join(" ");
  const { outcome, divergence, notes } = await cassettes.replay({
    cassette,
    folder: context.cwd,
    match,
    restoreFiles: "empty",
    signal: context.signal,
    onEvent: renderer.event,
    ...(prompt === "" ? {} : { prompt }),
  });
  renderer.end();
  if (!context.quiet) for (const note of notes) renderer.say(note);
  if (divergence) {
    renderer.say(await cassettes.word(divergence, file));
    return exitCodes.error;
  }
  return showOutcome(context, renderer, outcome);
}
