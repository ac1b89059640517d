import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Model, ModelRequest } from "../../model/model.ts";
import { textOf, type SessionId, type SessionSettings } from "../../protocol/index.ts";
import { createInProcessModel, type Script } from "../../testing/index.ts";
import { findMemoryPlace } from "../../workspace/memory-folder.ts";
import { createRuntime } from "../../runtime.ts";
import type { Runtime } from "../runtime-contract.ts";
import { createAuthor, file, usePlaces, type Author } from "./install.fixture.ts";

const places = usePlaces();
const place = await findMemoryPlace();
const canaries = ["CANARY-in-the-instructions-7741", "CANARY-in-a-reference-file-1188"] as const;
const requests: ModelRequest[] = [];
let runtime: Runtime | undefined;
let author: Author;

afterEach(async () => {
  await runtime?.close();
  runtime = undefined;
  requests.length = 0;
});

async function installSealed(more: { body?: string; more?: string } = {}): Promise<void> {
  author = await createAuthor();
  const files = [
    file("references/facts.md", `# Facts\n\n${canaries[1]}\n`),
    file("scripts/run.sh", "#!/bin/sh\necho result-of-the-script $(( 6 * 7 ))\n", true),
  ];
  const seal = { passphrase: "open sesame" };
  const bytes = await author.pack("demo", { body: `Follow ${canaries[0]}.`, files, seal, ...more });
  await places.put("demo.skillpack", bytes);
  await places.packs().install("demo.skillpack", { folder: places.folder, key: seal });
}

/** A model that keeps what it was asked. */
function listen(script: Script): Model {
  const model = createInProcessModel(script);
  return {
    ...model,
    stream: (request, signal) => {
      requests.push(request);
      return model.stream(request, signal);
    },
  };
}

async function open(script: Script): Promise<Runtime> {
  await runtime?.close();
  runtime = await createRuntime({ env: places.env, models: { scripted: listen(script) } });
  return runtime;
}

async function prompt(text: string, settings: Partial<SessionSettings> = {}): Promise<SessionId> {
  if (!runtime) throw new Error("open first");
  const wish = { model: "scripted", mode: "unrestricted" as const, ...settings };
  return (await runtime.prompt({ text, folder: places.folder, settings: wish })).sessionId;
}

const toldTo = (request: ModelRequest | undefined): string =>
  JSON.stringify([request?.system, request?.messages]);
const folderOf = (): string =>
  /\/dev\/shm\/skillmint-sealed-[0-9a-f]+\/demo/.exec(JSON.stringify(requests))?.[0] ?? "";
const skill = { calls: [{ name: "Skill", input: { skill: "demo" } }] };

