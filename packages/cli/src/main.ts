import { commandOf, createProgram } from "./program.ts";
import type { CliContext, GlobalFlags } from "./cli-context.ts";
import { version } from "./version.ts";

type Work = (context: CliContext) => Promise<number>;

/** Whoever reads our output may stop reading: then there is nobody left to write for. */
function endOnBrokenPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") process.exit(0);
      throw error;
    });
  }
}

/** What commander throws for help and version, which it has printed already, and for what is wrong. */
function isCommanderError(error: unknown): error is Error & { code: string; exitCode: number } {
  return (
    error instanceof Error &&
    "exitCode" in error &&
    "code" in error &&
    String(error.code).startsWith("commander.")
  );
}

/** Parses the command line. All else is loaded by the command that is asked for. */
export async function main(argv: readonly string[]): Promise<void> {
  endOnBrokenPipe();
  const start = async (flags: GlobalFlags, work: Work): Promise<void> => {
    const { startCommand } = await import("./start-command.ts");
    process.exitCode = await startCommand(flags, work);
  };
  const program = createProgram(version, start, commandOf(argv.slice(2)));
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!isCommanderError(error)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    if (error.exitCode === 0 || error.code === "commander.help") return;
    const [{ pickLanguage }, { wordUsageError }] = await Promise.all([
      import("./start-command.ts"),
      import("./usage-error.ts"),
    ]);
    const language = await pickLanguage(program.opts<GlobalFlags>().lang).catch(() => "en" as const);
    process.stderr.write(`${wordUsageError(error.message, language)}\n`);
  }
}
