import type { SessionSettings } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import type { Renderer } from "../render/renderer.ts";
import { oneLine } from "../render/sanitize.ts";
import { readAttachments } from "./attach.ts";
import { readStdin } from "./read-stdin.ts";
import { toSettings, usage, type RunFlags } from "./run-flags.ts";
import { createRenderer, work } from "./work.ts";

async function readPrompt(context: CliContext, words: readonly string[]): Promise<string> {
  const given = words.join(" ");
  if (given.trim() !== "" && given !== "-") return given;
  if (context.stdinIsTty) throw usage(context.t("cli.noPrompt"));
  const text = await readStdin(context.stdin(), context.signal);
  if (text.trim() === "") throw usage(context.t("cli.noPrompt"));
  return text;
}

async function pickSession(context: CliContext, flags: RunFlags): Promise<string | undefined> {
  if (flags.session !== undefined) return flags.session;
  if (!flags.continue) return undefined;
  const runtime = await context.runtime();
  const [newest] = await runtime.sessions.list({ folder: context.cwd, limit: 1 });
  if (!newest) throw usage(context.t("cli.noSessionHere"));
  return newest.id;
}

/** What a folder brings along has no effect before it is trusted: a person should know. */
async function warnOfFolder(context: CliContext, renderer: Renderer): Promise<void> {
  if (context.quiet) return;
  const { wordIgnored } = await import("./trust.ts");
  const text = await wordIgnored(context);
  if (text !== undefined) renderer.say(text);
}

/** Where nothing asks and nothing confines, somebody has to have said so. */
async function refuseUnguarded(
  context: CliContext,
  renderer: Renderer,
  settings: Partial<SessionSettings>,
): Promise<void> {
  const runtime = await context.runtime();
  const mode = settings.mode ?? (await runtime.settings.get("mode")).value;
  const choice = settings.sandbox ?? (await runtime.settings.get("sandbox")).value;
  if (mode !== "unrestricted" || choice === "off") return;
  const { available, problems } = await runtime.describeSandbox();
  if (available) return;
  const reason = problems.join("; ");
  if (!context.stdinIsTty) throw usage(context.t("cli.unattendedNoSandbox"));
  renderer.say(context.t("cli.noSandbox", { reason }));
}

/** `skillmint run [prompt]` */
export async function runCommand(
  context: CliContext,
  words: readonly string[],
  flags: RunFlags,
): Promise<number> {
  if (flags.replay !== undefined) {
    const { replayCommand } = await import("./run-replay.ts");
    return replayCommand(context, words, flags, flags.replay);
  }
  if (flags.record !== undefined && (flags.session !== undefined || flags.continue === true))
    throw usage(context.t("cli.recordNew"));
  const text = await readPrompt(context, words);
  const settings = await toSettings(context, flags);
  const attachments = await readAttachments(context, flags.attach ?? []);
  const runtime = await context.runtime();
  const session = await pickSession(context, flags);
  const renderer = createRenderer(context);
  await warnOfFolder(context, renderer);
  await refuseUnguarded(context, renderer, settings);
  const admitted = await runtime.prompt({
    text,
    attachments,
    settings,
    folder: context.cwd,
    ...(session === undefined ? {} : { sessionId: await runtime.sessions.find(session) }),
    onEvent: renderer.event,
  });
  if (!context.quiet && !context.json) {
    const { id, model, mode } = { id: admitted.sessionId, ...admitted.settings };
    renderer.say(oneLine(context.t("cli.session", { id, model, mode }), 200));
    if (admitted.why === "demo") renderer.say(context.t("cli.demoModel"));
  }
  return work(context, renderer, admitted.sessionId);
}
