import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FoundSkill } from "../skill.ts";
import { createProbe, findBinary, resolveSkillFile } from "./create-probe.ts";
import { readRequirements } from "./read-requirements.ts";

let home = "";
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "skillmint-probe-")));
});
afterEach(async () => rm(home, { recursive: true, force: true }));

async function put(path: string, text = "", mode = 0o644): Promise<string> {
  const file = join(home, path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}

function skillAt(folder: string, root = folder): FoundSkill {
  return {
    state: "ok",
    fields: { name: "mine" },
    extra: {},
    diagnostics: [],
    layer: "plugin",
    folder: join(home, folder),
    file: join(home, folder, "SKILL.md"),
    root: join(home, root),
    order: 0,
    trusted: true,
    bytes: 0,
    modifiedAt: 0,
  };
}

const others = { hasTool: () => false, hasMcp: () => false, hasSkill: () => false };

describe("findBinary", () => {
  it("looks along PATH, without running anything and without relative entries", async () => {
    const marker = join(home, "ran");
    const tool = await put("bin/tool", `#!/bin/sh\ntouch ${marker}\n`, 0o755);
    await put("bin/plain", "x");
    await mkdir(join(home, "bin/folder"));
    const env = { PATH: ["", ".", "bin", join(home, "none"), join(home, "bin")].join(delimiter) };
    expect(await findBinary("tool", env)).toBe(tool);
    for (const name of ["plain", "folder", "absent", "../bin/tool", tool, "", ".", "a\0b", "a b"]) {
      expect([name, await findBinary(name, env)]).toEqual([name, undefined]);
    }
    expect(await findBinary("tool", { PATH: "" })).toBeUndefined();
    expect(await resolveSkillFile({ folder: home, root: home }, "ran")).toBeUndefined();
  });

  it("tries the endings of Windows", async () => {
    const tool = await put("bin/tool.CMD");
    expect(await findBinary("tool", { Path: join(home, "bin"), PATHEXT: ".EXE;.CMD" }, "win32")).toBe(tool);
  });
});

describe("hasFile", () => {
  it("sees the skill's files and those of its plugin, and nothing else (A08, A11)", async () => {
    await put("plugin/skills/mine/references/a.md");
    await put("plugin/skills/other/b.md");
    await put("secret.txt", "canary");
    await symlink(join(home, "secret.txt"), join(home, "plugin/skills/mine/leak.md"));
    await symlink(home, join(home, "plugin/skills/mine/out"));
    await symlink("loop", join(home, "plugin/skills/mine/loop"));
    const skill = skillAt("plugin/skills/mine", "plugin");
    const probe = createProbe({ ...others, skill, env: { SET_KEY: "1", EMPTY_KEY: "" } });
    for (const path of [
      "references/a.md",
      "references/",
      "../other/b.md",
      "skills/other/b.md",
      "./references/../references/a.md",
    ]) {
      expect([path, await probe.hasFile(path)]).toEqual([path, true]);
    }
    const refused = [
      "leak.md",
      "out/secret.txt",
      "loop",
      "../../../secret.txt",
      join(home, "secret.txt"),
      "",
      "a\0",
      "~/x",
      "C:\\x",
      "%2e%2e/other/b.md",
      `file://${home}/secret.txt`,
      "x".repeat(5000),
    ];
    for (const path of refused) expect([path, await probe.hasFile(path)]).toEqual([path, false]);
    expect([probe.hasEnv("SET_KEY"), probe.hasEnv("EMPTY_KEY"), probe.hasEnv("toString")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("readRequirements", () => {
  it("follows texts one level deep and reads scripts", async () => {
    await put("mine/references/guide.md", "run `scripts/go.py`, see [more](more.md)");
    await put("mine/references/more.md", "see `deepest.md` in this directory");
    await put("mine/references/deepest.md");
    await put(
      "mine/scripts/go.py",
      "#!/usr/bin/env python3\nimport os\nos.environ['ACME_KEY']\nopen('data.json')\n",
    );
    await put("mine/scripts/data.json");
    await put("mine/scripts/serve", "#!/usr/bin/env node\n");
    const list = await readRequirements(skillAt("mine"), "Read [the guide](references/guide.md).", {
      bodyLine: 7,
    });
    expect(
      list.map(({ kind, name, guess, file, where }) => [kind, name, guess ?? false, file, where]),
    ).toEqual([
      ["file", "references/guide.md", false, undefined, 7],
      ["file", "references/more.md", true, "references/guide.md", 1],
      ["file", "scripts/go.py", true, "references/guide.md", 1],
      ["language", "python3", false, "scripts/go.py", 1],
      ["env", "ACME_KEY", false, "scripts/go.py", 3],
      ["language", "node", false, "scripts/serve", 1],
      ["file", "scripts/data.json", false, "scripts/go.py", undefined],
    ]);
  });

  it("reads nothing through links and is not held up by a pipe (A08, A12)", async () => {
    await put("outside.md", "Set the LEAKED_KEY environment variable");
    await mkdir(join(home, "mine/scripts"), { recursive: true });
    await symlink(join(home, "outside.md"), join(home, "mine/leak.md"));
    execFileSync("mkfifo", [join(home, "mine/pipe.md"), join(home, "mine/scripts/pipe.sh")]);
    await put("mine/binary.md", "\0\0 set the BINARY_KEY environment variable");
    const list = await readRequirements(
      skillAt("mine"),
      "[a](leak.md) [b](pipe.md) [c](binary.md) [d](gone.md)",
    );
    expect(list.map(({ name }) => name)).toEqual(["leak.md", "pipe.md", "binary.md", "gone.md"]);
  });

  it("survives a skill that is gone", async () => {
    expect(await readRequirements(skillAt("gone"), "see [x](x.md)")).toHaveLength(1);
  });
});
