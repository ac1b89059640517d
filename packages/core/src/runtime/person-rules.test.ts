import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHome } from "../environment/home.ts";
import { createSettings } from "../environment/settings.ts";
import { createTempWorkspace, type TempWorkspace } from "../testing/index.ts";
import { openEnvironments } from "./environments.ts";
import { createFolderConfig } from "./folder-config.ts";
import { createPersonRules, type PersonRules } from "./person-rules.ts";

let temp: TempWorkspace;
let rules: PersonRules;
let file: string;
beforeEach(async () => {
  temp = await createTempWorkspace();
  const { env } = temp;
  const language = "en" as const;
  const home = createHome({ env, homedir: temp.home });
  const { trust } = createSettings(home, { language });
  const environments = openEnvironments({ env, language });
  const config = createFolderConfig({ env, home, trust, language, environments });
  rules = createPersonRules({ home, language, config });
  file = home.config;
  await mkdir(home.root, { recursive: true });
});
afterEach(() => temp.remove());

describe("the rules of a person", () => {
  it("are added once and removed, for everything or one folder, beside comments", async () => {
    await writeFile(file, '{\n  // mine\n  "rules": { "deny": ["Bash(rm:*)"] }\n}\n');
    const folder = await realpath(temp.folder);
    expect(await rules.add({ list: "allow", rule: " Bash(git log:*) " })).toBe(true);
    expect(await rules.add({ list: "allow", rule: "Bash(git log:*)" })).toBe(false);
    expect(await rules.add({ list: "ask", rule: "Read", folder })).toBe(true);
    expect(await rules.list()).toEqual([
      { list: "allow", rule: "Bash(git log:*)" },
      { list: "deny", rule: "Bash(rm:*)" },
      { list: "ask", rule: "Read", folder },
    ]);
    expect(await rules.inFolder(folder)).toContainEqual({ list: "ask", rule: "Read", source: "user" });
    expect(await rules.inFolder(temp.home)).not.toContainEqual({ list: "ask", rule: "Read", source: "user" });
    expect(await rules.remove({ list: "deny", rule: "Bash(rm:*)" })).toBe(true);
    expect(await rules.remove({ list: "deny", rule: "Bash(rm:*)" })).toBe(false);
    expect(await rules.remove({ list: "ask", rule: "Read", folder })).toBe(true);
    expect(await rules.list()).toEqual([{ list: "allow", rule: "Bash(git log:*)" }]);
    expect(await readFile(file, "utf8")).toContain("// mine");
  });

  it("lose nothing when several are added at once", async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `Bash(make ${index})`);
    await Promise.all(texts.map((rule) => rules.add({ list: "allow", rule })));
    expect((await rules.list()).map(({ rule }) => rule).sort()).toEqual(texts);
  });

  it("are refused where they are none, and in a file that is not understood", async () => {
    await expect(rules.add({ list: "allow", rule: "(((" })).rejects.toMatchObject({ code: "usage" });
    await writeFile(file, '{ "rules": { "allow": "Bash" } }');
    await expect(rules.add({ list: "allow", rule: "Read" })).rejects.toMatchObject({
      code: "config-unreadable",
    });
    expect(await readFile(join(file), "utf8")).toBe('{ "rules": { "allow": "Bash" } }');
  });
});
