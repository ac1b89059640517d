import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../../testing/index.ts";
import { openSkills } from "./open-skills.ts";

let temp: TempWorkspace;
beforeEach(async () => {
  temp = await createTempWorkspace();
});
afterEach(() => temp.remove());

const open = () => openSkills({ env: temp.env, language: "en" }).skills;
const place = () => ({ folder: temp.folder });
const written = (name: string, body = "Do it.", head = "") =>
  `---\nname: ${name}\ndescription: Does ${name}.\n${head}---\n\n${body}\n`;

async function put(path: string, text: string): Promise<string> {
  const file = join(temp.home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

describe("update", () => {
  it("replaces SKILL.md as a whole, with its rights, and leaves nothing beside it", async () => {
    const file = await put(".skillmint/skills/mine/SKILL.md", written("mine"));
    await chmod(file, 0o640);
    const skills = open();
    const before = await skills.readText(place(), "mine");
    expect(before).toMatchObject({ text: written("mine"), editable: true });
    const summary = await skills.update(place(), "mine", { ...before, text: written("mine", "New 新.") });
    expect(summary).toMatchObject({ id: "user:mine", offered: true });
    expect(await readFile(file, "utf8")).toBe(written("mine", "New 新."));
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(dirname(file))).toEqual(["SKILL.md"]);
  });

  it("follows a name that is another then", async () => {
    await put(".skillmint/skills/old/SKILL.md", written("old"));
    const skills = open();
    const { digest } = await skills.readText(place(), "user:old");
    const summary = await skills.update(place(), "user:old", { digest, text: written("other") });
    expect(summary).toMatchObject({ id: "user:other", slug: "other" });
  });

  it("is refused to the second of two who saw the same text", async () => {
    const file = await put(".skillmint/skills/mine/SKILL.md", written("mine"));
    const skills = open();
    const { digest } = await skills.readText(place(), "mine");
    const texts = [written("mine", "One."), written("mine", "Two.")];
    const outcomes = await Promise.allSettled(
      texts.map((text) => skills.update(place(), "mine", { text, digest })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "skill-refused",
      detail: expect.stringContaining("changed meanwhile") as string,
    });
    expect(texts).toContain(await readFile(file, "utf8"));
  });

  it("is refused where nobody could read the skill afterwards", async () => {
    const file = await put(".skillmint/skills/mine/SKILL.md", written("mine"));
    const skills = open();
    const { digest } = await skills.readText(place(), "mine");
    for (const text of ["---\nname: mine\n", "x".repeat(3_000_000), "a\0b"])
      await expect(skills.update(place(), "mine", { text, digest })).rejects.toMatchObject({ code: "usage" });
    expect(await readFile(file, "utf8")).toBe(written("mine"));
  });

  it("leaves alone what is installed, and what nobody trusts", async () => {
    const file = await temp.write(".skillmint/skills/theirs/SKILL.md", written("theirs"));
    const bundled = (await open().list(place())).skills.find(({ layer }) => layer === "bundled");
    const skills = open();
    for (const name of ["project:theirs", bundled?.id ?? "project:theirs"]) {
      const { digest, editable } = await skills.readText(place(), name);
      expect(editable).toBe(false);
      await expect(skills.update(place(), name, { digest, text: written("x") })).rejects.toMatchObject({
        code: "skill-refused",
      });
    }
    expect(await readFile(file, "utf8")).toBe(written("theirs"));
  });
});

describe("checkText", () => {
  it("says of a new text what a check of its file would", async () => {
    const text = written("fresh", "Run `nonexistent-tool-xyz --now`. Read [more](more.md).");
    const skills = open();
    const report = await skills.checkText(place(), { text, name: "fresh" });
    expect(report).toMatchObject({ name: "fresh", valid: true, errors: [], offered: true });
    expect(report.instructions).toContain("Run `nonexistent-tool-xyz");
    expect(report.requirements).toContainEqual(
      expect.objectContaining({ kind: "file", name: "more.md", found: false }),
    );
    await put(".skillmint/skills/fresh/SKILL.md", text);
    const [checked] = await skills.check(place(), ["user:fresh"]);
    expect(checked?.requirements).toEqual(report.requirements);
    await put(".skillmint/skills/fresh/more.md", "x");
    const edited = await skills.checkText(place(), { text, skill: "user:fresh" });
    expect(edited.requirements).toContainEqual(
      expect.objectContaining({ kind: "file", name: "more.md", found: true }),
    );
  });

  it("tells what is wrong while it is written, and writes nothing", async () => {
    const skills = open();
    const wrong = await skills.checkText(place(), { text: "---\nname: Bad Name\n---\nx", name: "bad" });
    expect(wrong.valid).toBe(false);
    expect(wrong.errors.map(({ code }) => code)).toContain("description-missing");
    expect(wrong).toMatchObject({ offered: false, reason: "no-description" });
    const half = await skills.checkText(place(), { text: "---\nname: half" });
    expect(half).toMatchObject({ valid: false, offered: false, reason: "unreadable", requirements: [] });
    expect((await skills.list(place())).skills.filter(({ layer }) => layer === "user")).toEqual([]);
    await expect(skills.checkText(place(), { text: "x", skill: "nobody" })).rejects.toMatchObject({
      code: "skill-not-found",
    });
  });
});
