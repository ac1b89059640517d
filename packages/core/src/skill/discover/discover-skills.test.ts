import { mkdirSync, writeFileSync } from "node:fs";
import { appendFile, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { createFolderLayer } from "./builtin-layers.ts";
import { diffSkills, markSkill } from "./diff-skills.ts";
import { createSkillFinder } from "./discover-skills.ts";
import { createTemporaryTree, type TemporaryTree } from "./temporary-tree.fixture.ts";

let tree: TemporaryTree;
let indexFile: string;
beforeEach(async () => {
  tree = await createTemporaryTree();
  indexFile = join(tree.root, "cache/skills.index");
});
afterEach(() => tree.remove());

const soon = Date.now() + 60_000;

function createFinder({ edition = "1", now = Date.now }: { edition?: string; now?: () => number } = {}) {
  const layers = [createFolderLayer("user", () => join(tree.root, "skills"))];
  return createSkillFinder({ layers, indexFile, edition, now });
}

/** As a process of its own finds them. */
async function findAll(context = tree.context()) {
  const finder = createFinder();
  const found = await finder.find(context);
  await finder.close();
  return found.skills;
}

async function descriptions(): Promise<(string | undefined)[]> {
  return (await findAll()).map(({ fields }) => fields.description);
}

/** An index made long enough after its files to be believed. */
async function makeIndex(readAt = soon): Promise<void> {
  const finder = createFinder({ now: () => readAt });
  await finder.find(tree.context());
  await finder.close();
}

async function changeIndex(change: (text: string) => string): Promise<void> {
  await writeFile(indexFile, change(await readFile(indexFile, "utf8")));
}

describe("the index", () => {
  it("saves reading files that did not change", async () => {
    await tree.skill("skills/a", { description: "true" });
    await makeIndex();
    await changeIndex((text) => text.replaceAll('"true"', '"remembered"'));
    expect(await descriptions()).toEqual(["remembered"]);
  });

  it("is for its owner only, and leaves nothing beside it", async () => {
    await tree.skill("skills/a");
    await makeIndex();
    expect((await stat(indexFile)).mode & 0o777).toBe(0o600);
    expect(await readFile(indexFile, "utf8")).toContain(join(tree.root, "skills/a/SKILL.md"));
  });

  it("sees an edit in place, also of the same size and with its old times", async () => {
    const file = await tree.skill("skills/a", { description: "aaaa" });
    const { atime, mtime } = await stat(file);
    await makeIndex();
    await tree.skill("skills/a", { description: "bbbb" });
    await utimes(file, atime, mtime);
    expect(await descriptions()).toContain("bbbb");
  });

  it("sees a file put in the place of another", async () => {
    const file = await tree.skill("skills/a", { description: "aaaa" });
    const other = await tree.skill("other", { description: "bbbb" });
    await makeIndex();
    await rename(other, file);
    expect(await descriptions()).toContain("bbbb");
  });

  it("does not believe what was read about when the file changed", async () => {
    const file = await tree.skill("skills/a", { description: "true" });
    await makeIndex();
    const changedAt = (await stat(file)).ctimeMs;
    const readAt = (time: number) => (text: string) =>
      text.replaceAll('"true"', '"stale"').replaceAll(/",\d+,/g, `",${Math.floor(time)},`);
    await changeIndex(readAt(changedAt + 1_500));
    expect(await descriptions()).toEqual(["true"]);
    await makeIndex();
    await changeIndex(readAt(changedAt + 2_500));
    expect(await descriptions()).toEqual(["stale"]);
  });

  it("is not written for what it would not believe", async () => {
    await tree.skill("skills/a");
    await findAll();
    await expect(stat(indexFile)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("sees a change of Codex's file beside a skill", async () => {
    await tree.skill("skills/a");
    await makeIndex();
    await tree.write("skills/a/agents/openai.yaml", "policy:\n  allow_implicit_invocation: false\n");
    expect((await findAll())[0]?.fields.disableModelInvocation).toBe(true);
  });

  it.each([
    ["nothing", () => ""],
    ["no text", () => "\0\0\0\0"],
    ["half a line", (text: string) => text.slice(0, text.indexOf("stale"))],
    ["broken lines", (text: string) => text.replaceAll("{", "[")],
    ["lines of another kind", (text: string) => text.replaceAll(/\t.*/g, '\t["1",2,"",{"state":"ok"}]')],
    ["another edition", (text: string) => text.replace('"edition":"1"', '"edition":"0"')],
  ])("is ignored where it holds %s", async (_, change) => {
    await tree.skill("skills/a", { description: "true" });
    await makeIndex();
    await changeIndex((text) => change(text.replaceAll('"true"', '"stale"')));
    expect(await descriptions()).toEqual(["true"]);
  });

  it("survives a place that cannot be written", async () => {
    await tree.skill("skills/a");
    await tree.write("cache", "a file where the folder should be");
    await makeIndex();
    expect(await findAll()).toHaveLength(1);
  });

  it("forgets what is gone and keeps what lies elsewhere", async () => {
    await tree.skill("skills/a");
    await tree.skill("skills/b");
    await makeIndex();
    await changeIndex((text) => `${text}/elsewhere/SKILL.md\t["1 2 3 4",5,"",{}]\n`);
    await rm(join(tree.root, "skills/a"), { recursive: true });
    await tree.skill("skills/c");
    await makeIndex();
    const text = await readFile(indexFile, "utf8");
    expect(text).not.toContain("skills/a/");
    expect(text).toContain("skills/b/");
    expect(text).toContain("/elsewhere/SKILL.md");
  });

  it("words diagnostics in the language of whoever asks", async () => {
    await tree.write("skills/a/SKILL.md", "---\nname: a\n---\nNo description.");
    await makeIndex();
    const english = await findAll();
    const chinese = await findAll(tree.context({ t: createTranslate("zh-CN") }));
    const messages = [english, chinese].map((skills) => skills[0]?.diagnostics[0]?.message ?? "");
    expect(messages[0]).toMatch(/^[\x20-\x7e]+$/);
    expect(messages[1]).toMatch(/[\u4e00-\u9fff]/);
  });

  it("gives data without prototypes, as parsing does", async () => {
    const text =
      "---\nname: a\ndescription: b\nmetadata:\n  __proto__: x\n  k:\n    toString: y\nodd: {z: 1}\n---\n";
    await tree.write("skills/a/SKILL.md", text);
    const [fresh] = await findAll();
    await makeIndex();
    const [kept] = await findAll();
    expect(Object.getPrototypeOf(kept?.fields.metadata)).toBe(null);
    expect(Object.getPrototypeOf(kept?.extra)).toBe(null);
    expect(JSON.stringify(kept)).toBe(JSON.stringify(fresh));
  });
});

describe("live", () => {
  it("sees what was added, edited and removed between two prompts of one process", async () => {
    for (const name of ["same", "edited", "removed"]) await tree.skill(`skills/${name}`);
    const finder = createFinder();
    const marks = async () => (await finder.find(tree.context())).skills.map(markSkill);
    const before = await marks();
    expect(diffSkills(before, await marks())).toEqual({ added: [], changed: [], removed: [] });
    await tree.skill("skills/added");
    await appendFile(join(tree.root, "skills/edited/SKILL.md"), "One more step.\n");
    await rm(join(tree.root, "skills/removed"), { recursive: true });
    const kept = JSON.parse(JSON.stringify(before)) as typeof before;
    const changes = diffSkills(kept, await marks());
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    expect([names(changes.added), names(changes.changed), names(changes.removed)]).toEqual([
      ["added"],
      ["edited"],
      ["removed"],
    ]);
  });

  it("a file that was only touched did not change", async () => {
    const file = await tree.skill("skills/a");
    const finder = createFinder();
    const marks = async () => (await finder.find(tree.context())).skills.map(markSkill);
    const before = await marks();
    await utimes(file, 1, 1);
    expect(diffSkills(before, await marks()).changed).toEqual([]);
  });

  it("finds 2,500 skills of one folder without holding up the process", async () => {
    for (let index = 0; index < 2_500; index++) {
      const folder = join(tree.root, "skills", `s${index}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "SKILL.md"), "---\nname: x\ndescription: y\n---\n");
    }
    let turns = 0;
    const ticker = setInterval(() => turns++, 1);
    const finder = createFinder();
    const { skills, diagnostics } = await finder.find(tree.context());
    clearInterval(ticker);
    await finder.close();
    expect(skills).toHaveLength(2_500);
    expect(diagnostics).toEqual([]);
    expect(turns).toBeGreaterThan(2);
  });
});
