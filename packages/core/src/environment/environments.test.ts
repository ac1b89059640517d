import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { homeWithEnvironments } from "./environment-files.fixture.ts";
import { createEnvironments, type EnvironmentsOptions } from "./environments.ts";
import { createSettings } from "./settings.ts";

async function setUp(
  files: Record<string, unknown> = {},
  config = "{}",
  options: Partial<EnvironmentsOptions> = {},
) {
  const temporary = await homeWithEnvironments(files, { config });
  const { home } = temporary;
  const environments = createEnvironments({ home, settings: createSettings(home), ...options });
  return { ...temporary, environments, config: () => readFile(home.config, "utf8") };
}

const nothing = { added: [], removed: [] };
const still = { tools: nothing, mcp: nothing, skills: nothing, agents: nothing };

describe("use", () => {
  it("remembers the environment, keeps comments and says what changed", async () => {
    await using at = await setUp(
      {
        "a/config.jsonc": { model: "openai/a", mcp: { one: {}, both: {} } },
        "a/skills/x/SKILL.md": "",
        "a/skills/y/skill.md": "",
        "a/skills/no/README.md": "",
        "b/config.jsonc": { defaultModel: "openai/b", mode: "plan", mcp: { two: {}, both: {} } },
        "b/agents.jsonc": [
          { id: "main", role: "primary", deniedTools: ["Bash"], model: "openai/main" },
          { id: "scout", role: "sub" },
        ],
        "b/skills/y/SKILL.md": "",
        "b/skills/z/SKILL.md": "",
      },
      '{\n  // mine\n  "mode": "acceptEdits"\n}\n',
    );
    const { environments } = at;
    expect(await environments.use("a")).toEqual({
      ...still,
      to: "a",
      model: { to: "openai/a" },
      mcp: { added: ["both", "one"], removed: [] },
      skills: { added: ["x", "y"], removed: [] },
    });
    expect(await at.config()).toMatch(/\/\/ mine[^]*"activeEnvironment": "a"/);
    expect(await environments.use("b")).toEqual({
      from: "a",
      to: "b",
      model: { from: "openai/a", to: "openai/main" },
      mode: { from: "acceptEdits", to: "plan" },
      tools: { added: [], removed: ["Bash"] },
      mcp: { added: ["two"], removed: ["one"] },
      skills: { added: ["z"], removed: ["x"] },
      agents: { added: ["scout"], removed: [] },
    });
    expect(await environments.use("b")).toEqual({ ...still, from: "b", to: "b" });
    expect(await environments.use("None")).toMatchObject({ from: "b", tools: { added: ["Bash"] } });
    expect(await at.config()).not.toContain("activeEnvironment");
    expect(await environments.use(undefined)).toEqual(still);
  });

  it.each([
    ["config.jsonc", "{ broken"],
    ["config.jsonc", '{ "mode": "paln" }'],
    ["agents.jsonc", '[{ "id": "x" }]'],
    ["models.jsonc", '{ "fast": 1 }'],
  ])("is refused by a broken %s %s, and the old one stays", async (file, text) => {
    await using at = await setUp({ "old/config.jsonc": {}, "new/config.jsonc": {}, [`new/${file}`]: text });
    await at.environments.use("old");
    const before = await at.config();
    await expect(at.environments.use("new")).rejects.toMatchObject({
      code: "config-unreadable",
      params: { file: at.at(`new/${file}`), line: 1 },
    });
    expect(await at.config()).toBe(before);
    expect((await at.environments.list()).environments).toMatchObject([
      { name: "new", broken: true, active: false },
      { name: "old", broken: false, active: true },
    ]);
  });

  it("changes nothing where saying what changed fails", async () => {
    await using at = await setUp({ "a/config.jsonc": {} }, "{}", {
      skillNames: () => Promise.reject(new Error("disk")),
    });
    await expect(at.environments.use("a")).rejects.toThrow("disk");
    expect(await at.config()).toBe("{}");
  });

  it.each(["gone", "../a", "a/b", "", "con"])("refuses %j and names those there are", async (name) => {
    await using at = await setUp({ "a/config.jsonc": {} });
    await expect(at.environments.use(name)).rejects.toMatchObject({ code: "usage" });
    expect(await at.config()).toBe("{}");
  });

  it("leaves an unreadable config.jsonc as it is", async () => {
    await using at = await setUp({ "a/config.jsonc": {} }, "{ mine");
    await expect(at.environments.use("a")).rejects.toMatchObject({ code: "config-unreadable" });
    expect(await at.config()).toBe("{ mine");
  });

  it("gets away from one that is gone or broken, and names it", async () => {
    await using at = await setUp(
      { "a/config.jsonc": "{", "b/config.jsonc": {} },
      '{"activeEnvironment":"a"}',
    );
    expect(await at.environments.use("b")).toEqual({ ...still, from: "a", to: "b" });
    await createSettings(at.home).setActiveEnvironment("gone");
    expect(await at.environments.use("none")).toEqual({ ...still, from: "gone" });
  });

  it("ends with one of them, whole, when several processes switch at once", async () => {
    await using at = await setUp({
      "a/config.jsonc": { model: "openai/a" },
      "b/config.jsonc": { model: "openai/b" },
      "broken/config.jsonc": "{",
    });
    const script = join(import.meta.dirname, "use-environment.fixture.ts");
    const start = (name: string) =>
      promisify(execFile)(process.execPath, ["--conditions=skillmint-source", script, at.folder, name, "8"]);
    const runs = await Promise.all(["a", "b", "broken"].map(start));
    const changes = runs.flatMap(({ stdout }) => stdout.trim().split("\n"));
    expect(changes.filter((line) => line === "refused")).toHaveLength(8);
    const switched = changes.filter((line) => line !== "refused").map((line) => line.split(" "));
    expect(switched).toHaveLength(16);
    // Each change says truly what was before it: chained, they end at what the file says now.
    const known = new Map([
      ["-", undefined],
      ["a", "openai/a"],
      ["b", "openai/b"],
    ]);
    for (const [from = "", to = "", fromModel = ""] of switched)
      expect([to, fromModel]).toEqual([
        expect.stringMatching(/^[ab]$/),
        from === to ? "same" : (known.get(from) ?? "-"),
      ]);
    expect(switched.filter(([from]) => from === "-")).toHaveLength(1);
    const { active } = await at.environments.list();
    expect(await at.config()).toBe(`{\n  "activeEnvironment": "${active}"\n}`);
    expect((await readdir(at.home.root)).sort()).toEqual(["config.jsonc", "environments"]);
  });
});

