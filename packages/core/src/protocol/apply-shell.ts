import type { DurableEvent } from "./event.ts";
import { cutText } from "./spill.ts";
import type { SessionView } from "./view.ts";

const commandChars = 4_000;

export function addShell(view: SessionView, event: DurableEvent<"shell.started">): void {
  const { shellId, callId, command, pid, pidStart, outputFile, owner } = event;
  view.shells[shellId] = {
    shellId,
    callId,
    command: cutText(command, commandChars),
    pid,
    ...(pidStart === undefined ? {} : { pidStart }),
    ...(outputFile === undefined ? {} : { outputFile }),
    ...(owner === undefined ? {} : { owner }),
    state: "running",
    startedAt: event.at,
  };
}

/** The first end counts: its owner and whoever found the owner dead may both have seen one. */
export function endShell(view: SessionView, event: DurableEvent<"shell.ended">): void {
  const shell = view.shells[event.shellId];
  if (shell?.state !== "running") return;
  view.shells[event.shellId] = {
    ...shell,
    state: "ended",
    endedAt: event.at,
    exitCode: event.exitCode,
    ...(event.reason === undefined ? {} : { reason: event.reason }),
  };
}
