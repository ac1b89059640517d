import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useStage, type CliResult } from "./kit.ts";
import { putFile, putSkill } from "./skill-files.fixture.ts";

const stage = useStage();
const home = () => stage.temp.env["HOME"] ?? "";
const mine = () => join(home(), ".claude", "skills");
const skills = (...args: string[]) => stage.cli(["skills", ...args]);

interface Row {
  id: string;
  name: string;
  offered: boolean;
  enabled: boolean;
  layer: string;
  reason?: string;
  rank: number;
  score: number;
}
const json = <T>(result: CliResult): T => JSON.parse(result.stdout) as T;
describe("skills show", () => {
  it("tells everything about one, and reads its files", async () => {
    const folder = await putSkill(
      mine(),
      "greet",
      "description: Says hello.\nallowed-tools: Bash(touch:*)\ncolour: red",
      "Read `words.md` first.\n\n## Steps",
      { "words.md": "hola\n", "scripts/run.sh": "#!/bin/sh\n" },
    );
    const shown = json<Record<string, unknown>>(await skills("show", "greet", "--json"));
    expect(shown).toMatchObject({
      id: "user:greet",
      folder,
      instructions: "Read `words.md` first.\n\n## Steps",
      extra: { colour: "red" },
      files: [{ path: "scripts/run.sh" }, { path: "words.md" }],
      grants: { rules: ["Bash(touch:*)"], approved: false },
    });
    expect(shown["requirements"]).toContainEqual(
      expect.objectContaining({ kind: "file", name: "words.md", found: true }),
    );
    const text = (await skills("show", "user:greet")).stdout;
    for (const part of [
      "greet\n  id: user:greet",
      "colour: red",
      "  Bash(touch:*)",
      "  ## Steps",
      "✓ file words.md",
    ])
      expect(text).toContain(part);
    expect((await skills("show", "greet", "--file", "words.md")).stdout).toBe("hola\n");
    expect(await skills("show", "nosuch")).toMatchObject({ code: 1 });
  });

  it("refuses what is missing and what is forbidden in the same words (A08, A11)", async () => {
    const folder = await putSkill(mine(), "leaky", "description: L.", "x");
    const secret = join(home(), "secret.txt");
    await writeFile(secret, "CANARY");
    await symlink(secret, join(folder, "link.md"));
    const paths = [
      "none.md",
      "../../../secret.txt",
      secret,
      "link.md",
      "",
      ".",
      "%2e%2e/secret.txt",
      `file://${secret}`,
    ];
    const seen = new Set<string>();
    for (const path of paths) {
      const result = await skills("show", "leaky", "--file", path);
      expect([path, result.code, result.stdout]).toEqual([path, 2, ""]);
      expect(result.stderr).not.toContain("CANARY");
      seen.add(path === "" ? result.stderr.trimEnd() : result.stderr.replace(path, "").trimEnd());
    }
    expect([...seen]).toEqual(["The skill has no such file:"]);
  });
});

