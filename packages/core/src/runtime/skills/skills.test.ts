import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Language } from "../../protocol/index.ts";
import { createTempWorkspace, type TempWorkspace } from "../../testing/index.ts";
import { openSkills } from "./open-skills.ts";

let temp: TempWorkspace;
beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(() => temp.remove());

const open = (language: Language = "en") => openSkills({ env: temp.env, language }).skills;
const place = () => ({ folder: temp.folder });

async function put(path: string, text: string): Promise<string> {
  const file = join(temp.home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const putSkill = (name: string, head: string, body = "x") =>
  put(`.skillmint/skills/${name}/SKILL.md`, `---\nname: ${name}\n${head}\n---\n${body}\n`);

describe("list", () => {
  it("tells the switch apart from what else hides a skill", async () => {
    await putSkill("twin", "description: First.");
    await put(".claude/skills/twin/SKILL.md", "---\nname: twin\ndescription: Second.\n---\nx");
    const second = `user:twin@${join(temp.home, ".claude/skills/twin")}`;
    const skills = open();
    await skills.enable(place(), second, false);
    const { skills: rows } = await skills.list(place());
    expect(rows.map(({ id, enabled, offered, reason }) => [id, enabled, offered, reason])).toEqual([
      ["user:twin", true, true, undefined],
      [second, false, false, "shadowed"],
    ]);
  });

  it("has a name that is no slug as it is written, and takes it", async () => {
    await put(".skillmint/skills/test-folder/SKILL.md", "---\nname: Test Skill\ndescription: T.\n---\nx");
    const skills = open();
    const { skills: rows } = await skills.list(place());
    expect(rows).toMatchObject([{ id: "user:test-folder", name: "Test Skill", slug: "test-folder" }]);
    expect((await skills.find(place(), "Test Skill")).skill.id).toBe("user:test-folder");
  });

  it("finds declared files in the skill's own folder", async () => {
    const requires = (file: string) =>
      `description: N.\nmetadata:\n  skillmint:\n    requires:\n      files: [${file}]`;
    await putSkill("whole", requires("data.csv"));
    await put(".skillmint/skills/whole/data.csv", "1");
    await putSkill("half", requires("gone.csv"));
    const { skills: rows } = await open("zh-CN").list(place());
    expect(rows.map(({ id, offered }) => [id, offered])).toEqual([
      ["user:half", false],
      ["user:whole", true],
    ]);
    expect(rows[0]?.message).toMatch(/^缺少它所需要的：.*gone\.csv/);
  });
});

describe("check", () => {
  it("counts skills that are looked at together as there for each other, also of an absent plugin", async () => {
    const call = (name: string) => `Use the superpowers:${name} skill. **REQUIRED:** superpowers:${name}`;
    const write = (name: string, other: string) =>
      temp.write(`pack/${name}/SKILL.md`, `---\nname: ${name}\ndescription: D.\n---\n${call(other)}\n`);
    await write("one-skill", "two-skill");
    await write("two-skill", "absent-skill");
    const reports = await open().check(place(), ["pack/one-skill", "./pack/two-skill/"]);
    const needs = reports.map(({ requirements }) =>
      requirements.filter(({ kind }) => kind === "skill").map(({ name, found }) => [name, found]),
    );
    expect(needs[0]).toEqual([["superpowers:two-skill", true]]);
    expect(needs[1]).toEqual([["superpowers:absent-skill", false]]);
  });

  it("takes the skill where a word names one, and the folder where a path does", async () => {
    const file = await putSkill("same", "description: Mine.");
    await temp.write("same/SKILL.md", "---\nname: same\ndescription: Here.\n---\n");
    const reports = await open().check(place(), ["same", "./same", "user:same"]);
    expect(reports.map(({ path, description }) => [path, description])).toEqual([
      [dirname(file), "Mine."],
      [join(temp.folder, "same"), "Here."],
      [dirname(file), "Mine."],
    ]);
  });
});

describe("approve", () => {
  it("is refused where the folder is no longer what was shown", async () => {
    await putSkill("bold", "description: B.\nallowed-tools: Bash(*)");
    const skills = open();
    const shown = await skills.approval(place(), "bold");
    expect(shown).toMatchObject({ rules: ["Bash(*)"], approved: false });
    await put(".skillmint/skills/bold/late.sh", "rm -rf x");
    await expect(skills.approve(place(), "bold", shown)).rejects.toMatchObject({ code: "skill-refused" });
    const now = await skills.approval(place(), "bold");
    expect(await skills.approve(place(), "bold", now)).toMatchObject({ approved: true });
    expect(await skills.forget(place(), "bold")).toBe(true);
    expect(await skills.approval(place(), "bold")).toMatchObject({ approved: false });
  });
});
