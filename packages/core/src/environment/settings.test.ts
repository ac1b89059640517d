import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";
import { createSettings, settingDefaults } from "./settings.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

describe("loadConfig", () => {
  it("takes no file as nothing set", async () => {
    await using temporary = await temporaryHome();
    expect(await loadConfig(temporary.home)).toEqual({ config: {}, hooks: [], diagnostics: [] });
  });

  it("keeps unknown keys and reports them", async () => {
    await using temporary = await temporaryHome({ config: '{ "mode": "plan",\n "limits": { "tokns": 1 } }' });
    const { config, diagnostics } = await loadConfig(temporary.home);
    expect(config).toEqual({ mode: "plan", limits: { tokns: 1 } });
    expect(diagnostics).toEqual([
      {
        path: temporary.home.config,
        line: 2,
        column: 14,
        severity: "warning",
        code: "unknown-key",
        message: "Unknown setting limits.tokns: it is kept and has no effect.",
      },
    ]);
  });

  it("points to a value that does not fit, in the language asked for", async () => {
    await using temporary = await temporaryHome({ config: '{\n  "mode": "paln"\n}' });
    await expect(loadConfig(temporary.home, { language: "zh-CN" })).rejects.toMatchObject({
      code: "config-unreadable",
      params: {
        file: temporary.home.config,
        line: 2,
        column: 11,
        message: "mode：应为以下之一：default, acceptEdits, plan, dontAsk, unrestricted",
      },
    });
  });
});

