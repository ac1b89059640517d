import { access, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../packages/core/src/testing/index.ts";
import { runCli, type CliResult } from "./kit.ts";

let temp: TempWorkspace;
let home: string;

beforeEach(async () => {
  temp = await createTempWorkspace();
  home = join(temp.env["HOME"] ?? "", "home");
});
afterEach(() => temp.remove());

const cli = (...args: string[]): Promise<CliResult> =>
  runCli(args, { env: { ...temp.env, SKILLMINT_HOME: home }, cwd: temp.folder });

const json = async (...args: string[]): Promise<unknown> => {
  const { stdout, stderr } = await cli("--json", ...args);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as unknown;
};

async function write(path: string, content: unknown): Promise<void> {
  const file = join(home, "environments", path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
}

const config = (): Promise<string> => readFile(join(home, "config.jsonc"), "utf8");

describe("skillmint env", () => {
  it("creates, lists, uses, shows and deletes", async () => {
    expect((await cli("env", "list")).stdout).toContain("skillmint env create");
    const created = await cli("env", "create", "work");
    expect([created.code, created.stdout]).toEqual([0, expect.stringContaining("skillmint env use work")]);
    await write(
      "work/config.jsonc",
      '{\n  // mine\n  "displayName": "Work",\n  "model": "openai/gpt-x", "mcp": { "git": { "env": { "T": "${T}" } } }\n}',
    );
    await write("work/agents.jsonc", [{ id: "main", role: "primary", deniedTools: ["Bash"] }]);
    await write("work/skills/release/SKILL.md", "---\nname: release\ndescription: Releases.\n---\nDo it.\n");
    await cli("config", "set", "mode", "plan");

    expect((await cli("env", "use", "work")).stdout.split("\n")).toEqual([
      "Environment: none → work",
      "model: automatic → openai/gpt-x",
      "tools removed: Bash",
      "MCP servers added: git",
      "skills added: release",
      expect.stringContaining("next prompt"),
      "",
    ]);
    expect(JSON.parse(await config())).toEqual({ mode: "plan", activeEnvironment: "work" });
    expect((await cli("env", "list")).stdout).toMatch(/^\* work +Work · openai\/gpt-x\n$/);
    const shown = await cli("env", "show");
    expect(shown.stdout).toMatch(/^work · Work \(in use\)\n[^]*model: openai\/gpt-x\n[^]*skills: release\n$/);
    expect(shown.stderr).toContain("config.jsonc:4:");
    expect(shown.stderr).toContain("${T} is not set");

    expect((await cli("env", "create", "copy", "--from", "work")).code).toBe(0);
    expect(await json("env", "show", "copy")).toMatchObject({ skills: ["release"], active: false });
    const refused = await cli("env", "delete", "work");
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--force")]);
    expect(await json("env", "use", "--none")).toMatchObject({
      from: "work",
      skills: { added: [], removed: ["release"] },
    });
    expect(JSON.parse(await config())).toEqual({ mode: "plan" });
    expect((await cli("env", "delete", "work")).code).toBe(0);
    expect(await json("env", "list")).toMatchObject({ environments: [{ name: "copy" }], diagnostics: [] });
    await cli("env", "use", "copy");
    expect((await cli("env", "delete", "copy", "--force")).stdout).toContain("now none is");
    expect(await readdir(join(home, "environments"))).toEqual([]);
  });

  it("speaks Chinese", async () => {
    await cli("env", "create", "work");
    expect((await cli("--lang", "zh-CN", "env", "use", "work")).stdout).toContain("环境：无 → work");
    expect((await cli("--lang", "zh-CN", "env", "use", "gone")).stderr).toContain("没有环境 gone");
  });

  it.each(["..", "../evil", "none", "con", "-x"])("refuses the name %j", async (name) => {
    for (const command of ["create", "delete"]) expect((await cli("env", command, "--", name)).code).toBe(2);
    await expect(access(home)).rejects.toThrow("ENOENT");
  });

  it("refuses to switch to a broken one, names every broken place, and keeps the old one", async () => {
    await cli("env", "create", "old");
    await cli("env", "use", "old");
    await write("new/config.jsonc", '{\n  "rules": { "deny": ["Bash("] }\n}');
    await write("new/agents.jsonc", '[\n  { "id": "x", "role": "chief" }\n]');
    const before = await config();
    const { code, stdout, stderr } = await cli("env", "use", "new");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(`${join(home, "environments/new/agents.jsonc")}:2:`);
    expect(stderr).toContain(`${join(home, "environments/new/config.jsonc")}:2:`);
    expect(await config()).toBe(before);
    expect((await cli("env", "show", "new")).code).toBe(1);
    expect((await cli("env", "list")).stdout).toContain("skillmint env show new");
  });

  it("deletes nothing through a link", async () => {
    await mkdir(join(home, "environments"), { recursive: true });
    await temp.write("keep.txt", "kept");
    await symlink(temp.folder, join(home, "environments/link"));
    expect((await cli("env", "delete", "link", "--force")).code).toBe(2);
    expect(await readFile(join(temp.folder, "keep.txt"), "utf8")).toBe("kept");
  });

  it("ends with all of one or all of the other when two switch at once", async () => {
    await write("a/config.jsonc", { model: "openai/a" });
    await write("b/config.jsonc", { model: "openai/b" });
    const names = ["a", "b", "a", "b"];
    const results = await Promise.all(names.map((name) => cli("--json", "env", "use", name)));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const changes = results.map(({ stdout }) => JSON.parse(stdout) as { from?: string; to: string });
    expect(changes.map(({ to }) => to)).toEqual(names);
    expect(changes.filter(({ from }) => from === undefined)).toHaveLength(1);
    const { activeEnvironment } = JSON.parse(await config()) as { activeEnvironment: string };
    expect(names).toContain(activeEnvironment);
    expect(await json("env", "show")).toMatchObject({
      name: activeEnvironment,
      model: `openai/${activeEnvironment}`,
    });
  });
});
