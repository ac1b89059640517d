import { canonicalJson } from "./canonical-json.ts";
import { encodeManifest, packAbout, type PackAbout, type PackManifest } from "./manifest.ts";
import { checkContent, describeFiles, hashBytes, toEntries } from "./pack-content.ts";
import { createPackFault, type PackFault, type PackOptions } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import { packLimits } from "./pack-limits.ts";
import { contentName, fileListName, manifestName, signatureName } from "./pack-layout.ts";
import { sealBytes, type SealOptions } from "./seal.ts";
import type { SigningKey } from "./signing-key.ts";
import { writeStoredZip, type ZipEntry } from "./stored-zip.ts";
import type { PackSeal } from "./verified-pack.ts";

export interface CreatePack extends PackOptions, SealOptions {
  files: readonly PackFile[];
  about: PackAbout;
  /** Absent: an open pack, which everyone can read. */
  seal?: PackSeal;
  key: SigningKey;
}

/**
 * Makes a pack. An open one depends on what goes in only: the same files, words and ed25519 key give the same bytes.
 * Fails with `pack-invalid` for files that no pack may hold and `pack-failed` for what else it was given.
 */
export async function createPack(options: CreatePack): Promise<Uint8Array> {
  const { files, seal, key, language } = options;
  const fault = createPackFault(language);
  const about = readAbout(options.about, fault);
  checkContent(
    files.map(({ path, bytes }) => ({ path, size: bytes.length })),
    packLimits,
    fault,
  );
  const content = seal
    ? [{ path: contentName, bytes: await sealFiles(files, seal, fault, options) }]
    : toEntries(files);
  const manifest: PackManifest = {
    format: 1,
    ...about,
    sealed: seal !== undefined,
    ...describe(files, seal && content),
  };
  const bytes = encodeManifest(manifest);
  const signature = Buffer.from(await key.sign(bytes), "latin1");
  return Buffer.concat(
    writeStoredZip([{ path: manifestName, bytes }, { path: signatureName, bytes: signature }, ...content]),
  );
}

function readAbout(about: PackAbout, fault: PackFault): PackAbout {
  const parsed = packAbout.safeParse(about);
  if (parsed.success) return parsed.data;
  const [first = "", ...inner] = parsed.error.issues[0]?.path ?? [];
  const field = [first, ...inner].join(".");
  const value = JSON.stringify(about[first as keyof PackAbout] ?? null).slice(0, 200);
  throw fault("pack-failed", "badAbout", { field, value });
}

function describe(
  files: readonly PackFile[],
  sealed: readonly ZipEntry[] | undefined,
): Pick<PackManifest, "files" | "content"> {
  const [age] = sealed ?? [];
  return age
    ? { content: { sha256: hashBytes(age.bytes), size: age.bytes.length } }
    : { files: describeFiles(files) };
}

/** Inside the seal: a zip of the same kind, which begins with the list of its files. */
async function sealFiles(
  files: readonly PackFile[],
  seal: PackSeal,
  fault: PackFault,
  options: SealOptions,
): Promise<Uint8Array> {
  const list = new TextEncoder().encode(canonicalJson(describeFiles(files)));
  const zip = writeStoredZip([{ path: fileListName, bytes: list }, ...toEntries(files)]);
  return sealBytes(Buffer.concat(zip), seal, fault, options);
}
