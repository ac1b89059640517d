import { createHash } from "node:crypto";
import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import type { AreaWords } from "../../protocol/text/area.ts";
import type { mcpSkillTexts } from "../../protocol/text/mcp-skills.ts";

export type McpSkillWords = AreaWords<(typeof mcpSkillTexts)["en"]>;

/** A file of a skill as the server listed it. */
export interface ListedFile {
  uri: string;
  /** Below the skill's folder, with `/`; safe to be written there. */
  path: string;
  digest: string;
  size: number;
}

/** A skill that a server listed and that can be checked. */
export interface ListedSkill {
  entry: Skill;
  name: string;
  /** SKILL.md first. */
  files: ListedFile[];
  /** Of all files together: what a person approves is bound to it. */
  digest: string;
}

export const limits = { skills: 500, files: 512, bytes: 16 * 1024 * 1024, frontmatter: 64 * 1024 };

/** One name of a path: nothing that leads elsewhere, on any system. */
function isPlainName(name: string): boolean {
  return (
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    !/[\u0000-\u001f/\\:*?"<>|]/.test(name) &&
    !/[. ]$/.test(name) &&
    Buffer.byteLength(name) <= 200
  );
}

function pathBelow(root: string, uri: string): string | undefined {
  if (!uri.startsWith(`${root}/`)) return undefined;
  try {
    const names = uri
      .slice(root.length + 1)
      .split("/")
      .map(decodeURIComponent);
    return names.length <= 16 && names.every(isPlainName) ? names.join("/") : undefined;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Why a listed skill is not taken, in words; the skill with safe paths where it is. */
export function readEntry(entry: Skill, words: McpSkillWords): ListedSkill | { refused: string } {
  const { resources } = entry;
  if (resources === "dynamic") return { refused: words("dynamic") };
  if (JSON.stringify(entry.frontmatter).length > limits.frontmatter)
    return { refused: words("tooLong", { limit: limits.frontmatter }) };
  if (resources.length > limits.files) return { refused: words("tooMany", { limit: limits.files }) };
  const total = resources.reduce((sum, { size }) => sum + size, 0);
  if (!(total <= limits.bytes)) return { refused: words("tooLarge", { limit: limits.bytes }) };
  const root = entry.uri.replace(/\/SKILL\.md$/, "");
  const files: ListedFile[] = [];
  const taken = new Set<string>();
  for (const { uri, digest, size } of resources) {
    const path = pathBelow(root, uri);
    // Two names that one folder cannot hold on every system are one too many.
    const key = path?.normalize("NFC").toLowerCase();
    if (path === undefined || key === undefined || taken.has(key) || taken.has(`${key}/`))
      return { refused: words("path", { uri: uri.slice(0, 200) }) };
    taken.add(key);
    const folders = key.split("/").slice(0, -1);
    for (const [index] of folders.entries()) {
      const folder = folders.slice(0, index + 1).join("/");
      if (taken.has(folder)) return { refused: words("path", { uri: uri.slice(0, 200) }) };
      taken.add(`${folder}/`);
    }
    files.push({ uri, path, digest, size });
  }
  files.sort(
    (a, b) => Number(b.uri === entry.uri) - Number(a.uri === entry.uri) || (a.path < b.path ? -1 : 1),
  );
  const digest = createHash("sha256").update(JSON.stringify(files.map((file) => [file.path, file.digest])));
  return { entry, name: entry.frontmatter.name, files, digest: digest.digest("hex") };
}
