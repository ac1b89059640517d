import { packedFiles } from "./manifest.ts";
import { fromEntries } from "./pack-content.ts";
import { createPackFault, type PackFault } from "./pack-error.ts";
import type { PackFile } from "./pack-file.ts";
import { fileListName } from "./pack-layout.ts";
import { maxManifestBytes, packLimits, type PackLimits } from "./pack-limits.ts";
import { readCanonical } from "./read-json.ts";
import { openBytes } from "./seal.ts";
import { isStoredZip, readStoredZip } from "./stored-zip.ts";
import type { PackKey, VerifiedPack } from "./verified-pack.ts";
import type { VerifyOptions } from "./verify-pack.ts";

/**
 * The files of a pack, sorted by path; nothing is written anywhere. A sealed pack needs its key: without one, with a
 * wrong one and where the seal is damaged it fails with `pack-locked` (`params.reason` is `needsKey` in the first case
 * and `locked` in both others). What was sealed is as strict as the pack itself: `pack-invalid` for what is not.
 */
export async function openPack(
  pack: VerifiedPack,
  key?: PackKey,
  { language, limits = packLimits }: VerifyOptions = {},
): Promise<PackFile[]> {
  const fault = createPackFault(language);
  if (!pack.content.sealed) return pack.content.files;
  if (!key) throw fault("pack-locked", "needsKey");
  return readSealed(await openBytes(pack.content.age, key, fault), limits, fault);
}

function readSealed(zip: Uint8Array, limits: PackLimits, fault: PackFault): PackFile[] {
  const entries = readStoredZip(zip, limits.files + 1);
  const [list, ...rest] = entries ?? [];
  const isWhole = list?.path === fileListName && list.bytes.length <= maxManifestBytes;
  if (!entries || !isWhole || !isStoredZip(zip, entries))
    throw fault("pack-invalid", "damaged", { what: fileListName });
  const read = readCanonical(packedFiles, list.bytes);
  if ("what" in read) throw fault("pack-invalid", "badManifest", { what: `${fileListName}: ${read.what}` });
  return fromEntries(rest, read.value, limits, fault);
}
