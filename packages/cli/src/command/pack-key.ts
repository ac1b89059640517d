import { resolve } from "node:path";
import type { PackKey, PackTools } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { readBounded } from "./read-bounded.ts";
import { readStdin } from "./read-stdin.ts";
import { usage } from "./run-flags.ts";
import { plain } from "./skills-place.ts";

/** More than any key or passphrase. */
const maxBytes = 64 * 1024;

/** The text of a file that a flag names; `-` is standard input. */
async function readSecret(context: CliContext, tools: PackTools, file: string): Promise<string> {
  if (file === "-") return readStdin(context.stdin(), context.signal);
  const refuse = (reason: string) =>
    usage(tools.words("cliPack.fileUnreadable", { file: plain(file), reason }));
  const path = resolve(context.cwd, file);
  const bytes = await readBounded(path, maxBytes, context.signal).catch((error: unknown) => {
    if (SkillmintError.is(error)) throw error;
    throw refuse((error as { code?: string }).code ?? String(error));
  });
  if (bytes === undefined) throw refuse(context.t("cli.notAFile"));
  if (bytes.length > maxBytes) throw refuse(`> ${maxBytes / 1024} KB`);
  return bytes.toString("utf8");
}

/** A passphrase is what stands in its file, without the line's end. */
export async function readPassphrase(context: CliContext, tools: PackTools, file: string): Promise<string> {
  return (await readSecret(context, tools, file)).replace(/\r?\n$/, "");
}

export interface PackKeyFlags {
  passphraseFile?: string;
  identity?: string;
}

/** What opens a sealed pack, as the flags say it; `undefined` where they say nothing. */
export async function readPackKey(
  context: CliContext,
  tools: PackTools,
  { passphraseFile, identity }: PackKeyFlags,
): Promise<PackKey | undefined> {
  if (passphraseFile !== undefined && identity !== undefined) throw usage(tools.words("cliPack.twoKeys"));
  if (passphraseFile !== undefined)
    return { passphrase: await readPassphrase(context, tools, passphraseFile) };
  return identity === undefined ? undefined : { identity: await readSecret(context, tools, identity) };
}
