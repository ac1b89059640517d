import type { CliContext } from "../cli-context.ts";
import { readStdin } from "./read-stdin.ts";
import { usage } from "./run-flags.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

const toText = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

export async function getConfig(context: CliContext, name: string): Promise<number> {
  const runtime = await context.runtime();
  const setting = await runtime.settings.get(name);
  if (context.json) context.printJson(setting);
  else context.print(toText(setting.value));
  return 0;
}

export async function setConfig(
  context: CliContext,
  name: string,
  value: string | undefined,
  flags: { unset?: boolean },
): Promise<number> {
  const runtime = await context.runtime();
  const setting =
    flags.unset || value === undefined
      ? await runtime.settings.unset(name)
      : await runtime.settings.set(name, value);
  if (context.json) context.printJson(setting);
  else context.print(context.t("cli.setDone", { name, value: toText(setting.value) }));
  return 0;
}

/** A key never stands on the command line, where others could see it. */
export async function setSearchKey(
  context: CliContext,
  provider: string,
  flags: { remove?: boolean },
): Promise<number> {
  const { searchKeys } = (await context.runtime()).internet;
  if (flags.remove) {
    const removed = await searchKeys.removeKey(provider);
    if (context.json) context.printJson({ provider, removed });
    else context.print(context.t(removed ? "cli.modelRemoved" : "cli.modelNothingStored", { provider }));
    return 0;
  }
  const key = (await readStdin(context.stdin(), context.signal)).trim();
  if (key === "") throw usage(context.t("cli.keyEmpty"));
  const { place } = await searchKeys.setKey(provider, key);
  if (context.json) context.printJson({ provider, place });
  else context.print(context.t("cli.modelAdded", { provider, place }));
  return 0;
}

export async function listConfig(context: CliContext): Promise<number> {
  const runtime = await context.runtime();
  const { settings, diagnostics } = await runtime.settings.list();
  if (context.json) {
    context.printJson({ settings, diagnostics });
    return 0;
  }
  for (const { path, value, source } of settings)
    context.print(`${path.padEnd(20)} ${toText(value).padEnd(20)} (${source})`);
  for (const diagnostic of diagnostics) context.stderr.write(`${wordDiagnostic(diagnostic)}\n`);
  return 0;
}
