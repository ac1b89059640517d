import type { Command } from "commander";
import type { Run } from "./run.ts";

/** `skillmint sessions …` */
export function addSessions(program: Command, run: Run): void {
  const load = () => import("../command/sessions.ts");
  const sessions = program
    .command("sessions")
    .description("list, search, show, context, tasks, rename, fork, undo, stop, export, delete");
  sessions
    .command("list")
    .option("--limit <n>", "at most so many")
    .action((flags: { limit?: string }) =>
      run(async (context) => (await load()).listSessions(context, flags)),
    );
  sessions
    .command("search")
    .argument("<words...>")
    .action((words: string[]) => run(async (context) => (await load()).searchSessions(context, words)));
  sessions
    .command("show")
    .argument("<session>")
    .action((id: string) => run(async (context) => (await load()).showSession(context, id)));
  sessions
    .command("context")
    .description("who uses how much of what the model can read")
    .argument("<session>")
    .action((id: string) =>
      run(async (context) => (await import("../command/sessions-context.ts")).showContext(context, id)),
    );
  sessions
    .command("rename")
    .argument("<session>")
    .argument("<title...>")
    .action((id: string, words: string[]) =>
      run(async (context) => (await load()).renameSession(context, id, words)),
    );
  sessions
    .command("fork")
    .argument("<session>")
    .option("--at <n>", "start before the n-th prompt")
    .action((id: string, flags: { at?: string }) =>
      run(async (context) => (await load()).forkSession(context, id, flags)),
    );
  sessions
    .command("undo")
    .description("take back the last prompt and its changes to files")
    .argument("[session]", "default: the newest of this folder")
    .option("--redo", "bring back what was taken back")
    .action((id: string | undefined, flags: { redo?: boolean }) =>
      run(async (context) => (await load()).undoSession(context, id, flags)),
    );
  sessions
    .command("tasks")
    .description("its sub-agents, and how each stands")
    .argument("<session>")
    .action((id: string) =>
      run(async (context) => (await import("../command/sessions-tasks.ts")).listTasks(context, id)),
    );
  sessions
    .command("stop")
    .argument("<session>")
    .option("--task <id>", "only this sub-agent; the session goes on")
    .action((id: string, { task }: { task?: string }) =>
      run(async (context) =>
        task === undefined
          ? (await load()).stopSession(context, id)
          : (await import("../command/sessions-tasks.ts")).stopTask(context, id, task),
      ),
    );
  sessions
    .command("export")
    .argument("<session>")
    .option("--format <format>", "markdown, jsonl or html")
    .option("-o, --output <file>", "write to a file")
    .action((id: string, flags: { format?: string; output?: string }) =>
      run(async (context) => (await load()).exportSession(context, id, flags)),
    );
  sessions
    .command("delete")
    .argument("<session...>")
    .action((ids: string[]) => run(async (context) => (await load()).deleteSession(context, ids)));
}
