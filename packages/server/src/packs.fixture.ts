import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { packUpload, type Job, type PackedSkillReply, type PackUploaded } from "@skillmint/core/protocol/api";
import type { TestServer } from "./server.fixture.ts";

/** A skill of the server's person. */
export async function writeSkill(
  server: TestServer,
  name: string,
  { version = "1.0.0", files = {} }: { version?: string; files?: Record<string, string> } = {},
): Promise<void> {
  const folder = join(server.home, "skills", name);
  const text = `---\nname: ${name}\ndescription: Does ${name}.\nallowed-tools: Bash(git status:*)\nmetadata:\n  version: ${version}\n  author: Ada\n---\n\nDo it.\n`;
  for (const [path, content] of Object.entries({ "SKILL.md": text, ...files })) {
    await mkdir(join(folder, path, ".."), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

export async function upload(
  { url, token }: TestServer,
  name: string,
  bytes: Uint8Array | ReadableStream,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}${packUpload.path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": packUpload.type,
      [packUpload.header]: encodeURIComponent(name),
      ...headers,
    },
    body: bytes instanceof ReadableStream ? bytes : new Uint8Array(bytes),
    duplex: "half",
  });
}

export async function uploaded(server: TestServer, name: string, bytes: Uint8Array): Promise<PackUploaded> {
  return (await (await upload(server, name, bytes)).json()) as PackUploaded;
}

/** Starts a job and waits for its end, with everything that can be read of it. */
export async function finish(server: TestServer, path: string, body: unknown): Promise<Job> {
  const started = (await (await server.send(path, { body })).json()) as { jobId?: string };
  if (started.jobId === undefined) throw new Error(JSON.stringify(started));
  for (;;) {
    const job = (await (await server.send(`/api/jobs/${started.jobId}`)).json()) as Job;
    if (job.state !== "running") return job;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The bytes of a pack that the server made. */
export async function download(server: TestServer, { file }: PackedSkillReply): Promise<Uint8Array> {
  return new Uint8Array(await (await server.send(`/api/packs/files/${file.id}`)).arrayBuffer());
}
