import { packManifest, type PackManifest } from "./manifest.ts";
import { fromEntries, hashBytes } from "./pack-content.ts";
import { createPackFault, type PackFault, type PackOptions } from "./pack-error.ts";
import { contentName, manifestName, signatureName } from "./pack-layout.ts";
import {
  maxManifestBytes,
  maxPackBytes,
  maxSignatureBytes,
  packLimits,
  type PackLimits,
} from "./pack-limits.ts";
import { readCanonical, readJson } from "./read-json.ts";
import { sealedFor } from "./seal.ts";
import { verifySshSignature } from "./ssh-signature.ts";
import { isStoredZip, readStoredZip, type ZipEntry } from "./stored-zip.ts";
import type { VerifiedPack } from "./verified-pack.ts";

export interface VerifyOptions extends PackOptions {
  limits?: PackLimits;
}

/**
 * Says what a pack is and who signed it, without any key: everything in it is written anew from what was read of it
 * and compared byte for byte, so that no byte can be another. Whoever signed is not judged here. Throws `pack-invalid`
 * for all that is not a whole, signed pack in its one form.
 */
export async function verifyPack(
  bytes: Uint8Array,
  { language, limits = packLimits }: VerifyOptions = {},
): Promise<VerifiedPack> {
  const fault = createPackFault(language);
  if (bytes.length > maxPackBytes)
    throw fault("pack-invalid", "tooLarge", { limit: Math.floor(limits.bytes / 1024 ** 2) });
  const entries = readStoredZip(bytes, limits.files + 2);
  const [first, second, ...rest] = entries ?? [];
  if (!entries || first?.path !== manifestName) throw fault("pack-invalid", "noPack");
  if (second?.path !== signatureName) throw fault("pack-invalid", "unsigned");
  if (first.bytes.length > maxManifestBytes || second.bytes.length > maxSignatureBytes)
    throw fault("pack-invalid", "noPack");
  if (!isStoredZip(bytes, entries)) throw fault("pack-invalid", "damaged", { what: "zip" });
  const manifest = readManifest(first.bytes, fault);
  const signer = verifySshSignature(first.bytes, second.bytes, fault);
  const content = readContent(manifest, rest, limits, fault);
  return { manifest, digest: hashBytes(bytes), size: bytes.length, signer, content };
}

function readManifest(bytes: Uint8Array, fault: PackFault): PackManifest {
  const format = (readJson(bytes) as { format?: unknown } | undefined)?.format;
  if (typeof format === "number" && format > 1) throw fault("pack-invalid", "newerFormat", { format });
  const read = readCanonical(packManifest, bytes);
  if ("what" in read) throw fault("pack-invalid", "badManifest", { what: read.what });
  return read.value;
}

function readContent(
  { files, content }: PackManifest,
  entries: readonly ZipEntry[],
  limits: PackLimits,
  fault: PackFault,
): VerifiedPack["content"] {
  if (files) return { sealed: false, files: fromEntries(entries, files, limits, fault) };
  const [age, ...more] = entries;
  const isSame = age?.path === contentName && more.length === 0 && age.bytes.length === content?.size;
  if (!isSame || hashBytes(age.bytes) !== content.sha256)
    throw fault("pack-invalid", "damaged", { what: contentName });
  const kind = sealedFor(age.bytes);
  if (kind === undefined) throw fault("pack-invalid", "damaged", { what: contentName });
  return { sealed: true, sealedFor: kind, age: age.bytes };
}
