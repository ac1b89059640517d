import type { Readiness } from "@skillmint/core";
import { explain, type SessionId } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";

/**
 * After a run that ended by itself, where the setting asks for it: looks for something to learn and leaves a proposal.
 * Whatever comes of it, the run's answer and exit code stay what they are.
 */
export async function learnFromRun(context: CliContext, id: SessionId, readiness: Readiness): Promise<void> {
  const runtime = await context.runtime();
  const { loadAuthoringWords } = await import("@skillmint/core");
  const words = await loadAuthoringWords(context.language);
  const say = (text: string): void => {
    if (!context.quiet) context.stderr.write(`${text}\n`);
  };
  try {
    const authoring = await runtime.authoring();
    const { signal } = context;
    const { result } = await authoring.learnFromRun(id, {
      readiness,
      signal,
      onLook: () => say(words("auto.looking")),
    });
    if (!result?.draft) return;
    const { id: draft, name, message } = result.draft;
    say(words("auto.proposal", { id: draft, name: oneLine(name, 64), message: oneLine(message, 200) }));
  } catch (error) {
    say(words("auto.failed", { reason: oneLine(explain(error, context.language), 300) }));
  }
}
