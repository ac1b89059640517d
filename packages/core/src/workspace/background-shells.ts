import { tmpdir } from "node:os";
import {
  createId,
  SkillmintError,
  type EventDraft,
  type SessionId,
  type ShellEnd,
  type ShellId,
  type ShellView,
  type Translate,
} from "../protocol/index.ts";
import { startBackgroundShell, type BackgroundShell, type EndedShell } from "./background-shell.ts";
import { createKillAtExit } from "./kill-at-exit.ts";
import { killLeftovers } from "./kill-leftovers.ts";
import { findCall, isProcessAlive, type CallProcesses } from "./process-table.ts";
import { createOutputFile, removeOutput } from "./shell-output.ts";
import type { StartRequest } from "./start-shell.ts";

export const maxRunningShells = 16;

/** The process that shells live and end with. */
export interface ShellOwner {
  machine: string;
  pid: number;
  pidStart: string;
}

/** What the log must say of a shell before its command runs. */
export interface ShellRecord {
  shellId: ShellId;
  pid: number;
  pidStart: string;
  outputFile: string;
  owner: ShellOwner;
}

export interface StartBackground extends Omit<StartRequest, "onReady"> {
  /** Aborted before the command was handed over, it never is. */
  signal: AbortSignal;
  /** Where its output is kept, if that is not the temporary folder. */
  outputFolder?: string;
  /** The command starts when this resolves and never when it rejects. */
  onReady(record: ShellRecord): Promise<void>;
}

/** `unknown`: it runs, or ran, on another machine. */
export type ShellStatus =
  | { state: "running" }
  | { state: "ended"; exitCode: number | null; reason: ShellEnd }
  | { state: "unknown" };

/** The background shells of one session, also those that other processes started. */
export interface SessionShells {
  /** As the log has them, oldest first. */
  list(): ShellView[];
  /** Undefined when as many run as may. */
  start(request: StartBackground): Promise<ShellRecord | undefined>;
  /** How a shell stands now: the log may not say so yet, or never. */
  look(shell: ShellView): Promise<ShellStatus>;
  /** Ends a shell with all that it started, in under two seconds. */
  end(shell: ShellView): Promise<ShellStatus>;
  /** What a command left running beside the conversation ends with this process as well. */
  adopt(call: CallProcesses): void;
}

export interface BackgroundShells {
  /** `known` gives the shells of the session's view. */
  forSession(sessionId: SessionId, known: () => Record<ShellId, ShellView>): SessionShells;
  /**
   * At the start of a run: ends what is left of shells whose owner died, writes their end into the log and a note
   * that the model reads.
   */
  endLost(sessionId: SessionId, shells: Record<ShellId, ShellView>, t: Translate): Promise<void>;
  /** When a session is cancelled: ends its shells; with `shells` also those of other processes on this machine. */
  closeSession(sessionId: SessionId, shells?: Record<ShellId, ShellView>): Promise<void>;
  /** When a session is deleted: also removes what its shells printed on this machine. */
  forgetSession(sessionId: SessionId, shells: Record<ShellId, ShellView>): Promise<void>;
  /** Ends everything and waits until the log says so. Nothing can be started afterwards. */
  closeAll(): Promise<void>;
}

export interface BackgroundShellsOptions {
  owner: ShellOwner;
  /** Appends what happened to a session that this process may no longer be working on. */
  append(sessionId: SessionId, events: EventDraft[]): Promise<unknown>;
  /** Where outputs are written. Default: the system's temporary folder. */
  temporaryFolder?: string;
}

interface Held {
  sessionId: SessionId;
  shell: BackgroundShell;
  /** Settles when its end is in the log. */
  logged: Promise<void>;
}

const callOf = (shell: ShellView): CallProcesses => ({
  pid: shell.pid,
  start: shell.pidStart ?? "",
  callId: shell.callId,
});

/**
 * All background shells of one runtime. They live until they end, are ended, or this process ends: by
 * `closeAll`, and where nobody calls that, when the process exits. After a crash `endLost` finds what is left.
 */
