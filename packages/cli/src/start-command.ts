import { isatty } from "node:tty";
import { explain, languages, type Language } from "@skillmint/core/protocol";
import type { Runtime } from "@skillmint/core";
import { bundledSkills } from "./bundled-skills.ts";
import { createCliContext, type CliContext, type GlobalFlags } from "./cli-context.ts";
import { realFolder, usage } from "./command/run-flags.ts";
import { exitCodeOf } from "./exit-code.ts";

export async function pickLanguage(flag: string | undefined): Promise<Language> {
  if (flag === undefined) return (await import("@skillmint/core")).readLanguage(process.env);
  const wanted = flag.toLowerCase().replace("_", "-");
  const found = languages.find((language) => language.toLowerCase().startsWith(wanted) && wanted.length >= 2);
  if (!found) throw usage(`--lang: ${languages.join(", ")}`);
  return found;
}

/** The first Ctrl-C asks the run to stop, the second ends the process. */
function watchSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return controller.signal;
}

/** Makes the context of a command from the global flags, runs it, and lets go of everything it opened. */
export async function startCommand(
  flags: GlobalFlags,
  work: (context: CliContext) => Promise<number>,
): Promise<number> {
  const { env } = process;
  let runtime: Promise<Runtime> | undefined;
  let language: Language = "en";
  try {
    language = await pickLanguage(flags.lang);
    const context = createCliContext({
      cwd: process.cwd(),
      env,
      stdin: () => process.stdin,
      stdinIsTty: isatty(0),
      stdout: process.stdout,
      stderr: process.stderr,
      json: flags.json === true,
      quiet: flags.quiet === true,
      environment: flags.env,
      language,
      signal: watchSignals(),
      runtime: () =>
        (runtime ??= import("@skillmint/core").then(({ createRuntime }) =>
          createRuntime({ env, language, bundledSkills: bundledSkills() }),
        )),
    });
    const cwd = flags.cwd === undefined ? context.cwd : await realFolder(context, flags.cwd);
    return await work({ ...context, cwd });
  } catch (error) {
    process.stderr.write(`${explain(error, language)}\n`);
    if (env["SKILLMINT_DEBUG"] && error instanceof Error) process.stderr.write(`${error.stack}\n`);
    return exitCodeOf(error);
  } finally {
    await runtime?.then((opened) => opened.close()).catch(() => undefined);
  }
}
