import type { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { McpConnection } from "../connection.ts";
import { limits, readEntry, type ListedSkill, type McpSkillWords } from "./skill-entry.ts";

/** Why a skill of a server was not loaded, in words for whoever asked. */
export class McpSkillRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "McpSkillRefused";
  }
}

export interface RemoteListing {
  skills: ListedSkill[];
  /** What was listed and not taken, and why. */
  refused: { uri: string; reason: string }[];
}

async function open(connection: McpConnection, signal?: AbortSignal): Promise<SkillsClient | undefined> {
  const [client, { SkillsClient: Extension }] = await Promise.all([
    connection.client(signal),
    import("@modelcontextprotocol/client/ext/skills"),
  ]);
  const skills = new Extension(client, { skipInvalid: true });
  return skills.supported ? skills : undefined;
}

/** The skills a server offers, without any of their files; `undefined` where it knows no skills. */
export async function listRemoteSkills(
  connection: McpConnection,
  words: McpSkillWords,
  signal?: AbortSignal,
): Promise<RemoteListing | undefined> {
  const client = await open(connection, signal);
  if (!client) return undefined;
  const { skills: entries, invalid } = await client.list({}, signal ? { signal } : {});
  const listing: RemoteListing = {
    skills: [],
    refused: invalid.map(({ uri, reason }) => ({ uri: uri ?? "", reason })),
  };
  for (const entry of entries) {
    const { uri } = entry;
    if (listing.skills.length >= limits.skills) {
      listing.refused.push({ uri, reason: words("more", { limit: limits.skills }) });
      continue;
    }
    const skill = readEntry(entry, words);
    if ("refused" in skill) listing.refused.push({ uri, reason: skill.refused });
    else listing.skills.push(skill);
  }
  return listing;
}

/** All files of one skill, SKILL.md first; the first that is not what was listed ends it. */
export async function fetchSkill(
  connection: McpConnection,
  skill: ListedSkill,
  words: McpSkillWords,
  signal?: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const { SkillVerificationError } = await import("@modelcontextprotocol/client/ext/skills");
  const server = connection.server.name;
  const client = await open(connection, signal);
  if (!client) throw new McpSkillRefused(words("unlisted", { server }));
  const files = new Map<string, Uint8Array>();
  try {
    for (const { uri, path } of skill.files) {
      const { bytes } = await client.read(skill.entry, uri, signal ? { signal } : {});
      files.set(path, bytes);
    }
    return files;
  } catch (error) {
    if (!(error instanceof SkillVerificationError)) throw error;
    const reason = words("changed", { uri: error.uri.slice(0, 200), what: error.reason });
    throw new McpSkillRefused(words("refused", { name: skill.name, server, reason }), { cause: error });
  }
}
