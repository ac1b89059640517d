import { createHash } from "node:crypto";
import { z } from "zod";
import { findArchiveKind, readArchive } from "../../../pack/read-archive.ts";
import { refuseInstall } from "../install-words.ts";
import { decodePart } from "./decode-part.ts";
import { download, plainAddress } from "./download.ts";
import { findSkills } from "./find-skills.ts";
import type { LeftOut, SourceContext, SourceSkill } from "./source.ts";
import { sourceLimits } from "./source-limits.ts";

/** Version 0.2 of discovery: others' format, so unknown keys are let through. */
const indexSchema = z.looseObject({
  skills: z
    .array(
      z.looseObject({
        name: z.string().min(1).max(200),
        type: z.string().max(100),
        description: z.string().max(20_000).optional(),
        url: z.string().min(1).max(4_096),
        digest: z.string().max(200).optional(),
      }),
    )
    .max(sourceLimits.indexSkills),
});

type IndexEntry = z.infer<typeof indexSchema>["skills"][number];

export interface ReadIndex {
  address: string;
  skills: SourceSkill[];
  leftOut: LeftOut[];
}

/** The part of an address that makes it one of discovery. */
export const wellKnownPath = "/.well-known/agent-skills";

/** Where the list of skills is, for an address that leads to it or to one of its skills. */
export function findIndex(url: URL): { index: URL; skill?: string } | undefined {
  const at = url.pathname.indexOf(wellKnownPath);
  if (at === -1) return undefined;
  const start = url.pathname.slice(0, at + wellKnownPath.length);
  const first = url.pathname
    .slice(start.length)
    .split("/")
    .find((part) => part !== "");
  const index = new URL(url.href);
  index.pathname = `${start}/index.json`;
  index.search = "";
  index.hash = "";
  const skill = first === undefined || first === "index.json" ? undefined : decodePart(first);
  return { index, ...(skill === undefined ? {} : { skill }) };
}

function parseIndex(bytes: Uint8Array, source: string, { words }: SourceContext): IndexEntry[] {
  try {
    return indexSchema.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))).skills;
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? error.issues
            .map(({ path, message }) => `${path.join(".")}: ${message}`)
            .slice(0, 3)
            .join("; ")
        : error instanceof Error
          ? error.message
          : String(error);
    throw refuseInstall(words("known.badIndex", { source, reason }), error);
  }
}

/** Fetches one entry and holds it to the digest that the list promised. */
async function readEntry(entry: IndexEntry, index: URL, context: SourceContext): Promise<SourceSkill> {
  const { words, language } = context;
  const { name, digest } = entry;
  const promised = /^sha256[:-]([0-9a-f]{64})$/i.exec(digest ?? "")?.[1]?.toLowerCase();
  if (promised === undefined) throw refuseInstall(words("known.noDigest", { name }));
  if (!URL.canParse(entry.url, index.href))
    throw refuseInstall(words("known.badIndex", { source: plainAddress(index), reason: `${name}: url` }));
  const { bytes, url } = await download(new URL(entry.url, index.href), context);
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found !== promised)
    throw refuseInstall(words("known.digest", { name, url: plainAddress(url), found, promised }));
  if (entry.type === "skill-md")
    return { folderName: name, files: [{ path: "SKILL.md", bytes, executable: false }] };
  if (findArchiveKind(bytes) === undefined)
    throw refuseInstall(words("known.archive", { name, url: plainAddress(url) }));
  const { skills } = findSkills(await readArchive(bytes, { language }), name, words);
  const [skill, ...more] = skills;
  if (!skill || more.length > 0) throw refuseInstall(words("source.noSkill", { source: plainAddress(url) }));
  return { ...skill, folderName: name };
}

/** The skills that a host lists at its well-known address. All of them, or the one that is named. */
export async function readWellKnown(
  { index, skill: wanted }: { index: URL; skill?: string },
  context: SourceContext,
): Promise<ReadIndex> {
  const { words } = context;
  const { bytes, url } = await download(index, context, sourceLimits.indexBytes);
  const source = plainAddress(index);
  const entries = parseIndex(bytes, source, context);
  const chosen = wanted === undefined ? entries : entries.filter(({ name }) => name === wanted);
  if (wanted !== undefined && chosen.length === 0) {
    const names = entries.map(({ name }) => name).join(", ") || "–";
    throw refuseInstall(words("source.noSuchSkill", { name: wanted, source, names }));
  }
  const leftOut: LeftOut[] = [];
  const skills: SourceSkill[] = [];
  for (const entry of chosen) {
    if (entry.type === "skill-md" || entry.type === "archive")
      skills.push(await readEntry(entry, url, context));
    else leftOut.push({ path: entry.name, reason: words("left.type", { type: entry.type }) });
  }
  return {
    address: wanted === undefined ? source : `${source.replace(/index\.json$/, "")}${wanted}`,
    skills,
    leftOut,
  };
}
