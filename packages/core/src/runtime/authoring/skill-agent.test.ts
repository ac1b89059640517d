import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRuntime } from "../../runtime.ts";
import type { Runtime } from "../runtime-contract.ts";
import { createInProcessModel } from "../../testing/in-process-model.ts";
import type { NormalRequest, Script, Turn } from "../../testing/script.ts";
import { createTempWorkspace, type TempWorkspace } from "../../testing/temp-workspace.ts";

const bundledSkills = resolve(import.meta.dirname, "../../../../../skills");
let temp: TempWorkspace;
let runtime: Runtime | undefined;
let asked: NormalRequest[] = [];
beforeEach(async () => {
  temp = await createTempWorkspace();
  asked = [];
});
afterEach(async () => {
  await runtime?.close();
  runtime = undefined;
  await temp.remove();
});

async function open(script: Script) {
  const model = createInProcessModel(async (request) => {
    asked.push(request);
    return typeof script === "function" ? script(request) : (script[request.turn] ?? "");
  });
  runtime = await createRuntime({ env: temp.env, language: "en", bundledSkills, models: { fake: model } });
  return { ...(await runtime.authoring()), skills: runtime.skills };
}

const place = () => ({ folder: temp.folder });
const options = { model: "fake" };
const mine = (name: string): string => join(temp.home, ".skillmint/skills", name, "SKILL.md");
const text = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}\n`;
const write = (path: string, content: string) => ({ name: "Write", input: { file_path: path, content } });
const say = (value: unknown): string => JSON.stringify(value);
const done = (action: string, skillName: string): string => say({ action, skillName, message: "m" });

async function put(name: string, body: string, about?: string): Promise<void> {
  await mkdir(dirname(mine(name)), { recursive: true });
  const written = text(name, body);
  await writeFile(mine(name), about === undefined ? written : written.replace(`Does ${name}.`, about));
}

const created: Turn[] = [
  { calls: [write("skills/lists/SKILL.md", text("lists", "A long text."))] },
  done("created", "lists"),
];

describe("one piece of work", () => {
  it("goes on with what was said, in a process of its own too", async () => {
    const first = await (await open(created)).agent.create(place(), "lists please", options);
    await runtime?.close();
    const authoring = await open([
      ...created,
      { calls: [{ name: "Read", input: { file_path: "skills/lists/SKILL.md" } }] },
      { calls: [write("skills/lists/SKILL.md", text("lists", "Short."))] },
      done("enhanced", "lists"),
    ]);
    asked = [];
    const next = await authoring.agent.refine(place(), first.draft?.id ?? "", "make it shorter");
    expect(next).toMatchObject({
      action: "created",
      sessionId: first.sessionId,
      draft: { id: first.draft?.id },
    });
    expect(asked[0]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
      "user",
    ]);
    expect(asked[0]?.last).toContain("make it shorter");
    const applied = await authoring.drafts.apply(place(), first.draft?.id ?? "");
    expect(applied).toMatchObject({ name: "lists", isNew: true, version: 1 });
    expect(await readFile(mine("lists"), "utf8")).toBe(text("lists", "Short."));
    expect(await authoring.drafts.list()).toEqual([]);
  });

  it("is tried by whoever asks for it, until a draft is accepted", async () => {
    await put("lists", "Old.");
    const bodies = ["First.", "Second.", "Third."];
    const authoring = await open((request) => {
      const prompts = request.messages.filter(({ role }) => role === "user").length;
      const body = bodies[prompts - 1] ?? "";
      const last = request.messages.at(-1)?.role;
      const path = "skills/lists/SKILL.md";
      if (request.turn === 0) return { calls: [{ name: "Read", input: { file_path: path } }] };
      if (last === "tool" && request.results[0]?.name === "Write") return done("enhanced", "lists");
      return { calls: [write(path, text("lists", body))] };
    });
    const seen: string[] = [];
    const enhance = (accepts: string) =>
      authoring.agent.enhance(place(), {
        ...options,
        conversation: { text: "talk", name: "talk.md" },
        skill: "lists",
        accept: async ({ change }) => {
          const body = bodies.find((one) => change.diff.includes(`+${one}`)) ?? "?";
          seen.push(body);
          return { accepted: body === accepts, message: body, feedback: `not ${body}` };
        },
      });
    const good = await enhance("Second.");
    expect([seen, good.action, good.verdict?.accepted]).toEqual([["First.", "Second."], "enhanced", true]);
    expect(asked.at(-1)?.messages.findLast(({ role }) => role === "user")?.text).toContain("not First.");
    await authoring.drafts.discard(good.draft?.id ?? "");
    const bad = await enhance("Never.");
    expect([bad.action, bad.draft, bad.verdict?.accepted]).toEqual(["none", undefined, false]);
    expect(await authoring.drafts.list()).toEqual([]);
    expect(await readFile(mine("lists"), "utf8")).toBe(text("lists", "Old."));
  });
});

describe("a draft", () => {
  const folderOf = ({ system }: NormalRequest): string => /^Folder: (.*)$/m.exec(system)?.[1] ?? "";

  it("with a link in it is refused", async () => {
    const authoring = await open(async (request) => {
      if (request.turn === 0) return created[0] ?? "";
      if (request.turn === 1) await symlink("/etc/passwd", join(folderOf(request), "skills/lists/passwd"));
      return done("created", "lists");
    });
    await expect(authoring.agent.create(place(), "lists please", options)).rejects.toMatchObject({
      code: "authoring-failed",
      detail: expect.stringContaining("passwd") as string,
    });
    expect(await authoring.drafts.list()).toEqual([]);
  });

  it.each<[string, Turn, string]>([
    ["a name that is taken", done("created", "old"), "already"],
    ["two skills at once", done("created", "lists"), "More than one"],
    ["another name than it says", done("created", "other"), "other"],
    ["nothing at all", done("created", "lists"), "nothing in `skills/` changed"],
  ])("with %s is refused", async (what, end, problem) => {
    await put("old", "Old.");
    const calls = {
      "a name that is taken": [write("skills/old/SKILL.md", text("old", "x"))],
      "two skills at once": [
        write("skills/lists/SKILL.md", text("lists", "x")),
        write("skills/more/SKILL.md", text("more", "x")),
      ],
      "another name than it says": [write("skills/lists/SKILL.md", text("lists", "x"))],
      "nothing at all": [],
    }[what];
    const first: Turn = calls && calls.length > 0 ? { calls } : end;
    const authoring = await open([first, end, end]);
    await expect(authoring.agent.create(place(), "lists please", options)).rejects.toMatchObject({
      code: "authoring-failed",
      detail: expect.stringContaining(problem) as string,
    });
    expect(await readFile(mine("old"), "utf8")).toBe(text("old", "Old."));
  });

  it("keeps a skill's own keys, faults and files that nobody touched", async () => {
    const file = mine("lists");
    const old = "---\nname: lists\ndescription: L.\ndisable-model-invocation: true\nmood: odd\n---\n\nOld.\n";
    await mkdir(join(dirname(file), "data"), { recursive: true });
    await writeFile(file, old);
    await writeFile(join(dirname(file), "data/a.bin"), Buffer.from([0, 1, 255]));
    await writeFile(join(dirname(file), "stale.md"), "stale");
    const authoring = await open([
      {
        calls: ["SKILL.md", "stale.md"].map((name) => ({
          name: "Read",
          input: { file_path: `skills/lists/${name}` },
        })),
      },
      {
        calls: [
          write("skills/lists/SKILL.md", old.replace("Old.", "New.")),
          write("skills/lists/stale.md", ""),
        ],
      },
      done("enhanced", "lists"),
    ]);
    const { draft } = await authoring.agent.enhance(place(), {
      ...options,
      conversation: { text: "talk", name: "talk.md" },
    });
    expect(draft?.change).toMatchObject({ changed: ["SKILL.md"], removed: ["stale.md"], added: [] });
    await authoring.drafts.apply(place(), draft?.id ?? "");
    expect(await readFile(file, "utf8")).toContain("New.");
    expect(await readFile(join(dirname(file), "data/a.bin"))).toEqual(Buffer.from([0, 1, 255]));
    const { versions } = await authoring.versions.history(place(), "lists");
    expect(versions.map(({ version, action }) => [version, action])).toEqual([
      [2, "enhanced"],
      [1, "found"],
    ]);
    await authoring.versions.rollback(place(), "lists", 1);
    expect([await readFile(file, "utf8"), await readFile(join(dirname(file), "stale.md"), "utf8")]).toEqual([
      old,
      "stale",
    ]);
  });
});

describe("a skill that was named", () => {
  const read = { calls: [{ name: "Read", input: { file_path: "skills/lists/SKILL.md" } }] };
  const better = write("skills/lists/SKILL.md", text("lists", "New."));
  const other = write("skills/other/SKILL.md", text("other", "x"));
  const wish = { ...options, conversation: { text: "talk", name: "talk.md" }, skill: "lists" };
  beforeEach(() => put("lists", "Old."));

  it.each<[string, Turn[], RegExp]>([
    ["another alone", [{ calls: [other] }, done("created", "other")], /skills\/other.*only skills\/lists/],
    ["another too", [{ calls: [better, other] }, done("enhanced", "lists")], /skills\/other/],
  ])("is the only one that may be left: %s is told once, then refused", async (_what, turns, problem) => {
    const authoring = await open([read, ...turns, done("created", "other")]);
    const repairs: string[] = [];
    const enhanced = authoring.agent.enhance(place(), {
      ...wish,
      onProgress: (step) => void (step.step === "repair" && repairs.push(...step.problems)),
    });
    await expect(enhanced).rejects.toMatchObject({
      code: "authoring-failed",
      detail: expect.stringMatching(problem) as string,
    });
    await expect(enhanced).rejects.toMatchObject({ detail: expect.stringContaining('"created"') as string });
    expect(repairs).toEqual([expect.stringMatching(problem)]);
    expect(asked).toHaveLength(4);
    expect(await authoring.drafts.list()).toEqual([]);
  });

  it("is kept where the other one is taken back, and stays the only one for whoever goes on", async () => {
    const turns: Turn[] = [
      read,
      { calls: [better, other] },
      done("enhanced", "lists"),
      { calls: [write("skills/other/SKILL.md", "")] },
      done("enhanced", "lists"),
    ];
    const { agent, drafts } = await open([
      ...turns,
      { calls: [write("skills/lists/SKILL.md", text("lists", "Old.")), other] },
      done("created", "other"),
      done("created", "other"),
    ]);
    const { draft, action } = await agent.enhance(place(), wish);
    expect([action, draft?.change.changed, draft?.files]).toMatchObject(["enhanced", ["SKILL.md"], [{}]]);
    const id = draft?.id ?? "";
    await expect(agent.refine(place(), id, "make it another", options)).rejects.toMatchObject({
      code: "authoring-failed",
      detail: expect.stringContaining("only skills/lists") as string,
    });
    expect(await drafts.readFile(id, "SKILL.md")).toBe(text("lists", "New."));
  });
});

describe("versions", () => {
  it("are made by every way to change a skill", async () => {
    const authoring = await open([]);
    await authoring.skills.create(place(), { name: "notes", description: "Notes.", body: "One." });
    await expect(authoring.versions.preview(place(), "notes")).rejects.toMatchObject({ code: "usage" });
    const { digest } = await authoring.skills.readText(place(), "notes");
    await authoring.skills.update(place(), "notes", { digest, text: text("notes", "Two.") });
    await writeFile(mine("notes"), text("notes", "By hand."));
    expect(await authoring.versions.history(place(), "notes")).toMatchObject({ changed: true });
    await authoring.versions.rollback(place(), "notes");
    expect(await readFile(mine("notes"), "utf8")).toBe(text("notes", "Two."));
    const { versions } = await authoring.versions.history(place(), "notes");
    expect(versions.map(({ action, current }) => [action, current])).toEqual([
      ["rolled-back", true],
      ["found", false],
      ["updated", false],
      ["created", false],
    ]);
    await expect(authoring.versions.rollback(place(), "notes", 99)).rejects.toMatchObject({
      code: "version-not-found",
    });
    await expect(authoring.versions.rollback(place(), "tour", 1)).rejects.toMatchObject({
      code: "skill-refused",
    });
  });
});

describe("the prompt", () => {
  it("holds the nearest skills where not all fit, and says how many are missing", async () => {
    const filler = "word ".repeat(45).trim();
    for (let number = 0; number < 120; number += 1) {
      const about = number === 77 ? "Folds zebras." : filler;
      await put(`skill-number-${number}`, "x", about);
    }
    const authoring = await open([done("none", "x")]);
    await authoring.agent.create(place(), "a skill that folds zebras", options);
    const metadata = asked[0]?.system.split("## 4. Available").at(-1) ?? "";
    expect(metadata.indexOf("- skill-number-77: Folds zebras.")).toBeGreaterThan(0);
    expect(metadata.indexOf("- skill-number-77:")).toBe(metadata.indexOf("- skill-number-"));
    expect(metadata).toMatch(/\(and \d+ more that have less to do with this\)/);
    expect(metadata.length).toBeLessThan(13_000);
    expect(asked[0]?.system).toContain("### evaluating-skills");
  });
});
