/** One file of a skill as a pack or an archive holds it. */
export interface PackFile {
  /** Relative, with slashes, in NFC; it has passed `checkPaths`. */
  path: string;
  /** Not to be changed: it may be a part of the pack's own bytes. */
  bytes: Uint8Array;
  executable: boolean;
}
