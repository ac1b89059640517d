import { open, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Translate } from "../../protocol/index.ts";
import { decodeText } from "../parse/decode-text.ts";
import { maxSkillBytes } from "../parse/limits.ts";
import { splitFrontmatter } from "../parse/split-frontmatter.ts";
import { findReferences } from "./check-body.ts";
import type { Finding, ValidateOptions, Validation } from "./finding.ts";
import { createFindings, type Findings } from "./findings.ts";
import { validateText } from "./validate-text.ts";

export type { Finding, Profile, ValidateOptions, Validation } from "./finding.ts";

/**
 * Validates a skill on disk, given by its folder or its SKILL.md. Whatever is wrong with the path or the file is an
 * error of the result; only failures of the disk itself are thrown.
 */
export async function validateSkill(path: string, options: ValidateOptions): Promise<Validation> {
  const found = await findFile(resolve(path));
  if (typeof found === "string") return fail(path, found, options.t);
  const content = await readBounded(found.file);
  if (content === undefined) return fail(path, "skill-md-missing", options.t);
  if (content.length > maxSkillBytes) return fail(path, "too-large", options.t);
  const validation = validateText(content, basename(found.folder), options);
  const missing = await findMissing(found.folder, content, options.t);
  return { path, ...validation, warnings: [...validation.warnings, ...missing] };
}

type PathCode = "path-not-exist" | "not-a-directory" | "skill-md-missing" | "too-large";

function fail(path: string, code: PathCode, t: Translate): Validation {
  const findings: Findings = createFindings(t);
  findings.error(code);
  return { path, valid: false, errors: findings.errors, warnings: [] };
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP", "EINVAL", "ENAMETOOLONG"].includes(
    (error as { code?: string }).code ?? "",
  );
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

async function findFile(path: string): Promise<{ folder: string; file: string } | PathCode> {
  const stats = await statOf(path);
  if (stats === undefined) return "path-not-exist";
  if (stats.isFile() && basename(path).toLowerCase() === "skill.md")
    return { folder: dirname(path), file: path };
  if (!stats.isDirectory()) return "not-a-directory";
  const names = (await readdir(path)).filter((name) => name.toLowerCase() === "skill.md").sort();
  const name = names.find((each) => each === "SKILL.md") ?? names[0];
  return name === undefined ? "skill-md-missing" : { folder: path, file: join(path, name) };
}

/** At most one byte more than a skill may have, through one handle; `undefined` for what is no regular file. */
async function readBounded(file: string): Promise<Uint8Array | undefined> {
  if ((await statOf(file))?.isFile() !== true) return undefined;
  const handle = await open(file, "r");
  try {
    const buffer = Buffer.alloc(Math.min((await handle.stat()).size, maxSkillBytes) + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

async function findMissing(folder: string, content: Uint8Array, t: Translate): Promise<Finding[]> {
  const { text } = decodeText(content);
  if (text === undefined) return [];
  const { body, bodyLine } = splitFrontmatter(text);
  const findings = createFindings(t);
  for (const { path, line } of findReferences(body, bodyLine))
    if ((await statOf(join(folder, decodePath(path)))) === undefined)
      findings.warn("reference-missing", { line, detail: path });
  return findings.warnings;
}

/** `a%20b` in a link is a blank; what is no such code stays. */
function decodePath(path: string): string {
  return path.replaceAll("%20", " ");
}
