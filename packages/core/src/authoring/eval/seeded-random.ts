import { createHash } from "node:crypto";

/** Numbers from 0 to below 1, the same sequence for the same seed on every machine (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from 0 to below 1 that only depends on the texts: where a case stands stays, whatever stands around it. */
export function hashToUnit(...texts: readonly string[]): number {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest();
  return digest.readUInt32BE(0) / 2 ** 32;
}