describe("current", () => {
  const files = { "a/config.jsonc": {}, "b/config.jsonc": {}, "bad/config.jsonc": "{" };

  it.each([
    [{}, undefined, {}],
    [{}, "a", { name: "a", source: "active" }],
    [{ session: "b" }, "a", { name: "b", source: "session" }],
    [{ flag: "a", session: "b" }, "b", { name: "a", source: "flag" }],
    [{ flag: "none", session: "b" }, "b", { source: "flag" }],
    [{ session: "none" }, "b", { source: "session" }],
  ])("of %j with %s in use", async (wish, active, expected) => {
    await using at = await setUp(files, JSON.stringify(active ? { activeEnvironment: active } : {}));
    const { environment, source } = await at.environments.current(wish);
    expect({ ...(environment ? { name: environment.name } : {}), ...(source ? { source } : {}) }).toEqual(
      expected,
    );
  });

  it.each(["gone", "../../x", "NUL"])(
    "goes on without one where %s is in use, and says so",
    async (active) => {
      await using at = await setUp(files, JSON.stringify({ activeEnvironment: active }));
      const found = await at.environments.current();
      expect(found).toMatchObject({ diagnostics: [{ code: "environment-missing", path: at.home.config }] });
      expect(found).not.toHaveProperty("environment");
      expect((await at.environments.list()).diagnostics).toMatchObject([{ code: "environment-missing" }]);
    },
  );

  it("refuses one that a flag names and that is not there, and any that is broken", async () => {
    await using at = await setUp(files);
    await expect(at.environments.current({ flag: "gone" })).rejects.toMatchObject({ code: "usage" });
    await expect(at.environments.current({ session: "bad" })).rejects.toMatchObject({
      code: "config-unreadable",
    });
  });
});

