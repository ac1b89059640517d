import { spawn } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { root, startCli, type Running } from "./kit.ts";

const skillmint = join(root, "node_modules/.bin/skillmint");

export interface Place {
  folder: string;
  env: Record<string, string>;
}

/** How a client reaches the server, and which of the protocol's two kinds it begins with. */
export const ways = [
  ["stdio", "legacy"],
  ["stdio", "auto"],
  ["http", "legacy"],
  ["http", "auto"],
] as const;
export type Way = (typeof ways)[number];

export interface Connected {
  client: Client;
  close(): Promise<void>;
}

export interface HttpServer {
  url: string;
  token: string;
  running: Running;
  stop(): Promise<void>;
}

export async function serveHttp({ folder, env }: Place): Promise<HttpServer> {
  const running = startCli(["--json", "mcp", "serve", "--http", "--port", "0"], { env, cwd: folder });
  const line = await new Promise<string>((resolve, reject) => {
    let text = "";
    running.child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("\n")) resolve(text.slice(0, text.indexOf("\n")));
    });
    running.done.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  return {
    ...(JSON.parse(line) as { url: string; token: string }),
    running,
    async stop() {
      running.child.kill("SIGTERM");
      await running.done;
    },
  };
}

const clientOf = (mode: Way[1], options: ClientOptions): Client =>
  new Client({ name: "test", version: "1" }, { ...options, versionNegotiation: { mode } });

/** The official client, connected to the real command. */
export async function connect(
  [way, mode]: Way,
  place: Place,
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Connected> {
  const client = clientOf(mode, options);
  prepare(client);
  if (way === "stdio") {
    const transport = new StdioClientTransport({
      command: skillmint,
      args: ["mcp", "serve"],
      cwd: place.folder,
      env: place.env,
      stderr: "ignore",
    });
    await client.connect(transport);
    return { client, close: () => client.close() };
  }
  const server = await serveHttp(place);
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit: { headers } }));
  return {
    client,
    async close() {
      await client.close();
      await server.stop();
    },
  };
}

/** The command itself, with both ends of its pipes in hand. */
export function startStdio({ folder, env }: Place) {
  return spawn(skillmint, ["mcp", "serve"], { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
}

export const pdfSkill = `---
name: pdf-tools
description: Work with PDF files
allowed-tools: Bash(git:*) Read
---
# PDF

Look at $ARGUMENTS.
`;

/** Skills of a person: one whole, one that is no slug, one with a command, one to be switched off, and files to be kept. */
export async function putSkills(home: string): Promise<void> {
  const skills = join(home, ".skillmint", "skills");
  const put = async (path: string, text: string): Promise<void> => {
    await mkdir(join(skills, path, ".."), { recursive: true });
    await writeFile(join(skills, path), text);
  };
  await put("pdf-tools/SKILL.md", pdfSkill);
  await put("pdf-tools/references/FORMS.md", "forms\n");
  await put("pdf-tools/data.bin", "\u0000\u0001");
  await put("pdf-tools/.env", "SECRET=1\n");
  await put("pdf-tools/server.key", "key\n");
  await symlink("../.env", join(skills, "pdf-tools/references/link.txt"));
  await symlink("/etc/passwd", join(skills, "pdf-tools/passwd.txt"));
  await put("odd/SKILL.md", "---\nname: Odd Name\ndescription: Does odd things\n---\nOdd.\n");
  await put("command/SKILL.md", "---\nname: command\ndescription: Runs a command\n---\n!`touch ran`\n");
  await put("off/SKILL.md", "---\nname: off\ndescription: Is off\n---\nOff.\n");
}
