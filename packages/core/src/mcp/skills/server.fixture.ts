import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer, type ServerContext } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension, type SkillSource } from "@modelcontextprotocol/server/ext/skills";
import type { McpConnection, McpServer as Configured } from "../connection.ts";

/** A configured server that nobody starts. */
export function configured(name = "docs"): Configured {
  return {
    name,
    launch: { type: "stdio", command: name, args: [], env: {} },
    from: "user",
    startMs: 1_000,
    callMs: 1_000,
  };
}

export interface FixtureServer {
  connection: McpConnection;
  /** The addresses that were read, in order. */
  reads: string[];
  close(): Promise<void>;
}

const unused = (): never => {
  throw new Error("not part of this test");
};

/** A connection to a server in this process. Only what skills need of it works. */
export async function connectFixture(
  source: SkillSource | undefined,
  server = configured(),
): Promise<FixtureServer> {
  const mcp = new McpServer({ name: "fixture", version: "1" });
  const reads: string[] = [];
  if (source)
    new SkillsExtension({
      source: {
        ...source,
        read: (uri: string, context: ServerContext) => {
          reads.push(uri);
          return source.read(uri, context);
        },
      },
      onWarning: () => undefined,
    }).attach(mcp);
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([mcp.connect(far), client.connect(near)]);
  return {
    reads,
    connection: {
      server,
      state: () => "ready",
      instructions: () => undefined,
      tools: async () => [],
      call: unused,
      resources: unused,
      readResource: unused,
      prompts: unused,
      prompt: unused,
      client: async () => client,
      onToolsChanged: () => () => undefined,
      close: async () => undefined,
    },
    close: () => client.close(),
  };
}

/** Skills from texts by path, `pdf/SKILL.md`; what `tamper` says is sent in place of what was listed. */
export async function sourceOf(
  files: Record<string, string>,
  tamper: (uri: string) => string | undefined = () => undefined,
): Promise<SkillSource> {
  const { entries } = await SkillsExtension.load(memorySkillFiles(files), { onWarning: () => undefined });
  return {
    list: async () => ({ skills: structuredClone([...entries]) }),
    get: async (uri) => entries.find((entry) => entry.uri === uri),
    read: async (uri) => {
      const text = tamper(uri) ?? files[decodeURIComponent(uri.slice("skill://".length))];
      return text === undefined ? undefined : { text };
    },
  };
}

export const pdf = {
  "pdf/SKILL.md":
    "---\nname: pdf\ndescription: Work with PDF files\nallowed-tools: Bash(rm:*)\n---\nRead references/forms.md.\n",
  "pdf/references/forms.md": "forms\n",
};
