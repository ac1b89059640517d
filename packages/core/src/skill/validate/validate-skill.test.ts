import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { validateSkill } from "./validate-skill.ts";

const text = "---\nname: my-skill\ndescription: A test skill\n---\nBody\n";
const options = { profile: "portable", t: createTranslate("en") } as const;
let root = "";
let folder = "";

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "skillmint-validate-"));
  folder = join(root, "my-skill");
  await mkdir(folder);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const errorsOf = async (path: string) => (await validateSkill(path, options)).errors.map(({ code }) => code);

it("takes a skill's folder or its SKILL.md and nothing else", async () => {
  await writeFile(join(folder, "SKILL.md"), text);
  await writeFile(join(folder, "README.md"), text);
  expect(await validateSkill(folder, options)).toEqual({
    path: folder,
    name: "my-skill",
    description: "A test skill",
    valid: true,
    errors: [],
    warnings: [],
  });
  expect(await errorsOf(`${folder}/`)).toEqual([]);
  expect(await errorsOf(join(folder, "SKILL.md"))).toEqual([]);
  expect(await errorsOf(join(folder, "README.md"))).toEqual(["not-a-directory"]);
  expect(await errorsOf(join(root, "absent"))).toEqual(["path-not-exist"]);
  expect(await errorsOf(join(folder, "SKILL.md", "x"))).toEqual(["path-not-exist"]);
  expect(await errorsOf(root)).toEqual(["skill-md-missing"]);
});

it("prefers SKILL.md and takes skill.md in any case", async () => {
  await writeFile(join(folder, "skill.md"), text);
  expect(await errorsOf(folder)).toEqual([]);
  await writeFile(join(folder, "SKILL.md"), "none");
  expect(await errorsOf(folder)).toEqual(["no-frontmatter"]);
});

it("survives what is no file, leads nowhere or is too large", async () => {
  await mkdir(join(folder, "SKILL.md"));
  expect(await errorsOf(folder)).toEqual(["skill-md-missing"]);
  await rm(join(folder, "SKILL.md"), { recursive: true });
  await symlink(join(root, "nowhere"), join(folder, "SKILL.md"));
  expect(await errorsOf(folder)).toEqual(["skill-md-missing"]);
  await rm(join(folder, "SKILL.md"));
  await writeFile(join(folder, "SKILL.md"), "x".repeat(1024 * 1024 + 1));
  expect(await errorsOf(folder)).toEqual(["too-large"]);
});

it("warns of files that are not there", async () => {
  await mkdir(join(folder, "references"));
  await writeFile(join(folder, "references", "a b.md"), "");
  const body =
    "[a](references/a%20b.md) [b](./references/b.md#x) `scripts/c.py` [up](../../etc/passwd) <x.md>";
  await writeFile(join(folder, "SKILL.md"), text.replace("Body", body));
  const { valid, warnings } = await validateSkill(folder, options);
  expect(valid).toBe(true);
  expect(warnings.map(({ code, detail, line }) => [code, detail, line])).toEqual([
    ["reference-missing", "references/b.md", 5],
    ["reference-missing", "scripts/c.py", 5],
  ]);
});
