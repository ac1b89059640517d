/** How much a pack or an archive may hold. They hold while reading: no more than this is ever taken into memory. */
export interface PackLimits {
  /** Of all files together, in bytes. */
  bytes: number;
  files: number;
  /** Entries of an archive, folders included. */
  entries: number;
  /** How many times larger than its archive the content may be, once it is larger than `freeBytes`. */
  ratio: number;
  /** Content up to this may have any ratio: a page of blanks is no attack. */
  freeBytes: number;
}

export const packLimits: PackLimits = {
  bytes: 200 * 1024 * 1024,
  files: 10_000,
  entries: 20_000,
  ratio: 100,
  freeBytes: 4 * 1024 * 1024,
};

/** What a manifest may be: 10,000 files with long names fit. */
export const maxManifestBytes = 4 * 1024 * 1024;

/** An armoured signature of an RSA key of 16,384 bits has less than half of it. */
export const maxSignatureBytes = 16 * 1024;

/** What a pack may be as a file: beside the content there are headers with long names and the seal's own bytes. */
export const maxPackBytes = packLimits.bytes + 2 * maxManifestBytes;
