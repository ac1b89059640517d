import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import {
  packUpload,
  type InstalledSkillsReply,
  type InstallPlanReply,
  type ListedInstallReply,
  type PackedSkillReply,
  type SignerRow,
  type VerifiedPackReply,
} from "@skillmint/core/protocol/api";
import { describe, expect, it } from "vitest";
import { createAgeKey } from "./age-key.fixture.ts";
import { download, finish, upload, uploaded, writeSkill } from "./packs.fixture.ts";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const passphrase = "canary-passphrase-1234";

async function pack(server: TestServer, name: string, more: object = {}): Promise<PackedSkillReply> {
  const job = await finish(server, "/api/packs/pack", { skill: name, ...more });
  if (job.state !== "done") throw new Error(JSON.stringify(job));
  return job.result as PackedSkillReply;
}

async function inspect(server: TestServer, body: object): Promise<InstallPlanReply> {
  const job = await finish(server, "/api/packs/inspect", body);
  if (job.state !== "done") throw new Error(JSON.stringify(job));
  return job.result as InstallPlanReply;
}

const chosen = ({ skills }: InstallPlanReply) => skills.map(({ name, digest }) => ({ name, digest }));

/** All that can be read of what the server did. */
async function everythingSaid(server: TestServer): Promise<string> {
  const jobs = (await (await server.send("/api/jobs")).json()) as { id: string }[];
  const details = await Promise.all(
    jobs.map(async ({ id }) => (await server.send(`/api/jobs/${id}`)).text()),
  );
  return details.join("\n");
}

describe("a pack from one server to another", () => {
  it("is made, downloaded, looked at, installed, listed and removed", async () => {
    const [author, reader] = [await start(), await start()];
    await writeSkill(author, "greet", { files: { "scripts/hi.sh": "echo hi\n" } });
    const packed = await pack(author, "greet");
    expect(packed).toMatchObject({
      about: { name: "greet", version: "1.0.0", author: "Ada", sealed: false },
      file: { name: "greet-1.0.0.skillpack" },
      files: 2,
      madeKey: true,
    });
    const bytes = await download(author, packed);
    expect(bytes.length).toBe(packed.file.size);

    const { id } = await uploaded(reader, "greet-1.0.0.skillpack", bytes);
    const verified = await reader.send("/api/packs/verify", { body: { source: { upload: id } } });
    expect((await verified.json()) as VerifiedPackReply).toMatchObject({
      about: { name: "greet" },
      signer: { fingerprint: packed.signer.fingerprint, state: "unknown" },
      files: 2,
    });
    const plan = await inspect(reader, { source: { upload: id } });
    expect(plan.skills).toMatchObject([
      {
        name: "greet",
        kind: "pack",
        sealed: false,
        locked: false,
        wishes: { allowedTools: ["Bash(git status:*)"], scripts: ["scripts/hi.sh"] },
        approvals: [],
        same: false,
      },
    ]);
    const body = { source: { upload: id }, skills: chosen(plan) };
    const job = await finish(reader, "/api/packs/install", body);
    expect(job).toMatchObject({ state: "done", kind: "install", subject: "greet-1.0.0.skillpack" });
    expect(job.result as InstalledSkillsReply).toMatchObject([{ id: "pack:greet", changed: true }]);

    const rows = (await (await reader.send("/api/packs")).json()) as ListedInstallReply[];
    expect(rows).toMatchObject([
      {
        name: "greet",
        kind: "pack",
        version: "1.0.0",
        source: "upload:greet-1.0.0.skillpack",
        signedBy: { state: "known" },
      },
    ]);
    expect(rows[0]?.problem).toBeUndefined();
    expect((await reader.send("/api/skills/pack:greet")).status).toBe(200);
    expect((await reader.send("/api/packs/greet", { method: "DELETE" })).status).toBe(200);
    expect(await (await reader.send("/api/packs")).json()).toEqual([]);
    expect((await reader.send("/api/skills/pack:greet")).status).toBe(404);
  });

  it("asks again where another signs it, and where it is older", async () => {
    const [one, other, reader] = [await start(), await start(), await start()];
    await writeSkill(one, "greet", { version: "2.0.0" });
    await writeSkill(other, "greet", { version: "1.0.0" });
    const first = await uploaded(reader, "a.skillpack", await download(one, await pack(one, "greet")));
    const plan = await inspect(reader, { source: { upload: first.id } });
    await finish(reader, "/api/packs/install", { source: { upload: first.id }, skills: chosen(plan) });

    const packed = await pack(other, "greet");
    const { id } = await uploaded(reader, "b.skillpack", await download(other, packed));
    const next = await inspect(reader, { source: { upload: id } });
    expect(next.skills[0]?.approvals.map(({ kind }) => kind)).toEqual(["signer", "downgrade"]);
    const body = { source: { upload: id }, skills: chosen(next) };
    const refused = await finish(reader, "/api/packs/install", body);
    expect([refused.state, refused.error?.code]).toEqual(["failed", "install-unapproved"]);
    const half = await finish(reader, "/api/packs/install", { ...body, allowDowngrade: true });
    expect(half.error?.code).toBe("install-unapproved");
    const agreed = { acceptSigners: [packed.signer.fingerprint], allowDowngrade: true };
    expect(await finish(reader, "/api/packs/install", { ...body, ...agreed })).toMatchObject({
      state: "done",
      result: [{ version: "1.0.0" }],
    });
  });

  it("is not installed where it is not what was shown", async () => {
    const [author, reader] = [await start(), await start()];
    await writeSkill(author, "greet");
    const { id } = await uploaded(reader, "g.skillpack", await download(author, await pack(author, "greet")));
    const skills = [{ name: "greet", digest: "sha256:0" }];
    const job = await finish(reader, "/api/packs/install", { source: { upload: id }, skills });
    expect(job.error?.code).toBe("install-refused");
    const missing = { source: { upload: id }, skills: [{ name: "other", digest: "sha256:0" }] };
    expect((await finish(reader, "/api/packs/install", missing)).error?.code).toBe("install-refused");
    expect(await (await reader.send("/api/packs")).json()).toEqual([]);
  });
});