describe("settings", () => {
  it.each([
    ["model", "openai/gpt", "openai/gpt"],
    ["mode", "plan", "plan"],
    ["limits.iterations", "7", 7],
    ["limits.cost", "0.5", 0.5],
    ["timeouts.idleMs", "90000", 90_000],
    ["skills.enabled", "false", false],
    ["rules.allow", '["Bash(git add:*, git commit:*)"]', ["Bash(git add:*, git commit:*)"]],
    ["rules.deny", "Read(.env)\nBash(rm:*)", ["Read(.env)", "Bash(rm:*)"]],
    ["secrets.store", "keychain", "keychain"],
    ["skills.disableShell", "true", true],
    ["permissions.skill", '{ "deploy-*": "ask" }', { "deploy-*": "ask" }],
  ])("sets %s to %j and back", async (path, text, value) => {
    await using temporary = await temporaryHome({ config: "// mine\n{}\n" });
    const settings = createSettings(temporary.home);
    expect(await settings.set(path, text)).toEqual({ path, value, source: "file" });
    expect(await createSettings(temporary.home).get(path)).toEqual({ path, value, source: "file" });
    expect(await readFile(temporary.home.config, "utf8")).toContain("// mine");
    expect(await settings.unset(path)).toEqual({
      path,
      source: "default",
      ...(path in settingDefaults ? { value: settingDefaults[path] } : {}),
    });
  });

  it.each([
    ["mode", "paln", "mode takes one of default, acceptEdits, plan, dontAsk, unrestricted."],
    ["limits.iterations", "many", "limits.iterations takes a whole number from 1 to 1000."],
    ["limits.iterations", "0", "limits.iterations takes a whole number from 1 to 1000."],
    ["limits.iterations", "", "limits.iterations takes a whole number from 1 to 1000."],
    ["limits.tokens", "1.5", "limits.tokens takes a whole number of at least 1."],
    ["limits.cost", "-1", "limits.cost takes a number above 0."],
    ["skills.enabled", "yes", "skills.enabled takes true or false."],
    ["skills.enabled", "constructor", "skills.enabled takes true or false."],
    ["model", "", "model takes a text that is not empty."],
    ["rules.allow", "[1]", "rules.allow takes a list of texts."],
    ["rules.allow", "[", "rules.allow takes a list of texts."],
    ["permissions.skill", '{ "x": "maybe" }', "permissions.skill takes an object in braces."],
    ["permissions.skill", "{", "permissions.skill takes an object in braces."],
    ["activeEnvironment", "work", "The environment is switched by: skillmint env use work"],
    ["rules", "x", "rules is a group. Its settings: rules.allow, rules.ask, rules.deny"],
    ["__proto__", "x", expect.stringMatching(/^Unknown setting __proto__. Known: model, mode, /)],
    ["modle", "x", expect.stringContaining("Unknown setting modle")],
  ])("refuses %s = %j", async (path, text, message) => {
    await using temporary = await temporaryHome();
    const settings = createSettings(temporary.home);
    await expect(settings.set(path, text)).rejects.toMatchObject({ code: "usage", params: { message } });
    await expect(readFile(temporary.home.config)).rejects.toThrow("ENOENT");
  });

  it("refuses a rule that whoever reads it would refuse", async () => {
    await using temporary = await temporaryHome();
    const checkRule = (text: string) => (text.endsWith("(") ? `${text} is no rule` : undefined);
    const settings = createSettings(temporary.home, { checkRule });
    await expect(settings.set("rules.deny", '["Read", "Bash("]')).rejects.toMatchObject({
      code: "usage",
      params: { message: "Bash( is no rule" },
    });
    expect(await settings.set("rules.deny", "Read")).toMatchObject({ value: ["Read"] });
    expect(await settings.set("model", "x(")).toMatchObject({ value: "x(" });
  });

  it("can correct a value that makes the file unreadable", async () => {
    await using temporary = await temporaryHome({ config: '{ "mode": "paln" }' });
    const settings = createSettings(temporary.home);
    await expect(settings.get("mode")).rejects.toMatchObject({ code: "config-unreadable" });
    expect(await settings.set("mode", "plan")).toMatchObject({ value: "plan" });
  });

  it("lists everything with where it comes from", async () => {
    await using temporary = await temporaryHome({ config: '{ "limits": { "tokens": 5 }, "x": 1 }' });
    const { settings, diagnostics } = await createSettings(temporary.home).list();
    expect(settings).toContainEqual({ path: "limits.tokens", value: 5, source: "file" });
    expect(settings).toContainEqual({ path: "limits.iterations", value: 100, source: "default" });
    expect(settings).toContainEqual({ path: "model", source: "default" });
    expect(diagnostics).toHaveLength(1);
  });

  it("has defaults only for settings that exist", async () => {
    await using temporary = await temporaryHome();
    const { settings } = await createSettings(temporary.home).list();
    expect(settings.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(settingDefaults)));
  });

  it("switches skills by id and keeps what people wrote", async () => {
    await using temporary = await temporaryHome({
      config: '{\n  "skills": {\n    "enabled": true // all\n  }\n}\n',
    });
    const settings = createSettings(temporary.home);
    const skills = async () => (await loadConfig(temporary.home)).config.skills;
    await settings.switchSkill("plugin:a.b:c@apps/web", false);
    await settings.switchSkill("user:x", true);
    expect(await skills()).toEqual({
      enabled: true,
      skills: { "plugin:a.b:c@apps/web": { enabled: false }, "user:x": { enabled: true } },
    });
    await settings.switchSkill("plugin:a.b:c@apps/web", true);
    await settings.switchSkill("user:x", undefined);
    expect(await skills()).toMatchObject({
      skills: { "plugin:a.b:c@apps/web": { enabled: true }, "user:x": {} },
    });
    expect(await readFile(temporary.home.config, "utf8")).toContain("// all");
  });

  it.each(["", " ", "__proto__", "a\nb", "a\u0000", "x".repeat(401)])(
    "refuses %j as a skill's id",
    async (id) => {
      await using temporary = await temporaryHome();
      const { switchSkill } = createSettings(temporary.home);
      await expect(switchSkill(id, false)).rejects.toMatchObject({ code: "usage" });
      await expect(readFile(temporary.home.config)).rejects.toThrow("ENOENT");
    },
  );
});
