import { stat } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { SkillmintError } from "@skillmint/core/protocol";
import { loadPackTools, type PackedSkill, type PackSeal, type PackTools } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { wordBytes } from "../render/word-bytes.ts";
import { readPassphrase } from "./pack-key.ts";
import { usage } from "./run-flags.ts";
import { openPlace, plain } from "./skills-place.ts";

export interface PackFlags {
  output?: string;
  passphraseFile?: string;
  recipient?: string[];
  sign?: string;
}

const shownLeftOut = 10;

/** The folder of a skill that is given by its name, its folder or its SKILL.md. */
async function findFolder(context: CliContext, text: string): Promise<string> {
  const { skills, place } = await openPlace(context);
  const [report] = await skills.check(place, [text]);
  const path = report?.path ?? text;
  if (report?.errors.some(({ code }) => code === "path-not-exist"))
    return (await skills.find(place, text)).skill.folder;
  return basename(path).toLowerCase() === "skill.md" ? dirname(path) : path;
}

async function readSeal(
  context: CliContext,
  tools: PackTools,
  { passphraseFile, recipient }: PackFlags,
): Promise<PackSeal | undefined> {
  if (passphraseFile !== undefined && recipient) throw usage(tools.words("cliPack.twoSeals"));
  if (recipient) return { recipients: recipient };
  if (passphraseFile === undefined) return undefined;
  return { passphrase: await readPassphrase(context, tools, passphraseFile) };
}

async function refuseFolder(tools: PackTools, file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (stats?.isDirectory()) throw usage(tools.words("cliPack.isFolder", { file: plain(file) }));
}

function notesOf({ words }: PackTools, { pack, ownKey, leftOut }: PackedSkill): string[] {
  const { fingerprint } = pack.signer;
  const signed = ownKey
    ? words(ownKey.created ? "cliPack.newKey" : "cliPack.ownKey", { file: plain(ownKey.file), fingerprint })
    : words("cliPack.signedBy", { fingerprint });
  const shown = leftOut.slice(0, shownLeftOut).map(plain);
  if (leftOut.length > shownLeftOut)
    shown.push(words("cliPack.andMore", { count: leftOut.length - shownLeftOut }));
  return [
    signed,
    ...(pack.manifest.sealed ? [] : [words("cliPack.notSealed")]),
    ...(shown.length === 0 ? [] : [words("cliPack.leftOut", { paths: shown.join(", ") })]),
  ];
}

/** `skillmint skills pack <skill or folder>` */
export async function packSkill(context: CliContext, text: string, flags: PackFlags): Promise<number> {
  const { env, language, cwd } = context;
  const tools = await loadPackTools({ env, language });
  const folder = await findFolder(context, text);
  const seal = await readSeal(context, tools, flags);
  if (flags.output !== undefined) await refuseFolder(tools, resolve(cwd, flags.output));
  const packed = await tools.pack(folder, {
    ...(seal ? { seal } : {}),
    ...(flags.sign === undefined ? {} : { signWith: resolve(cwd, flags.sign) }),
  });
  const { manifest, signer, digest, size } = packed.pack;
  const { id, name, version, sealed } = manifest;
  const file = resolve(cwd, flags.output ?? `${name}-${version}.skillpack`);
  if (context.signal.aborted) throw new SkillmintError("cancelled");
  await tools.write(file, packed.bytes);
  const { files, leftOut, warnings, ownKey } = packed;
  if (context.json)
    context.printJson({
      file,
      folder,
      id,
      name,
      version,
      sealed,
      size,
      digest,
      files,
      leftOut,
      warnings,
      ...signer,
      ownKey,
    });
  else {
    context.print(
      tools.words("cliPack.packed", {
        name,
        version,
        folder: plain(folder),
        file: plain(file),
        files,
        size: wordBytes(size),
      }),
    );
    if (!context.quiet) for (const note of notesOf(tools, packed)) context.stderr.write(`${note}\n`);
  }
  return 0;
}