describe("skills search and why", () => {
  it("ranks by the words of a prompt, in Chinese too, and says why others are not there", async () => {
    await putSkill(mine(), "pdf", "description: Fills in PDF forms.", "x");
    await putSkill(mine(), "minutes", "description: 会议纪要与总结。用户要求整理会议时使用。", "x");
    await putSkill(mine(), "quiet", "description: PDF by hand.\ndisable-model-invocation: true", "x");
    const why = json<{ budget: number; used: number; skills: Row[] }>(
      await skills("why", "please fill in this PDF form", "--json"),
    );
    expect(why.budget).toBe(10_240);
    expect(why.used).toBeGreaterThan(0);
    expect(why.skills.map(({ rank }) => rank)).toEqual(why.skills.map((_, place) => place + 1));
    expect(why.skills[0]).toMatchObject({
      id: "user:pdf",
      layer: "user",
      offered: true,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(why.skills.find(({ id }) => id === "user:quiet")).toMatchObject({
      offered: false,
      reason: "manual",
    });
    const chinese = json<{ skills: Row[] }>(await skills("why", "帮我整理会议", "--json"));
    expect(chinese.skills[0]?.id).toBe("user:minutes");
    expect((await skills("why", "fill PDF")).stdout).toMatch(/^ +rank +score +skill\n✓ +1 .*user:pdf/);
    expect(
      json<{ skills: Row[] }>(await skills("search", "会议", "--json")).skills.map(({ id }) => id),
    ).toEqual(["user:minutes"]);
    expect((await skills("search", "zebra")).stdout).toContain("No skill has a word of: zebra");
  });

  it("takes the budget from the model that is configured, without asking one", async () => {
    await putSkill(mine(), "one", "description: One.", "x");
    await putFile(
      join(home(), ".skillmint", "models.jsonc"),
      '{ "models": { "ollama/tiny": { "contextSize": 20000 } } }',
    );
    await stage.cli(["config", "set", "model", "ollama/tiny"]);
    const why = json<Record<string, unknown>>(await skills("why", "x", "--json"));
    expect(why).toMatchObject({ budget: 1_600, model: "ollama/tiny", contextTokens: 20_000 });
  });
});

describe("skills check", () => {
  interface Report {
    path: string;
    name: string | null;
    offered: boolean;
    reason?: string;
    valid: boolean;
    errors: { code: string }[];
    requirements: { kind: string; name: string; found: boolean; hint?: string }[];
  }
  const codes = (reports: readonly Report[]) =>
    reports.map(({ errors }) => errors.map(({ code }) => code).join());

  it("reports on each argument in order: names, folders, files and what is none", async () => {
    const good = await putSkill(
      mine(),
      "good",
      "description: Good. Use it.",
      "Run `jq . words.md` with $SLACK_TOKEN.",
    );
    const bad = await putSkill(stage.temp.folder, "bad-one", "model: opus", "x");
    await putFile(join(bad, "notes.txt"), "x");
    await mkdir(join(stage.temp.folder, "empty"));
    const result = await skills(
      "check",
      "--json",
      "good",
      join(good, "SKILL.md"),
      "./bad-one",
      join(bad, "notes.txt"),
      "empty",
      "nowhere",
    );
    const reports = json<Report[]>(result);
    expect(result.code).toBe(1);
    expect(codes(reports)).toEqual([
      "",
      "",
      "unknown-fields,description-missing",
      "not-a-directory",
      "skill-md-missing",
      "path-not-exist",
    ]);
    expect(reports.map(({ name }) => name)).toEqual(["good", "good", "bad-one", null, null, null]);
    expect(reports.map(({ reason = "offered" }) => reason)).toEqual([
      "offered",
      "offered",
      "no-description",
      "unreadable",
      "unreadable",
      "unreadable",
    ]);
    expect(reports[0]).toMatchObject({ path: good, description: "Good. Use it.", valid: true, warnings: [] });
    expect(reports[0]?.requirements).toContainEqual(
      expect.objectContaining({
        kind: "env",
        name: "SLACK_TOKEN",
        found: false,
        hint: expect.stringContaining("SLACK_TOKEN"),
      }),
    );
    const claude = await skills("check", "--profile", "claude", "--json", bad);
    expect(codes(json<Report[]>(claude))).toEqual([expect.not.stringContaining("unknown-fields")]);
    expect(await skills("check", "good")).toMatchObject({ code: 0 });
    expect((await skills("check", "bad-one")).stdout).toContain("error description-missing");
    expect((await stage.cli(["--lang", "zh-CN", "skills", "check", "good"])).stdout).toContain(
      "会提供给模型",
    );
    expect(await skills("check", "--profile", "strict", "good")).toMatchObject({ code: 2 });
  });

  it("judges as if it were the user's: by the switches, not by trust or who has the name", async () => {
    await putSkill(mine(), "same", "description: Mine.", "x");
    const theirs = await putSkill(
      join(stage.temp.folder, ".claude", "skills"),
      "same",
      "description: Theirs.",
      "Use the other-skill skill.",
    );
    const [report] = json<Report[]>(await skills("check", "--json", theirs));
    expect(report).toMatchObject({ offered: true, description: "Theirs." });
    await skills("disable", "user:same");
    const [off] = json<Report[]>(await skills("check", "--json", theirs));
    expect(off).toMatchObject({ offered: false, reason: "disabled" });
  });
});
