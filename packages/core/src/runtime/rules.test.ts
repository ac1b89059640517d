import { describe, expect, it } from "vitest";
import { collectRules, parseRuleSets } from "./rules.ts";

const project = {
  rules: [
    { file: "/w/sub/.skillmint/config.jsonc", folder: "/w/sub", rules: { allow: ["Bash(make)"] } },
    { file: "/w/.skillmint/config.jsonc", folder: "/w", rules: { deny: ["WebFetch"] } },
  ],
};

describe("collectRules", () => {
  it("names the place of every rule and leaves empty places out", () => {
    const sets = collectRules({
      folder: "/w/sub",
      config: {
        rules: { allow: ["Read"], ask: ["Write"] },
        workspaces: { "/w/sub": { rules: { allow: ["Edit"] } }, "/other": { rules: { allow: ["Bash"] } } },
      },
      project,
      environment: {},
      session: { deny: ["Bash(rm x)"] },
      grants: ["Bash(ls)"],
      flags: { allow: ["Glob"] },
    });
    expect(sets).toEqual([
      { source: "user", texts: { allow: ["Read"], ask: ["Write"], deny: [] } },
      { source: "user", texts: { allow: ["Edit"], ask: [], deny: [] } },
      {
        source: "project",
        texts: { allow: ["Bash(make)"], ask: [], deny: [] },
        file: "/w/sub/.skillmint/config.jsonc",
        folder: "/w/sub",
      },
      {
        source: "project",
        texts: { allow: [], ask: [], deny: ["WebFetch"] },
        file: "/w/.skillmint/config.jsonc",
        folder: "/w",
      },
      { source: "session", texts: { allow: [], ask: [], deny: ["Bash(rm x)"] } },
      { source: "session", texts: { allow: ["Bash(ls)"], ask: [], deny: [] } },
      { source: "flag", texts: { allow: ["Glob"], ask: [], deny: [] } },
    ]);
  });

  it("is empty where nobody said anything, also for a folder with a name of Object", () => {
    expect(collectRules({ folder: "/w" })).toEqual([]);
    expect(collectRules({ folder: "constructor", config: { workspaces: {} } })).toEqual([]);
  });

  it("gives its own lists away, not those of the files", () => {
    const allow = ["Read"];
    collectRules({ folder: "/w", config: { rules: { allow } } })[0]?.texts.allow.push("Bash");
    expect(allow).toEqual(["Read"]);
  });
});

describe("parseRuleSets", () => {
  it("keeps the source and the kind of every rule", () => {
    const sets = collectRules({
      folder: "/w",
      config: { rules: { deny: ["Bash(rm:*)"] } },
      project,
      grants: ["LS"],
    });
    const rules = parseRuleSets(sets, { home: "/h" });
    const named = (["allow", "ask", "deny"] as const).flatMap((kind) =>
      rules[kind].map(({ text, source }) => `${kind} ${text} ${source}`),
    );
    expect(named).toEqual([
      "allow Bash(make) project",
      "allow LS session",
      "deny Bash(rm:*) user",
      "deny WebFetch project",
    ]);
  });

  const wrong = { allow: ["Bash("] };
  it.each([
    ["of a project", { project: { rules: [{ file: "/w/config.jsonc", folder: "/w", rules: wrong }] } }],
    ["of the person", { config: { rules: wrong }, configFile: "/w/config.jsonc" }],
  ])("names the file %s whose rule is none", (_, parts) => {
    const sets = collectRules({ folder: "/w", ...parts });
    expect(() => parseRuleSets(sets)).toThrow(
      expect.objectContaining({
        code: "usage",
        params: { message: expect.stringMatching(/^\/w\/config\.jsonc: .*Bash\(/) },
      }),
    );
    expect(() => parseRuleSets(collectRules({ folder: "/w", flags: { deny: ["?"] } }))).toThrow(
      expect.objectContaining({ code: "usage" }),
    );
  });
});