export function createBackgroundShells(options: BackgroundShellsOptions): BackgroundShells {
  const { owner } = options;
  const folder = options.temporaryFolder ?? tmpdir();
  const held = new Map<ShellId, Held>();
  const finished = new Map<ShellId, ShellStatus>();
  const adopted = new Map<CallProcesses, { sessionId: SessionId; release: () => void }>();
  const starting = new Set<Promise<unknown>>();
  const atExit = createKillAtExit();
  let closed = false;

  const refuseClosed = (): void => {
    if (closed) throw new SkillmintError("cancelled");
  };
  /** A log that cannot be written to (a deleted session, a full disk) must not keep a shell from ending. */
  const log = async (sessionId: SessionId, events: EventDraft[]): Promise<void> => {
    await Promise.allSettled([options.append(sessionId, events)]);
  };
  const endedEvent = (
    shellId: ShellId,
    { exitCode, reason }: Omit<EndedShell, "background">,
  ): EventDraft => ({
    type: "shell.ended",
    shellId,
    exitCode,
    reason,
  });

  async function start(sessionId: SessionId, request: StartBackground): Promise<ShellRecord> {
    const shellId = createId("shl");
    const outputFile = await createOutputFile(request.outputFolder ?? folder, shellId);
    const toRecord = (pid: number, pidStart: string) => ({ shellId, pid, pidStart, outputFile, owner });
    let recorded = false;
    let release = (): void => undefined;
    try {
      const shell = await startBackgroundShell({
        ...request,
        outputFile,
        onReady: async (pid, pidStart) => {
          release = atExit.add({ pid, start: pidStart, callId: request.callId });
          await request.onReady(toRecord(pid, pidStart));
          recorded = true;
          request.signal.throwIfAborted();
          refuseClosed();
        },
      });
      held.set(shellId, { sessionId, shell, logged: finish(sessionId, shellId, shell, release) });
      return toRecord(shell.call.pid, shell.call.start);
    } catch (error) {
      release();
      if (recorded) await log(sessionId, [endedEvent(shellId, { exitCode: null, reason: "closed" })]);
      throw error;
    }
  }

  async function finish(
    sessionId: SessionId,
    shellId: ShellId,
    shell: BackgroundShell,
    release: () => void,
  ): Promise<void> {
    const { exitCode, reason, background } = await shell.ended;
    finished.set(shellId, { state: "ended", exitCode, reason });
    await log(sessionId, [endedEvent(shellId, { exitCode, reason })]);
    // What goes on without the shell still ends with this process.
    if (background) adopted.set(shell.call, { sessionId, release });
    else release();
    held.delete(shellId);
  }

  async function stop(entry: Held, reason: ShellEnd): Promise<ShellStatus> {
    const end = await entry.shell.stop(reason);
    await entry.logged;
    return { state: "ended", exitCode: end.exitCode, reason: end.reason };
  }

  async function endAdopted(isMeant: (sessionId: SessionId) => boolean): Promise<void> {
    const meant = [...adopted].filter(([, { sessionId }]) => isMeant(sessionId));
    await Promise.all(
      meant.map(async ([call, { release }]) => {
        await killLeftovers(call);
        adopted.delete(call);
        release();
      }),
    );
  }

  async function closeWhere(isMeant: (sessionId: SessionId) => boolean): Promise<void> {
    const entries = [...held.values()].filter((entry) => isMeant(entry.sessionId));
    await Promise.all([...entries.map((entry) => stop(entry, "closed")), endAdopted(isMeant)]);
    // What let go of its shell's output meanwhile.
    await endAdopted(isMeant);
  }

  async function look(shell: ShellView): Promise<ShellStatus> {
    const seen = finished.get(shell.shellId);
    if (seen) return seen;
    if (held.has(shell.shellId)) return { state: "running" };
    if (shell.state === "ended") {
      return { state: "ended", exitCode: shell.exitCode ?? null, reason: shell.reason ?? "exited" };
    }
    if (shell.owner && shell.owner.machine !== owner.machine) return { state: "unknown" };
    if ((await findCall(callOf(shell), false)).length > 0) return { state: "running" };
    return { state: "ended", exitCode: null, reason: "lost" };
  }

  async function end(sessionId: SessionId, shell: ShellView, reason: ShellEnd): Promise<ShellStatus> {
    const own = held.get(shell.shellId);
    if (own) return stop(own, reason);
    const before = await look(shell);
    if (before.state === "unknown") return before;
    await killLeftovers(callOf(shell));
    if (before.state === "ended") return before;
    await log(sessionId, [endedEvent(shell.shellId, { exitCode: null, reason })]);
    return { state: "ended", exitCode: null, reason };
  }

  const isOpen = (shell: ShellView): boolean =>
    shell.state === "running" && !held.has(shell.shellId) && !finished.has(shell.shellId);

  async function isLost(shell: ShellView): Promise<boolean> {
    if (!isOpen(shell)) return false;
    if (!shell.owner) return true;
    if (shell.owner.machine !== owner.machine) return false;
    return !(await isProcessAlive(shell.owner.pid, shell.owner.pidStart));
  }

  async function closeSession(sessionId: SessionId, shells: Record<ShellId, ShellView> = {}): Promise<void> {
    await Promise.all([
      closeWhere((id) => id === sessionId),
      ...Object.values(shells)
        .filter(isOpen)
        .map((shell) => end(sessionId, shell, "closed")),
    ]);
  }

  return {
    forSession: (sessionId, known) => ({
      list: () => Object.values(known()),
      async start(request) {
        refuseClosed();
        const running = [...held.values()].filter((entry) => entry.sessionId === sessionId);
        if (running.length + starting.size >= maxRunningShells) return undefined;
        const started = start(sessionId, request);
        const settled = started.catch(() => undefined).finally(() => starting.delete(settled));
        starting.add(settled);
        return started;
      },
      look,
      end: (shell) => end(sessionId, shell, "killed"),
      adopt(call) {
        adopted.set(call, { sessionId, release: atExit.add(call) });
      },
    }),
    async endLost(sessionId, shells, t) {
      const all = Object.values(shells);
      const lost = (await Promise.all(all.map(isLost))).flatMap((is, index) =>
        is ? (all[index] ?? []) : [],
      );
      if (lost.length === 0) return;
      await Promise.all(lost.map((shell) => killLeftovers(callOf(shell))));
      const names = lost.map((shell) => shell.shellId).join(", ");
      await log(sessionId, [
        ...lost.map((shell) => endedEvent(shell.shellId, { exitCode: null, reason: "lost" })),
        {
          type: "note.added",
          noteId: createId("note"),
          kind: "shell",
          text: t("shell.lostNote", { shells: names }),
        },
      ]);
    },
    closeSession,
    async forgetSession(sessionId, shells) {
      await closeSession(sessionId, shells);
      const files = Object.values(shells).flatMap((shell) =>
        shell.owner?.machine === owner.machine ? (shell.outputFile ?? []) : [],
      );
      await Promise.allSettled(files.map((file) => removeOutput(file)));
    },
    async closeAll() {
      closed = true;
      await Promise.all(starting);
      await closeWhere(() => true);
    },
  };
}
