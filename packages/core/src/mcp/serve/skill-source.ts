import type { Resource } from "@modelcontextprotocol/server";
import type { SkillSource } from "@modelcontextprotocol/server/ext/skills";
import { SkillFileError } from "../../skill/skill-file-error.ts";
import type { Shelf } from "./create-shelf.ts";
import { readPublished, type PublishedFile, type PublishedSkill } from "./publish-skill.ts";

const folderType = "inode/directory";
const types: Readonly<Record<string, string>> = {
  md: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  py: "text/x-python",
  sh: "application/x-sh",
  js: "text/javascript",
  ts: "text/typescript",
  html: "text/html",
  css: "text/css",
  csv: "text/csv",
  xml: "application/xml",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

function typeOf(path: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  return types[extension] ?? "application/octet-stream";
}

/** Bytes as text where nothing is lost by it, the mark at their start included. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** One page of a list; a cursor is the address that the page before ended with. */
export function pageOf<T extends { uri: string }>(
  items: readonly T[],
  cursor: string | undefined,
  size: number,
): { items: T[]; nextCursor?: string } | undefined {
  const after = cursor === undefined ? undefined : Buffer.from(cursor, "base64url").toString();
  if (after !== undefined && !after.startsWith("skill://")) return undefined;
  const rest = after === undefined ? items : items.filter(({ uri }) => uri > after);
  const page = rest.slice(0, size);
  const last = page.at(-1);
  if (last === undefined || rest.length === page.length) return { items: page };
  return { items: page, nextCursor: Buffer.from(last.uri).toString("base64url") };
}

/** What lies directly in a folder of a skill; `undefined` where there is no such folder. */
function childrenOf(skill: PublishedSkill, folder: string): Resource[] | undefined {
  const inside = [...skill.files.values()].filter(({ uri }) => uri.startsWith(`${folder}/`));
  if (inside.length === 0) return undefined;
  const children = new Map<string, Resource>();
  for (const file of inside) {
    const [name = "", ...deeper] = file.uri.slice(folder.length + 1).split("/");
    const uri = `${folder}/${name}`;
    const label = decodeURIComponent(name);
    children.set(
      uri,
      deeper.length > 0
        ? { uri, name: label, mimeType: folderType }
        : { uri, name: label, mimeType: typeOf(file.path), size: file.size },
    );
  }
  return [...children.values()].sort((a, b) => (a.uri < b.uri ? -1 : 1));
}

async function readFileOf(skill: PublishedSkill, file: PublishedFile) {
  const mimeType = typeOf(file.path);
  try {
    const { bytes } = await readPublished(skill.served, file.path);
    const text = asText(bytes);
    return text === undefined ? { bytes, mimeType } : { text, mimeType };
  } catch (error) {
    if (SkillFileError.is(error)) return undefined;
    throw error;
  }
}

/** The skills extension over a shelf. Only addresses that a skill's entry lists are read: no path is built from one. */
export function createSkillSource(shelf: Shelf, pageSize = 100): SkillSource {
  const badCursor = async (): Promise<never> => {
    const { ProtocolError, ProtocolErrorCode } = await import("@modelcontextprotocol/server");
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid cursor");
  };
  return {
    async list({ cursor }) {
      const entries = (await shelf.all()).map(({ entry }) => entry);
      const { items, ...next } = pageOf(entries, cursor, pageSize) ?? (await badCursor());
      return { skills: items, ...next };
    },
    async get(uri) {
      const skill = await shelf.of(uri);
      return skill?.entry.uri === URL.parse(uri)?.href ? skill?.entry : undefined;
    },
    async read(uri) {
      const skill = await shelf.of(uri);
      const file = skill?.files.get(URL.parse(uri)?.href ?? "");
      return skill && file ? readFileOf(skill, file) : undefined;
    },
    async readDirectory(uri, { cursor }) {
      const folder = URL.parse(uri)?.href.replace(/\/$/, "");
      const skill = await shelf.of(uri);
      const children = skill && folder !== undefined ? childrenOf(skill, folder) : undefined;
      if (children === undefined) return undefined;
      const { items, ...next } = pageOf(children, cursor, pageSize) ?? (await badCursor());
      return { resources: items, ...next };
    },
    async listResources() {
      return (await shelf.all()).map(({ entry, files }) => ({
        uri: entry.uri,
        name: entry.frontmatter.name,
        description: entry.frontmatter.description,
        mimeType: "text/markdown",
        size: files.get(entry.uri)?.size ?? 0,
      }));
    },
  };
}