/** Where a canary stands in clear on disk: the home, the workspace, and temporary files of ours. */
async function findCanaries(): Promise<string[]> {
  const found: string[] = [];
  const look = async (path: string): Promise<void> => {
    const bytes = await readFile(path);
    for (const canary of canaries)
      for (const form of [
        canary,
        Buffer.from(canary, "utf16le"),
        Buffer.from(canary).toString("base64").slice(0, -4),
      ])
        if (bytes.includes(form)) found.push(`${path}: ${canary}`);
  };
  for (const path of await places.all()) await look(path);
  for (const entry of await readdir(places.folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && !entry.name.endsWith(".skillpack")) await look(join(entry.parentPath, entry.name));
  return found;
}

describe("a sealed pack", () => {
  it("is known by name and description only before it is used", async () => {
    await installSealed();
    expect(await findCanaries()).toEqual([]);
    const { skills } = await (await open(["done"])).skills.list({ folder: places.folder });
    const listed = skills.find(({ id }) => id === "pack:demo");
    expect(listed).toMatchObject({ description: "Does demo.", layer: "pack", offered: true });
    const details = await runtime?.skills.show({ folder: places.folder }, "demo");
    expect(details?.files).toEqual([]);
    expect(details?.instructions).toContain("whoever holds the key can unpack it");
  });

  it.skipIf(place === undefined)(
    "is read by the model and written down nowhere in clear, over a resume in another process too",
    async () => {
      await installSealed();
      const script: Script = ({ turn }) => {
        if (turn === 0) return skill;
        const folder = folderOf();
        const steps: Script = [
          { calls: [{ name: "Read", input: { path: `${folder}/references/facts.md` } }] },
          { calls: [{ name: "Bash", input: { command: `cat ${folder}/SKILL.md` } }] },
          { calls: [{ name: "Grep", input: { pattern: "CANARY", path: folder } }] },
          { calls: [{ name: "Bash", input: { command: `${folder}/scripts/run.sh` } }] },
        ];
        return steps[turn - 1] ?? "done";
      };
      await open(script);
      const id = await prompt("go");
      const result = await runtime?.run(id);
      expect(result?.reason).toBe("done");
      const [first, second, third, fourth, fifth] = requests.slice(1).map(toldTo);
      expect(first).toContain(canaries[0]);
      expect(second).toContain(canaries[1]);
      expect(third).toContain(canaries[0]);
      expect(fourth).toContain(canaries[1]);
      expect(fifth).toContain("result-of-the-script 42");
      const folder = folderOf();
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(`${folder}/references/facts.md`)).mode & 0o777).toBe(0o600);
      const calls = Object.values((await runtime?.sessions.open(id))?.calls ?? {});
      expect(calls.map(({ content }) => textOf(content ?? []))).toEqual([
        "[sealed content of demo]",
        "[sealed content of demo]",
        "[sealed content of demo]",
        "[sealed content of demo]",
        "result-of-the-script 42",
      ]);
      expect(await findCanaries()).toEqual([]);
      for (const format of ["jsonl", "markdown", "html"] as const) {
        let text = "";
        for await (const part of runtime?.sessions.export(id, format) ?? []) text += part;
        expect([format, canaries.some((canary) => text.includes(canary))]).toEqual([format, false]);
        expect(text).toContain("sealed content of demo");
      }
      await runtime?.close();
      await expect(stat(folder)).rejects.toThrow("ENOENT");
      expect(await findCanaries()).toEqual([]);

      requests.length = 0;
      const again = { calls: [{ name: "Bash", input: { command: `cat ${folder}/references/facts.md` } }] };
      await open(({ turn }) => (turn === 5 ? again : "end"));
      await runtime?.prompt({ text: "more", folder: places.folder, sessionId: id });
      await runtime?.run(id);
      expect(toldTo(requests[0])).toContain(canaries[0]);
      expect(toldTo(requests[0])).toContain(canaries[1]);
      expect(await findCanaries()).toEqual([]);
    },
  );

  it("as the session's own skill is its system prompt, and so is what it may do", async () => {
    await installSealed({ more: "allowed-tools: Read\n" });
    await open(["done"]);
    const id = await prompt("go", { skills: ["demo"] });
    await runtime?.run(id);
    expect(requests[0]?.system).toContain(canaries[0]);
    expect(requests[0]?.system).toContain("Files of this skill: references/facts.md, scripts/run.sh");
    expect(await findCanaries()).toEqual([]);
    const [own] = Object.values((await runtime?.sessions.open(id))?.skills ?? {});
    expect(own).toMatchObject({ sealed: "demo", text: "[sealed content of demo]", own: true });
    expect(JSON.stringify(own)).not.toContain("facts.md");
  });

  it("is neither changed in its place nor recorded", async () => {
    await installSealed();
    const edit = () => ({
      calls: [
        { name: "Write", input: { path: `${folderOf()}/references/facts.md`, content: "mine" } },
        { name: "Edit", input: { path: `${folderOf()}/SKILL.md`, old_string: "Follow", new_string: "x" } },
      ],
    });
    await open(({ turn }) => [skill, edit()][turn] ?? "done");
    const id = await prompt("go");
    await runtime?.run(id);
    const calls = Object.values((await runtime?.sessions.open(id))?.calls ?? {});
    expect(calls.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "Skill ok",
      "Write denied",
      "Edit denied",
    ]);
    expect(await findCanaries()).toEqual([]);
    const taped = await prompt("go", { record: places.at("run.jsonl") });
    requests.length = 0;
    await runtime?.run(taped);
    expect(toldTo(requests[1])).not.toContain(canaries[0]);
    expect(Object.values((await runtime?.sessions.open(taped))?.skills ?? {})).toEqual([]);
    expect(await findCanaries()).toEqual([]);
  });

  it("whose key is gone is refused with the reason", async () => {
    await installSealed();
    await rm(places.installed("secrets.json"));
    await open([skill, "done"]);
    const id = await prompt("go");
    await runtime?.run(id);
    expect(toldTo(requests[1])).toContain("There is no key for the sealed pack demo");
  });
});

