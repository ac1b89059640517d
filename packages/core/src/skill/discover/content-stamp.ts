/** A short text that differs where contents do: to see a change, not to prove that there is none. */
export function stampContent(bytes: Uint8Array): string {
  const words = bytes.length >>> 2;
  // A view needs its start on a word's border.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const view = new Uint32Array(aligned.buffer, aligned.byteOffset, words);
  let a = 0x9e37_79b1 ^ bytes.length;
  let b = 0x85eb_ca6b;
  // Counted loops: this is done for every byte of every skill.
  for (let index = 0; index < words; index++) {
    const word = view[index] ?? 0;
    a = Math.imul(a ^ word, 0x0100_0193);
    a ^= a >>> 15;
    b = Math.imul(b, 0x27d4_eb2f) + word;
    b = (b << 13) | (b >>> 19);
  }
  for (let index = words * 4; index < bytes.length; index++) {
    a = Math.imul(a ^ (bytes[index] ?? 0), 0x0100_0193);
    a ^= a >>> 15;
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36).padStart(7, "0");
}
