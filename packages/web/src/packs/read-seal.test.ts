import { expect, it } from "vitest";
import { emptySeal, readSeal, type SealForm } from "./read-seal.ts";

const key = `age1${"q".repeat(58)}`;
const form = (more: Partial<SealForm>): SealForm => ({ ...emptySeal, ...more });

it.each<[string, Partial<SealForm>, unknown]>([
  ["open", { passphrase: "left over" }, { seal: undefined }],
  [
    "a short passphrase",
    { kind: "passphrase", passphrase: "123456789", again: "123456789" },
    { problem: { code: "passphrase.short" } },
  ],
  [
    "two different ones",
    { kind: "passphrase", passphrase: "1234567890", again: "1234567891" },
    { problem: { code: "passphrase.differs" } },
  ],
  [
    "a passphrase as it was typed",
    { kind: "passphrase", passphrase: " 一二三四五六七八九 ", again: " 一二三四五六七八九 " },
    { seal: { passphrase: " 一二三四五六七八九 " } },
  ],
  ["no key", { kind: "recipients", recipients: " \n" }, { problem: { code: "recipients.none" } }],
  [
    "several keys",
    { kind: "recipients", recipients: `${key}\n ${key},${key}` },
    { seal: { recipients: [key, key, key] } },
  ],
  [
    "a secret in its place",
    { kind: "recipients", recipients: `AGE-SECRET-KEY-1${"Q".repeat(58)}` },
    { problem: { code: "recipients.bad", key: "AGE-SECRET-K" } },
  ],
])("%s", (_, typed, read) => expect(readSeal(form(typed))).toEqual(read));