describe("create", () => {
  it("makes a folder that can be used, once", async () => {
    await using at = await setUp();
    const { folder } = await at.environments.create("work");
    expect((await readdir(folder)).sort()).toEqual(["config.jsonc", "skills"]);
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
    expect(await at.environments.load("work")).toMatchObject({
      config: { displayName: "work" },
      diagnostics: [],
    });
    await expect(at.environments.create("work")).rejects.toMatchObject({ code: "usage" });
    await expect(at.environments.create("WORK")).rejects.toMatchObject({ code: "usage" });
    await at.environments.use("work");
  });

  it("explains itself in Chinese too", async () => {
    await using at = await setUp({}, "{}", { language: "zh-CN" });
    const { folder } = await at.environments.create("work");
    expect(await readFile(join(folder, "config.jsonc"), "utf8")).toContain("此环境的设置");
  });

  it("copies another's files, but no links, pipes or what they lead to", async () => {
    await using at = await setUp({ "a/config.jsonc": "// mine\n{}", "a/skills/x/SKILL.md": "text" });
    await writeFile(join(at.folder, "outside"), "secret");
    await symlink(join(at.folder, "outside"), at.at("a/link"));
    await symlink(at.home.root, at.at("a/skills/home"));
    execFileSync("mkfifo", [at.at("a/pipe")]);
    const { diagnostics } = await at.environments.create("b", { from: "a" });
    expect(diagnostics.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      `not-copied ${at.at("a/link")}`,
      `not-copied ${at.at("a/pipe")}`,
      `not-copied ${at.at("a/skills/home")}`,
    ]);
    expect((await readdir(at.at("b"), { recursive: true })).sort()).toEqual([
      "config.jsonc",
      "skills",
      "skills/x",
      "skills/x/SKILL.md",
    ]);
    expect(await readFile(at.at("b/config.jsonc"), "utf8")).toBe("// mine\n{}");
    await expect(at.environments.create("c", { from: "gone" })).rejects.toMatchObject({ code: "usage" });
    expect(await readdir(at.home.environments)).toEqual(["a", "b"]);
  });

  it("does not write through a dangling link", async () => {
    await using at = await setUp();
    await mkdir(at.home.environments, { recursive: true });
    await symlink(join(at.folder, "elsewhere"), at.at("work"));
    await expect(at.environments.create("work")).rejects.toMatchObject({ code: "usage" });
    await expect(lstat(join(at.folder, "elsewhere"))).rejects.toThrow("ENOENT");
  });
});

describe("delete", () => {
  it("takes only that folder, and the one in use only when forced", async () => {
    await using at = await setUp({ "a/config.jsonc": {}, "b/config.jsonc": {} });
    await writeFile(join(at.folder, "outside"), "keep");
    await symlink(at.folder, at.at("a/up"));
    await at.environments.use("b");
    expect(await at.environments.delete("a")).toEqual({ folder: at.at("a"), wasActive: false });
    expect(await readFile(join(at.folder, "outside"), "utf8")).toBe("keep");
    await expect(at.environments.delete("b")).rejects.toMatchObject({ code: "usage" });
    expect(await at.environments.delete("b", { force: true })).toMatchObject({ wasActive: true });
    expect(await readdir(at.home.environments)).toEqual([]);
    expect(await at.environments.list()).toEqual({ environments: [], diagnostics: [] });
  });

  it.each(["..", ".", "../..", "a/../..", "/", "gone"])("refuses %j", async (name) => {
    await using at = await setUp({ "a/config.jsonc": {} });
    await expect(at.environments.delete(name, { force: true })).rejects.toMatchObject({ code: "usage" });
    expect(await readdir(at.home.environments)).toEqual(["a"]);
  });

  it("never through a link", async () => {
    await using at = await setUp({ "a/config.jsonc": {} });
    await mkdir(join(at.folder, "real"));
    await writeFile(join(at.folder, "real/keep"), "");
    await symlink(join(at.folder, "real"), at.at("link"));
    await expect(at.environments.delete("link", { force: true })).rejects.toMatchObject({ code: "usage" });
    expect(await readdir(join(at.folder, "real"))).toEqual(["keep"]);
  });

  it("refuses the one in use under its other name", async () => {
    await using at = await setUp({ "a/config.jsonc": {} }, '{"activeEnvironment":"same"}');
    await symlink(at.at("a"), at.at("same"));
    await expect(at.environments.delete("a")).rejects.toMatchObject({ code: "usage" });
  });
});

describe("list and show", () => {
  it("leave aside what is no environment", async () => {
    await using at = await setUp({
      "a/config.jsonc": { displayName: "A" },
      file: "",
      ".hidden/config.jsonc": {},
    });
    await mkdir(at.at("has space"));
    expect(await at.environments.list()).toMatchObject({
      environments: [{ name: "a", displayName: "A" }],
      diagnostics: [{ code: "environment-name", path: at.at("has space") }],
    });
  });

  it("shows what is there as far as it can be read", async () => {
    await using at = await setUp({
      "a/config.jsonc": { description: "d" },
      "a/agents.jsonc": "[",
      "a/skills/x/SKILL.md": "",
    });
    expect(await at.environments.show("a")).toMatchObject({
      active: false,
      config: { description: "d" },
      skills: ["x"],
      diagnostics: [{ severity: "error", path: at.at("a/agents.jsonc"), line: 1 }],
    });
  });
});
