import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { useStage, type CliResult } from "./kit.ts";
import { putSkill } from "./skill-files.fixture.ts";

const stage = useStage();
const at = (...parts: string[]) => join(stage.temp.folder, ...parts);
const home = (...parts: string[]) => join(stage.temp.env["HOME"] ?? "", ".skillmint", ...parts);
const skills = (...args: string[]) => stage.cli(["skills", ...args]);
const json = <T = Record<string, unknown>>(result: CliResult): T => JSON.parse(result.stdout) as T;

it("installs a folder and a repository, shows what they ask for, and lists and exports them", async () => {
  await putSkill(at("src"), "tidy", "description: Tidies.\nallowed-tools: Bash(git:*)", "Tidy up.");
  const installed = await skills("install", "src/tidy");
  expect(installed).toMatchObject({ code: 0 });
  expect(installed.stdout).toContain("asks for: Bash(git:*)");
  expect(installed.stdout).toContain(`Installed tidy: ${home("skills", "tidy")}`);
  await putSkill(at("repo", "skills"), "other", "description: Other.", "Do it.");
  const git = (...args: string[]) => execFileSync("git", ["-C", at("repo"), ...args]);
  git("init", "-q");
  git("add", ".");
  git("-c", "user.name=t", "-c", "user.email=t@t", "commit", "-qm", "1");
  const cloned = json(await skills("install", `file://${at("repo")}`, "--json"));
  expect(cloned).toMatchObject({ kind: "git", commit: git("rev-parse", "HEAD").toString().trim() });
  const { skills: listed } = json<{ skills: { id: string }[] }>(await skills("list", "--json"));
  expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(["user:tidy", "user:other"]));
  const exported = json(await skills("export", "tidy", "-o", "tidy.zip", "--json"));
  expect(exported).toMatchObject({ path: at("tidy.zip"), files: 1 });
  expect(await skills("install")).toMatchObject({ code: 2 });
  expect(await skills("install", "nowhere")).toMatchObject({ code: 1, stdout: "" });
});

it("asks again for another signer, names the flag and ends with 3", async () => {
  await putSkill(at("src"), "demo", 'description: D.\nmetadata:\n  version: "1.0.0"', "One.");
  const elsewhere = { SKILLMINT_HOME: join(stage.temp.home, "elsewhere") };
  await skills("pack", "src/demo", "-o", "mine.skillpack");
  await stage.cli(["skills", "pack", "src/demo", "-o", "theirs.skillpack"], elsewhere);
  expect(await skills("install", "mine.skillpack")).toMatchObject({ code: 0 });
  const other = await skills("install", "theirs.skillpack", "--yes");
  const flag = /--accept-signer (SHA256:\S+)/.exec(other.stderr)?.[1] ?? "";
  expect([other.code, flag]).toEqual([3, expect.stringContaining("SHA256:")]);
  expect(await skills("install", "theirs.skillpack", "--accept-signer", flag)).toMatchObject({ code: 0 });
  const trusted = await skills("signers", "trust", flag, "--name", "them");
  expect(trusted.stdout).toBe(`Trusted: ${flag}\n`);
  expect((await skills("signers", "list")).stdout).toMatch(/ them {2}trusted /);
  expect(await skills("signers", "remove", "them")).toMatchObject({ code: 0 });
  expect(await skills("install", "theirs.skillpack", "--require-trusted")).toMatchObject({ code: 1 });
  expect(JSON.parse(await readFile(home("skills.lock"), "utf8"))).toMatchObject({
    skills: { demo: { kind: "pack", version: "1.0.0", signer: flag } },
  });
});
