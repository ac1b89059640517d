const signatures: readonly (readonly [mediaType: string, bytes: readonly number[], offset?: number])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x57, 0x45, 0x42, 0x50], 8],
];

/** The media type of a picture that models read, by its first bytes; `undefined` for everything else. */
export function imageTypeOf(data: Uint8Array): string | undefined {
  return signatures.find(([, bytes, offset = 0]) =>
    bytes.every((byte, index) => data[offset + index] === byte),
  )?.[0];
}
