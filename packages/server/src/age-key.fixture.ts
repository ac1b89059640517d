import { generateKeyPairSync } from "node:crypto";

const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

function checksum(values: readonly number[]): number {
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator;
  }
  return sum;
}

/** Five bits a letter, as BIP 173 has it. */
function bech32(prefix: string, bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const data = (bits.match(/.{1,5}/g) ?? []).map((five) => Number.parseInt(five.padEnd(5, "0"), 2));
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  const head = [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
  const sum = checksum([...head, ...data, 0, 0, 0, 0, 0, 0]) ^ 1;
  const tail = [25, 20, 15, 10, 5, 0].map((shift) => (sum >>> shift) & 31);
  return `${prefix}1${[...data, ...tail].map((value) => letters[value] ?? "").join("")}`;
}

/** A key pair as `age-keygen` makes them. */
export function createAgeKey(): { identity: string; recipient: string } {
  const { privateKey, publicKey } = generateKeyPairSync("x25519");
  const secret = privateKey.export({ type: "pkcs8", format: "der" }).subarray(-32);
  const open = publicKey.export({ type: "spki", format: "der" }).subarray(-32);
  return { identity: bech32("age-secret-key-", secret).toUpperCase(), recipient: bech32("age", open) };
}
