import { createHash } from "node:crypto";

/** Leaves room for the names of tools behind it. */
const longest = 40;

export type ServerName = { name: string; changed: boolean } | { problem: "empty" | "double" };

export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 6);
}

/**
 * A server's name as it can stand in the names of its tools. What is no letter, digit, `-` or `_` becomes `_`; two
 * underscores part the server from the tool, so a name with them is refused.
 */
export function readServerName(written: string): ServerName {
  if (written.includes("__")) return { problem: "double" };
  const plain = written
    .replaceAll(/[^A-Za-z0-9_-]+/g, "_")
    .replaceAll(/_{2,}/g, "_")
    .replaceAll(/^_+|_+$/g, "");
  if (plain === "") return { problem: "empty" };
  const name = plain.length <= longest ? plain : `${plain.slice(0, longest - 7)}-${shortHash(written)}`;
  return { name, changed: name !== written };
}

/** Two names that differ in case only would be one tool to a model. */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
