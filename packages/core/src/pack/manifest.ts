import { z } from "zod";
import { canonicalJson } from "./canonical-json.ts";
import { isSafeName } from "./check-path.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const size = z.int().nonnegative();

/** A text of one line that a person may be shown. */
const line = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u);

/** As semver.org has it, without leading zeros. */
const semver =
  /^(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/;

export const packVersion = z.string().max(64).regex(semver);

/** A skill's name by the standard; always one plain part of a path. */
export const packName = z
  .string()
  .regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u)
  .refine(
    (name) => [...name].length <= 64 && name === name.normalize("NFKC").toLowerCase() && isSafeName(name),
  );

/** What stays the same over versions and signers: the skill's name unless its author chose another. */
export const packId = z
  .string()
  .max(128)
  .regex(/^[\p{L}\p{N}]+(?:[.-][\p{L}\p{N}]+)*$/u)
  .refine((id) => id === id.normalize("NFKC").toLowerCase() && isSafeName(id));

/** What is known of one file, in the manifest of an open pack and inside the seal of a sealed one. */
export const packedFile = z.strictObject({ sha256, size, executable: z.literal(true).optional() });
export const packedFiles = z.record(z.string(), packedFile);
export type PackedFiles = z.infer<typeof packedFiles>;

export const packRequirement = z.strictObject({
  /** `tool`, `mcp`, `binary`, `env`, `file`, `skill`, `language`, `client` or `platform`. */
  kind: line(32),
  name: line(200),
});

const about = {
  id: packId,
  name: packName,
  description: z
    .string()
    .min(1)
    .max(8_192)
    .refine((text) => text.isWellFormed()),
  version: packVersion,
  author: line(200).optional(),
  license: line(200).optional(),
  createdAt: z.iso.datetime().optional(),
  requirements: z.array(packRequirement).max(300).optional(),
  recommendedModel: line(200).optional(),
};

/** What an author says about a skill; the rest of the manifest is made of the files. */
export const packAbout = z.strictObject(about);
export type PackAbout = z.infer<typeof packAbout>;

/**
 * What is signed. An open pack lists its `files`; a sealed one says only what `content.age` is: names, number and
 * digests of its files are inside the seal.
 */
export const packManifest = z
  .strictObject({
    format: z.literal(1),
    ...about,
    sealed: z.boolean(),
    files: packedFiles.optional(),
    content: z.strictObject({ sha256, size }).optional(),
  })
  .refine(({ sealed, files, content }) =>
    sealed ? files === undefined && content !== undefined : files !== undefined && content === undefined,
  );
export type PackManifest = z.infer<typeof packManifest>;

/** The bytes that are signed: the one way of writing this manifest. */
export function encodeManifest(manifest: PackManifest): Uint8Array {
  return new TextEncoder().encode(canonicalJson(manifest));
}