describe("a sealed pack", () => {
  it("is opened by its key only, which nobody is ever told", async () => {
    const [author, reader] = [await start(), await start()];
    const { identity, recipient } = createAgeKey();
    const other = createAgeKey();
    await writeSkill(author, "secret-greet", { files: { "notes.md": "the inside" } });
    const packed = await pack(author, "secret-greet", { seal: { recipients: [recipient] } });
    const bytes = await download(author, packed);
    expect(Buffer.from(bytes).includes("the inside")).toBe(false);
    const { id } = await uploaded(reader, "s.skillpack", bytes);
    const source = { upload: id };
    const closed = await inspect(reader, { source });
    expect(closed.skills[0]).toMatchObject({ sealed: true, locked: true, files: 0 });
    const skills = chosen(closed);
    expect((await finish(reader, "/api/packs/install", { source, skills })).state).toBe("failed");
    const wrong = { source, key: { identity: other.identity } };
    expect((await finish(reader, "/api/packs/inspect", wrong)).error?.code).toBe("pack-locked");
    const opened = await inspect(reader, { source, key: { identity } });
    expect(opened.skills[0]).toMatchObject({ sealed: true, locked: false, files: 2 });
    const done = await finish(reader, "/api/packs/install", { source, skills, key: { identity } });
    expect(done).toMatchObject({ state: "done", result: [{ id: "pack:secret-greet", sealed: true }] });
    for (const secret of [identity, other.identity])
      expect(await everythingSaid(reader)).not.toContain(secret);
    const folder = join(reader.home, "packs", "secret-greet");
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect((await readFile(join(entry.parentPath, entry.name))).includes("the inside")).toBe(false);
    const again = await reader.send("/api/packs/pack", { body: { skill: "pack:secret-greet" } });
    expect([again.status, await again.json()]).toMatchObject([409, { code: "pack-failed" }]);
  });

  it("refuses a wrong passphrase without repeating any", { timeout: 60_000 }, async () => {
    const author = await start();
    await writeSkill(author, "greet");
    const packed = await pack(author, "greet", { seal: { passphrase } });
    const { id } = await uploaded(author, "s.skillpack", await download(author, packed));
    const wrong = { source: { upload: id }, key: { passphrase: `${passphrase}x` } };
    expect((await finish(author, "/api/packs/inspect", wrong)).error?.code).toBe("pack-locked");
    expect(await everythingSaid(author)).not.toContain(passphrase);
  });

  it("is refused with a reason where its keys are none", async () => {
    const author = await start();
    await writeSkill(author, "greet");
    const job = await finish(author, "/api/packs/pack", {
      skill: "greet",
      seal: { recipients: ["age1nope"] },
    });
    expect([job.state, job.error?.code]).toEqual(["failed", "pack-failed"]);
    for (const seal of [
      { passphrase, recipients: ["age1x"] },
      { recipients: [`AGE-SECRET-KEY-1${passphrase}`] },
    ]) {
      const reply = await author.send("/api/packs/pack", { body: { skill: "greet", seal } });
      expect([reply.status, (await reply.text()).includes(passphrase)]).toEqual([400, false]);
    }
  });
});

