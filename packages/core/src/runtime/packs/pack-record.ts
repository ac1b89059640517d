import { readFile, realpath } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { packPlaces } from "./install-places.ts";

const packRecord = z.strictObject({
  version: z.literal(1),
  /** sha256 of the pack file, in hex. */
  digest: z.string(),
  /** The fingerprint of who signed it. */
  signer: z.string(),
  sealed: z.boolean(),
});
/** What is kept beside an installed pack, to be compared with it. */
export type PackRecord = z.infer<typeof packRecord>;

export function encodeRecord(record: Omit<PackRecord, "version">): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ version: 1, ...record }, null, 2)}\n`);
}

/** `undefined` where there is no such pack, or nothing that could be understood. */
export async function readRecord(packs: string, name: string): Promise<PackRecord | undefined> {
  try {
    return packRecord.parse(JSON.parse(await readFile(packPlaces(packs, name).record, "utf8")));
  } catch (error) {
    const isBad = error instanceof SyntaxError || error instanceof z.ZodError;
    if (!isBad && (error as { code?: string }).code === undefined) throw error;
    return undefined;
  }
}

/**
 * The pack that a skill's folder stands for, if that is sealed: what is on disk of it holds nothing of its content.
 * `undefined` for every other folder.
 */
export async function findSealedPack(packs: string, folder: string): Promise<string | undefined> {
  const name = basename(folder);
  const { skill, file } = packPlaces(packs, name);
  const [own, asked] = await Promise.all([skill, folder].map((path) => realpath(path).catch(() => path)));
  return own === asked && (await readRecord(packs, name))?.sealed === true ? file : undefined;
}
