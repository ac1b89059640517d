import { domainToUnicode } from "node:url";

/** `local`: leads to this machine or to a cloud's metadata, whatever a resolver says. `bad`: no name to go to. */
export type NameKind = "plain" | "local" | "bad";

const localNames = new Set([
  "localhost",
  "localhost.localdomain",
  "localhost6",
  "ip6-localhost",
  "ip6-loopback",
  "metadata",
  "metadata.google.internal",
  "metadata.goog",
  "metadata.azure.internal",
  "metadata.azure.com",
  "metadata.tencentyun.com",
  "metadata.platformequinix.com",
  "instance-data",
  "instance-data.ec2.internal",
  "kubernetes.default.svc",
  "host.docker.internal",
  "gateway.docker.internal",
]);

/** Sets of scripts that one word may be written in: what Chinese, Japanese and Korean mix, and single ones. */
const mixtures: readonly (readonly string[])[] = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];
const scripts =
  "Latin Han Hiragana Katakana Bopomofo Hangul Cyrillic Greek Armenian Hebrew Arabic Devanagari Thai"
    .split(" ")
    .map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, "u") }));
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Letters of other alphabets that look like Latin ones. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуѵьгпѡзαικνορτυωօսցոհք0-9-]+$/u;

function hasMixedScripts(label: string): boolean {
  const found = new Set<string>();
  for (const letter of label) {
    if (shared.test(letter)) continue;
    found.add(scripts.find(({ pattern }) => pattern.test(letter))?.name ?? "other");
  }
  return found.size > 1 && !mixtures.some((mixture) => [...found].every((name) => mixture.includes(name)));
}

/** Whether a label is written so that a person takes it for another one. */
function isHomograph(label: string, isUnderAscii: boolean): boolean {
  if (!/[^\x00-\x7f]/.test(label)) return false;
  return hasMixedScripts(label) || (isUnderAscii && lookalikes.test(label));
}

function isHostLabel(label: string): boolean {
  return /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label);
}

/** Judges a name as `URL` gives it: in lower case and ASCII. */
export function judgeName(hostname: string): NameKind {
  const name = hostname.replace(/\.$/, "");
  const labels = name.split(".");
  if (name.length > 253 || !labels.every(isHostLabel)) return "bad";
  if (localNames.has(name) || name.endsWith(".localhost")) return "local";
  const readable = domainToUnicode(name);
  if (readable === "") return "bad";
  const isUnderAscii = !(labels.at(-1) ?? "").startsWith("xn--");
  return readable.split(".").some((label) => isHomograph(label, isUnderAscii)) ? "bad" : "plain";
}
