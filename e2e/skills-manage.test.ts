import { chmod, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useStage, type CliResult } from "./kit.ts";
import { exists, putFile, putSkill } from "./skill-files.fixture.ts";

const stage = useStage();
const home = () => stage.temp.env["HOME"] ?? "";
const mine = () => join(home(), ".claude", "skills");
const skills = (...args: string[]) => stage.cli(["skills", ...args]);

interface Row {
  id: string;
  offered: boolean;
  enabled: boolean;
  reason?: string;
}
const json = <T>(result: CliResult): T => JSON.parse(result.stdout) as T;
const list = async () => json<{ skills: Row[] }>(await skills("list", "--json"));

it("creates for the user and the project, and refuses a name that is taken", async () => {
  const body = join(stage.temp.folder, "body.md");
  await writeFile(body, "# Do it\n");
  const created = await skills(
    "create",
    "review-code",
    "--description",
    'Reviews: "code" # all',
    "--body-file",
    "body.md",
    "--json",
  );
  const file = join(home(), ".skillmint", "skills", "review-code", "SKILL.md");
  expect(json(created)).toMatchObject({ id: "user:review-code", file, offered: true });
  expect(await readFile(file, "utf8")).toMatch(/# Do it\n$/);
  expect((await list()).skills[0]).toMatchObject({ description: 'Reviews: "code" # all' });
  const again = await skills("create", "review-code");
  expect([again.code, again.stderr]).toEqual([
    2,
    `A skill named review-code is already there: ${join(file, "..")}\n`,
  ]);
  await putSkill(mine(), "elsewhere", "description: E.", "x");
  expect(await skills("create", "elsewhere")).toMatchObject({ code: 2 });
  for (const name of ["../x", "a/b", "A B", "con", ".."])
    expect(await skills("create", name)).toMatchObject({ code: 2 });
  const project = await skills("create", "local-one", "--project");
  expect(project.code).toBe(0);
  expect(project.stderr).toContain("skillmint trust");
  expect(await exists(join(stage.temp.folder, ".skillmint", "skills", "local-one", "SKILL.md"))).toBe(true);
  const [fresh] = json<{ valid: boolean }[]>(await skills("check", "--json", "local-one"));
  expect(fresh?.valid).toBe(true);
});

it("deletes only what is the user's own, names the path first and needs a word for it", async () => {
  const folder = await putSkill(mine(), "old", "description: O.", "x");
  await putSkill(join(stage.temp.folder, ".claude", "skills"), "theirs", "description: T.", "x");
  const real = await putSkill(join(home(), "elsewhere"), "linked", "description: L.", "x");
  await symlink(real, join(mine(), "linked"));
  const asked = await skills("delete", "old");
  expect([asked.code, asked.stdout]).toEqual([2, ""]);
  expect(asked.stderr).toContain(folder);
  expect(asked.stderr).toContain("--yes");
  expect(await exists(folder)).toBe(true);
  expect(json(await skills("delete", "old", "--yes", "--json"))).toEqual({
    id: "user:old",
    path: folder,
    unlinked: false,
  });
  expect(await exists(folder)).toBe(false);
  const refused = await skills("delete", "project:theirs", "--yes");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("Can only delete user skills")]);
  expect(await skills("delete", "linked", "--yes")).toMatchObject({ code: 0 });
  expect([await exists(join(mine(), "linked")), await exists(real)]).toEqual([false, true]);
  expect(await skills("delete", "user:..", "--yes")).toMatchObject({ code: 1 });
});

it("switches skills on and off, and says what else keeps one from being offered", async () => {
  await putSkill(mine(), "one", "description: 1.", "x");
  await putSkill(mine(), "mute", "license: MIT", "x");
  expect((await skills("disable", "one")).stdout).toContain("user:one is off");
  expect((await list()).skills.map(({ id, enabled, offered }) => [id, enabled, offered])).toContainEqual([
    "user:one",
    false,
    false,
  ]);
  expect((await skills("enable", "one")).stdout).toContain("user:one is on");
  expect((await skills("enable", "mute")).stdout).toContain("it has no description");
  await stage.cli(["config", "set", "skills.enabled", "false"]);
  expect((await list()).skills.every(({ enabled, reason }) => !enabled && reason === "disabled")).toBe(true);
});

it("opens the folder without a shell and without secrets where there is a screen", async () => {
  const folder = await putSkill(mine(), "$(touch pwned)", "description: O.", "x");
  const id = (await list()).skills[0]?.id ?? "";
  expect((await skills("open", id)).stdout).toBe(`${folder}\n`);
  expect(json(await stage.cli(["skills", "open", id, "--json"], { DISPLAY: ":9" }))).toEqual({ id, folder });
  const bin = join(home(), "bin");
  const seen = join(home(), "seen.txt");
  await putFile(
    join(bin, "xdg-open"),
    `#!/bin/sh\n{ printf '%s\\n' "$#" "$1"; env; } > '${seen}.part' && mv '${seen}.part' '${seen}'\n`,
  );
  await chmod(join(bin, "xdg-open"), 0o755);
  const PATH = `${bin}:${stage.temp.env["PATH"] ?? ""}`;
  const opened = await stage.cli(["skills", "open", id], {
    DISPLAY: ":9",
    PATH,
    OPENAI_API_KEY: "sk-canary",
  });
  expect(opened.stdout).toBe(`Opened ${folder}\n`);
  await expect.poll(() => exists(seen)).toBe(true);
  const text = await readFile(seen, "utf8");
  expect(text).toMatch(/^1\n/);
  expect(text.split("\n")[1]).toBe(folder);
  expect(text).not.toContain("sk-canary");
  expect(await exists(join(stage.temp.folder, "pwned"))).toBe(false);
});