describe("an installed pack", () => {
  const bad = {
    instructions: () =>
      writeFile(
        places.installed("packs", "demo", "skill", "demo", "SKILL.md"),
        "---\nname: demo\ndescription: Does demo.\n---\nevil\n",
      ),
    "another file": () => writeFile(places.installed("packs", "demo", "skill", "demo", "a.md"), "y"),
    "a file more": () => writeFile(places.installed("packs", "demo", "skill", "demo", "b.md"), "y"),
    "a file less": () => rm(places.installed("packs", "demo", "skill", "demo", "a.md")),
    "the pack": () => writeFile(places.installed("packs", "demo", "pack.skillpack"), "y"),
    "the record": () => writeFile(places.installed("packs", "demo", "pack.json"), "{}"),
  };
  it.each(Object.entries(bad))("with %s changed since is not activated (K9)", async (_what, change) => {
    author = await createAuthor();
    const bytes = await author.pack("demo", { files: [file("a.md", "x")] });
    await places.put("demo.skillpack", bytes);
    await places.packs().install("demo.skillpack", { folder: places.folder });
    await open([skill, "fine", skill, "done"]);
    const id = await prompt("go");
    await runtime?.run(id);
    expect(toldTo(requests[1])).toContain("Do it.");
    await change();
    const other = await prompt("again");
    requests.length = 0;
    await runtime?.run(other);
    expect(toldTo(requests[1])).toContain("The pack demo is not what was installed any more");
  });

  it("gets nothing of what it asks for before its signer is trusted", async () => {
    author = await createAuthor();
    const more =
      "allowed-tools: Bash(echo:*) Write\nhooks:\n  PreToolUse:\n    - matcher: Bash\n      hooks:\n        - type: command\n          command: touch hooked\n";
    await places.put("demo.skillpack", await author.pack("demo", { more }));
    const packs = places.packs();
    await packs.install("demo.skillpack", { folder: places.folder });
    const write = { calls: [{ name: "Write", input: { path: "a.txt", content: "x" } }] };
    await open([skill, write, "done"]);
    const api = await runtime?.skills.approval({ folder: places.folder }, "demo");
    if (!api) throw new Error("no approval");
    await expect(runtime?.skills.approve({ folder: places.folder }, "demo", api)).rejects.toMatchObject({
      code: "skill-refused",
      detail: expect.stringContaining("is not trusted") as string,
    });
    const id = await prompt("go", { mode: "default" });
    const waiting = await runtime?.run(id);
    expect(waiting?.asks[0]).not.toHaveProperty("grants");
    const [active] = Object.values((await runtime?.sessions.open(id))?.skills ?? {});
    expect(active?.terms).toMatchObject({ withheld: true });
    expect(active?.terms).not.toHaveProperty("hooks");
    await packs.signers.trust(author.fingerprint);
    await runtime?.skills.approve({ folder: places.folder }, "demo", api);
    const other = await prompt("go", { mode: "default" });
    expect((await runtime?.run(other))?.reason).toBe("done");
    const [trusted] = Object.values((await runtime?.sessions.open(other))?.skills ?? {});
    expect(trusted?.terms).toMatchObject({ approved: true, hooks: [{ event: "PreToolUse" }] });
  });
});

it("is neither judged nor measured: what is on disk of it is not the skill", async () => {
  await installSealed();
  const { agent, evals } = await (await open(() => "x")).authoring();
  const at = { folder: places.folder };
  const refused = { code: "skill-refused", detail: expect.stringContaining("sealed") as string };
  await expect(agent.evaluate(at, "demo", { model: "scripted" })).rejects.toMatchObject(refused);
  const file = await places.put("evals.json", '[{"prompt": "p", "expectations": ["e"]}]');
  const measured = evals.run(at, "demo", { model: "scripted", files: [file] });
  await expect(measured).rejects.toMatchObject(refused);
  expect(requests).toEqual([]);
});
