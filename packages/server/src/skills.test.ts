import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();

const written = (name: string, head = "", body = "Do it.") =>
  `---\nname: ${name}\ndescription: Does ${name} things.\n${head}---\n\n${body}\n`;

async function put(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const putSkill = (server: TestServer, name: string, text = written(name)) =>
  put(join(server.home, "skills", name, "SKILL.md"), text);

describe("skills over HTTP", () => {
  it("are listed by layer with reasons, searched and explained", async () => {
    const server = await start();
    await putSkill(server, "deploy");
    await put(join(server.folder, ".claude/skills/theirs/SKILL.md"), written("theirs"));
    await put(join(server.home, "skills/broken/SKILL.md"), "---\nname: broken\n");
    const list = await ask(server, "GET", "/api/skills");
    expect(list).toMatchObject({
      status: 200,
      body: {
        skills: expect.arrayContaining([
          expect.objectContaining({ id: "project:theirs", offered: false, reason: "untrusted" }),
          expect.objectContaining({ id: "user:deploy", offered: true, enabled: true }),
        ]) as unknown,
        diagnostics: expect.arrayContaining([
          expect.objectContaining({ severity: "error", path: expect.stringContaining("broken") as string }),
        ]) as unknown,
      },
    });
    const found = await ask(server, "GET", "/api/skills/search?q=deploy");
    expect(found.body).toMatchObject([{ id: "user:deploy", score: expect.any(Number) as number }]);
    const why = await ask(server, "POST", "/api/skills/why", { prompt: "deploy this" });
    expect(why).toMatchObject({
      status: 200,
      body: {
        skills: expect.arrayContaining([expect.objectContaining({ id: "user:deploy", rank: 1 })]) as unknown,
      },
    });
    expect(await ask(server, "GET", "/api/skills/search")).toMatchObject(refusal(400, "usage"));
  });

  it("are created, shown, checked while edited, updated, switched and deleted", async () => {
    const server = await start();
    const created = await ask(server, "POST", "/api/skills", {
      name: "tidy-up",
      description: "Tidies up.",
      body: "Read [notes](notes.md).",
      fields: { "allowed-tools": "Read" },
    });
    expect(created).toMatchObject({ status: 200, body: { id: "user:tidy-up", offered: true } });
    const again = await ask(server, "POST", "/api/skills", { name: "tidy-up" });
    expect(again).toMatchObject(refusal(400, "usage"));
    const path = `/api/skills/${encodeURIComponent("user:tidy-up")}`;
    const shown = await ask(server, "GET", path);
    expect(shown).toMatchObject({
      status: 200,
      body: {
        id: "user:tidy-up",
        instructions: "Read [notes](notes.md).",
        editable: true,
        check: { valid: true, warnings: [{ code: "reference-missing" }] },
        requirements: expect.arrayContaining([
          expect.objectContaining({
            kind: "file",
            name: "notes.md",
            found: false,
            hint: expect.any(String) as string,
          }),
        ]) as unknown,
      },
    });
    const { text, digest } = shown.body as { text: string; digest: string };
    const next = `${text}\nAnd more.\n`;
    const draft = await ask(server, "POST", "/api/skills/check", { text: next, skill: "user:tidy-up" });
    expect(draft).toMatchObject({ status: 200, body: { valid: true, offered: true } });
    expect(await ask(server, "PUT", path, { text: next, digest })).toMatchObject({
      status: 200,
      body: { id: "user:tidy-up" },
    });
    expect(await readFile(join(server.home, "skills/tidy-up/SKILL.md"), "utf8")).toBe(next);
    expect(await ask(server, "PUT", path, { text, digest })).toMatchObject(refusal(409, "skill-refused"));
    expect(await ask(server, "PUT", path, { text, digest: "x" })).toMatchObject(refusal(400, "usage"));
    const off = await ask(server, "PUT", `${path}/enabled`, { enabled: false });
    expect(off.body).toMatchObject({ enabled: false, offered: false, reason: "disabled" });
    const folder = join(server.home, "skills/tidy-up");
    expect((await ask(server, "GET", `${path}/deletion`)).body).toEqual({ path: folder, unlinked: false });
    expect((await ask(server, "DELETE", path)).body).toEqual({ path: folder, unlinked: false });
    expect(await ask(server, "GET", path)).toMatchObject(refusal(404, "skill-not-found"));
  });

  it("give their files' text, bounded, and nothing outside of their folder", async () => {
    const server = await start();
    const file = await putSkill(server, "files");
    await put(join(dirname(file), "docs/long.md"), "é".repeat(300_000));
    await put(join(dirname(file), "a b#?.md"), "odd");
    await put(join(server.home, "secrets.json"), "KEY");
    await symlink(join(server.home, "secrets.json"), join(dirname(file), "link.md"));
    const read = (path: string) =>
      ask(server, "GET", `/api/skills/files/file?path=${encodeURIComponent(path)}`);
    const long = (await read("docs/long.md")).body as { text: string };
    expect(long).toMatchObject({ path: "docs/long.md", truncated: true });
    expect(long.text).toHaveLength(200_000);
    expect((await read("a b#?.md")).body).toMatchObject({ text: "odd", truncated: false });
    const outside = [
      "../../secrets.json",
      "link.md",
      join(server.home, "secrets.json"),
      "docs",
      "gone",
      "a\0b",
    ];
    for (const path of [...outside, "..%2f..%2fsecrets.json"])
      expect(await read(path)).toMatchObject(refusal(400, "usage"));
  });

  it("are approved exactly as shown", async () => {
    const server = await start();
    await putSkill(server, "bold", written("bold", "allowed-tools: Bash(git add:*)\n"));
    const path = "/api/skills/bold/approval";
    const shown = (await ask(server, "GET", path)).body as { digest: string; rules: string[] };
    expect(shown).toMatchObject({ rules: ["Bash(git add:*)"], approved: false, trusted: true });
    const { digest, rules } = shown;
    await put(join(server.home, "skills/bold/more.sh"), "x");
    expect(await ask(server, "PUT", path, { digest, rules })).toMatchObject(refusal(409, "skill-refused"));
    const now = (await ask(server, "GET", path)).body as { digest: string };
    const approved = await ask(server, "PUT", path, { digest: now.digest, rules });
    expect(approved.body).toMatchObject({ approved: true });
    expect((await ask(server, "DELETE", path)).body).toEqual({ done: true });
    expect((await ask(server, "DELETE", path)).body).toEqual({ done: false });
  });

  it("are found by ids that have a path in them, and tell how often they were used", async () => {
    const server = await start();
    await putSkill(server, "twin");
    const other = join(dirname(server.home), ".claude/skills/twin");
    await put(join(other, "SKILL.md"), written("twin"));
    const second = `user:twin@${other}`;
    await writeFile(
      join(server.home, "skill-usage.json"),
      JSON.stringify({ [second]: { count: 3, lastAt: 5 } }),
    );
    const list = (await ask(server, "GET", "/api/skills")).body as { skills: { id: string }[] };
    expect(list.skills.find(({ id }) => id === second)).toMatchObject({ used: { count: 3, lastAt: 5 } });
    for (const id of ["user:twin", second]) {
      const reply = await ask(server, "GET", `/api/skills/${encodeURIComponent(id)}`);
      expect(reply).toMatchObject({ status: 200, body: { id } });
    }
  });

  it("of a project are its own, and only those of the user are deleted", async () => {
    const server = await start();
    const reply = await ask(server, "POST", "/api/skills", { name: "ours", project: true });
    expect(reply).toMatchObject({
      status: 200,
      body: { id: "project:ours", offered: false, reason: "untrusted" },
    });
    expect(await ask(server, "DELETE", "/api/skills/project:ours")).toMatchObject(
      refusal(409, "skill-refused"),
    );
    await ask(server, "POST", "/api/trust", { folder: server.folder });
    const { body } = await ask(server, "GET", "/api/skills/project:ours");
    expect(body).toMatchObject({ offered: true, editable: true });
    const opened = await ask(server, "POST", "/api/skills/project:ours/open");
    expect(opened.body).toMatchObject({ folder: join(server.folder, ".skillmint/skills/ours") });
  });

  it("belong to a folder that is there", async () => {
    const server = await start();
    for (const folder of ["relative", join(server.folder, "gone"), "/etc/passwd", "a\0b"])
      expect(await ask(server, "GET", `/api/skills?folder=${encodeURIComponent(folder)}`)).toMatchObject(
        refusal(400, "usage"),
      );
  });
});
