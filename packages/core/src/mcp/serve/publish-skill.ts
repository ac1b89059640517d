import { createHash } from "node:crypto";
import { relative, sep } from "node:path";
import type { Skill } from "@modelcontextprotocol/server/ext/skills";
import { isSecret } from "../../permission/guarded-path.ts";
import type { mcpServeTexts } from "../../protocol/text/mcp-serve.ts";
import type { AreaWords } from "../../protocol/text/area.ts";
import { listSkillFiles } from "../../skill/list-skill-files.ts";
import { openRegular, readBytes } from "../../skill/open-regular.ts";
import { readSkillFile } from "../../skill/read-skill.ts";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { ServedSkill } from "./skill-host.ts";

export type ServeWords = AreaWords<(typeof mcpServeTexts)["en"]>;

/** A skill as the extension gives it, with where its files lie by their addresses. */
export interface PublishedSkill {
  served: ServedSkill;
  entry: Skill;
  files: Map<string, PublishedFile>;
}

export interface PublishedFile {
  uri: string;
  /** Relative to the skill's folder, with `/`. */
  path: string;
  size: number;
}

/** Why a skill cannot be one of the extension, in words. */
export class NotPublished extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NotPublished";
  }
}

/** What the extension allows of one skill. */
const maxBytes = 16 * 1024 * 1024;

/** The last part is the name that the file itself says; `apps/web:deploy` lies below `apps/web`. */
export function addressOf(name: string): string {
  const segments = name.replace(/:([^:]*)$/, "/$1").split("/");
  return `skill://${segments.map((segment) => encodeURIComponent(segment)).join("/")}`;
}

function fileAddress(root: string, path: string, words: ServeWords): string {
  const uri = URL.canParse(root) ? tryEncode(root, path) : undefined;
  if (uri === undefined) throw new NotPublished(words("publish.name", { path }));
  return uri;
}

function tryEncode(root: string, path: string): string | undefined {
  try {
    const uri = `${root}/${path.split("/").map(encodeURIComponent).join("/")}`;
    return new URL(uri).href === uri ? uri : undefined;
  } catch (error) {
    // A name that is no text.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Hidden files and what looks like a key stay here. */
export function isShared(path: string): boolean {
  return !path.split("/").some((name) => name.startsWith(".")) && !isSecret(`/${path}`);
}

interface FileBytes {
  bytes: Uint8Array;
  /** Where it lies, relative to the skill's folder; of SKILL.md always that. */
  place: string;
}

/** One file as it is now; SKILL.md whatever its name is here. Fails with `SkillFileError`. */
export async function readPublished(served: ServedSkill, path: string): Promise<FileBytes> {
  const { folder, file } = served;
  if (path !== "SKILL.md") {
    const found = await readSkillFile({ folder, file, root: folder }, path, maxBytes);
    return { bytes: found.bytes, place: relative(folder, found.path).split(sep).join("/") };
  }
  const handle = await openRegular(file);
  try {
    const bytes = await readBytes(handle, maxBytes);
    if (bytes === undefined) throw new SkillFileError("too-large", file, { limit: maxBytes });
    return { bytes, place: path };
  } finally {
    await handle.close();
  }
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;

/** Reads all files of a skill. Refused with `NotPublished` where it does not meet the extension's rules. */
export async function publishSkill(served: ServedSkill, words: ServeWords): Promise<PublishedSkill> {
  const root = addressOf(served.name);
  const listed = await listSkillFiles(served);
  if (listed.more > 0) throw new NotPublished(words("publish.files"));
  const paths = ["SKILL.md", ...listed.files.map(({ path }) => path).filter(isShared)];
  const files = new Map<string, PublishedFile>();
  const resources: { uri: string; digest: string; size: number }[] = [];
  let manifest: Uint8Array = new Uint8Array();
  let left = maxBytes;
  for (const path of paths) {
    const uri = fileAddress(root, path, words);
    const { bytes, place } = await readOrRefuse(served, path, words);
    if (!isShared(place)) continue;
    left -= bytes.byteLength;
    if (left < 0) throw new NotPublished(words("publish.bytes", { limit: maxBytes }));
    if (path === "SKILL.md") manifest = bytes;
    files.set(uri, { uri, path, size: bytes.byteLength });
    resources.push({ uri, digest: digestOf(bytes), size: bytes.byteLength });
  }
  const { skillEntry, SkillCatalogError } = await import("@modelcontextprotocol/server/ext/skills");
  const path = root.slice("skill://".length).split("/").map(decodeURIComponent).join("/");
  try {
    const { uri, frontmatter } = await skillEntry(path, { "SKILL.md": manifest });
    return {
      served,
      entry: { uri, frontmatter, resources: resources.sort((a, b) => (a.uri < b.uri ? -1 : 1)) },
      files,
    };
  } catch (error) {
    if (!(error instanceof SkillCatalogError)) throw error;
    throw new NotPublished(error.problems.map(({ message }) => message).join("; "));
  }
}

async function readOrRefuse(served: ServedSkill, path: string, words: ServeWords): Promise<FileBytes> {
  try {
    return await readPublished(served, path);
  } catch (error) {
    const isGone = SkillFileError.is(error) || (error as { code?: unknown }).code === "ENOENT";
    if (!isGone) throw error;
    throw new NotPublished(words("publish.changed"));
  }
}