describe("other sources", () => {
  it("a folder of the machine, and some of its skills", async () => {
    const [author, reader] = [await start(), await start()];
    await writeSkill(author, "one");
    await writeSkill(author, "two");
    const source = { address: author.home };
    const plan = await inspect(reader, { source });
    expect(plan).toMatchObject({ kind: "folder", skills: [{ name: "one" }, { name: "two" }] });
    const skills = chosen(plan).slice(1);
    const job = await finish(reader, "/api/packs/install", { source, skills });
    expect(job.result as InstalledSkillsReply).toMatchObject([{ id: "user:two" }]);
    expect((await reader.send("/api/skills/user:one")).status).toBe(404);
  });

  it("never says the credentials of an address", async () => {
    const server = await start();
    for (const address of [
      "https://me:canary-secret@127.0.0.1:1/x.zip?token=canary-secret",
      "git+https://me:canary-secret@127.0.0.1:1/x.git",
      "ftp://me:canary-secret@127.0.0.1/x",
    ]) {
      const job = await finish(server, "/api/packs/inspect", { source: { address } });
      expect(job.state).toBe("failed");
    }
    expect(await everythingSaid(server)).not.toContain("canary-secret");
  });

  it("a skill as a zip, plain and as a plugin", async () => {
    const server = await start();
    await writeSkill(server, "greet");
    for (const as of ["plain", "plugin"]) {
      const reply = await server.send(`/api/packs/export?skill=user:greet&as=${as}`);
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect([reply.status, bytes.subarray(0, 2).toString()]).toEqual([200, "PK"]);
      expect(bytes.includes(as === "plain" ? "greet/SKILL.md" : "skills/greet/SKILL.md")).toBe(true);
      expect(reply.headers.get("content-disposition")).toContain("greet.zip");
      const { id } = await uploaded(server, "greet.zip", bytes);
      expect((await inspect(server, { source: { upload: id } })).skills).toMatchObject([{ name: "greet" }]);
    }
    expect((await server.send("/api/packs/export?skill=user:greet&as=tar")).status).toBe(400);
    expect((await server.send("/api/packs/export?skill=nothing")).status).toBe(404);
  });
});

describe("signers", () => {
  it("are seen, trusted, distrusted and forgotten", async () => {
    const [author, reader] = [await start(), await start()];
    await writeSkill(author, "greet");
    const packed = await pack(author, "greet");
    const { id } = await uploaded(reader, "g.skillpack", await download(author, packed));
    const plan = await inspect(reader, { source: { upload: id } });
    expect(await (await reader.send("/api/signers")).json()).toEqual([]);
    const body = { source: { upload: id }, skills: chosen(plan) };
    const strict = await finish(reader, "/api/packs/install", { ...body, requireTrusted: true });
    expect(strict.error?.code).toBe("install-refused");
    await finish(reader, "/api/packs/install", body);
    const { fingerprint } = packed.signer;
    const list = async () => (await (await reader.send("/api/signers")).json()) as SignerRow[];
    expect(await list()).toMatchObject([{ fingerprint, trusted: false }]);
    await reader.send("/api/signers", { body: { signer: fingerprint, name: "Ada" } });
    expect(await list()).toMatchObject([{ fingerprint, trusted: true, name: "Ada" }]);
    const one = `/api/signers/${encodeURIComponent(fingerprint)}`;
    expect((await reader.send(`${one}/trust`, { method: "DELETE" })).status).toBe(200);
    expect(await list()).toMatchObject([{ fingerprint, trusted: false }]);
    expect((await reader.send(one, { method: "DELETE" })).status).toBe(200);
    expect(await list()).toEqual([]);
    const added = await reader.send("/api/signers", {
      body: { signer: packed.signer.publicKey, name: "Ada" },
    });
    expect(await added.json()).toMatchObject({ fingerprint, trusted: true });
    expect((await reader.send("/api/signers", { body: { signer: "SHA256:none" } })).status).toBe(400);
  });
});

describe("uploads", () => {
  it("are bytes with the headers that no page of another site may send", async () => {
    const server = await start();
    const bytes = Buffer.from("PK");
    for (const headers of [
      { "content-type": "application/json" },
      { "content-type": "text/plain" },
      { "content-type": "multipart/form-data; boundary=x" },
      { "x-skillmint-file": "%E0%A4%A" },
    ] as Record<string, string>[])
      expect([headers, (await upload(server, "x.zip", bytes, headers)).status]).toEqual([headers, 403]);
    const without = await fetch(`${server.url}/api/packs/uploads`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/octet-stream" },
      body: new Uint8Array(bytes),
    });
    expect(without.status).toBe(403);
    const tooLong = request(`${server.url}/api/packs/uploads`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": "application/octet-stream",
        "x-skillmint-file": "x.zip",
        "content-length": String(packUpload.maxBytes + 1),
      },
    });
    tooLong.flushHeaders();
    const [refused] = (await once(tooLong, "response")) as [IncomingMessage];
    expect(refused.statusCode).toBe(413);
    tooLong.destroy();
    const json = { authorization: `Bearer ${server.token}`, "content-type": "application/octet-stream" };
    const elsewhere = await fetch(`${server.url}/api/packs/verify`, {
      method: "POST",
      headers: json,
      body: "{}",
    });
    expect(elsewhere.status).toBe(403);
  });

  it("have plain names and are gone with what they were for", async () => {
    const server = await start();
    const { id, name } = await uploaded(server, "../../etc/pass wd\0.skillpack", Buffer.from("nothing"));
    expect(name).toMatch(/^[\w.-]+\.skillpack$/);
    const job = await finish(server, "/api/packs/inspect", { source: { upload: id } });
    expect([job.state, job.error?.code]).toEqual(["failed", "pack-invalid"]);
    expect(job.error?.message).not.toContain("/");
    const gone = `file_${crypto.randomUUID()}`;
    expect((await server.send("/api/packs/verify", { body: { source: { upload: gone } } })).status).toBe(404);
    expect((await server.send(`/api/packs/files/${gone}`)).status).toBe(404);
    expect((await server.send("/api/packs/files/..%2F..%2Fetc%2Fpasswd")).status).toBe(404);
  });
});
