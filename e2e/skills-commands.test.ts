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
const list = async (...flags: string[]) =>
  json<{ skills: Row[]; diagnostics: { path: string; code: string; severity: string }[] }>(
    await stage.cli([...flags, "skills", "list", "--json"]),
  );
const byId = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map((row) => [row.id, row.reason ?? "offered"]));

describe("skills list", () => {
  it("gives every skill with the reason where it is not offered, and what is wrong", async () => {
    const project = join(stage.temp.folder, ".claude", "skills");
    await putSkill(mine(), "plain", "description: Plain.", "x");
    await putSkill(mine(), "manual", "description: Manual.\ndisable-model-invocation: true", "x");
    await putSkill(mine(), "mute", "license: MIT", "x");
    await putSkill(
      mine(),
      "needy",
      "description: N.\nmetadata:\n  skillmint:\n    requires:\n      binaries: [no-such-program]",
      "x",
    );
    await putSkill(join(home(), ".agents", "skills"), "plain", "description: Another.", "x");
    await putSkill(project, "theirs", "description: Theirs.", "x");
    await putFile(join(mine(), "broken", "SKILL.md"), "---\nname: [\n---\n");
    expect(await skills("disable", "user:plain")).toMatchObject({ code: 0 });
    const { skills: rows, diagnostics } = await list();
    const second = `user:plain@${join(home(), ".agents", "skills", "plain")}`;
    expect(byId(rows)).toEqual({
      "project:theirs": "untrusted",
      "user:plain": "disabled",
      [second]: "shadowed",
      "user:manual": "manual",
      "user:mute": "no-description",
      "user:needy": "requirement",
    });
    expect(rows.find(({ id }) => id === "user:plain")).toMatchObject({
      name: "plain",
      description: "Plain.",
      layer: "user",
      folder: join(mine(), "plain"),
      enabled: false,
      offered: false,
    });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({ path: join(mine(), "broken", "SKILL.md"), severity: "error" }),
    );
    const shown = await skills("list");
    expect(shown.stdout).toMatch(/^Project \(1\)\n/);
    expect(shown.stdout).toContain("not offered: switched off (user:plain)");
    expect(shown.stderr).toContain("broken/SKILL.md");
    expect((await stage.cli(["--lang", "zh-CN", "skills", "list"])).stdout).toContain(
      "未提供：已关闭（user:plain）",
    );
  });

  it("honours --cwd, --env and trust", async () => {
    const other = join(home(), "other");
    await putSkill(join(other, ".skillmint", "skills"), "there", "description: T.", "x");
    await putSkill(
      join(home(), ".skillmint", "environments", "work", "skills"),
      "at-work",
      "description: W.",
      "x",
    );
    await putFile(join(home(), ".skillmint", "environments", "work", "config.jsonc"), "{}");
    expect((await list()).skills).toEqual([]);
    expect(byId((await list("--env", "work")).skills)).toEqual({ "environment:at-work": "offered" });
    expect(byId((await list("--cwd", other)).skills)).toEqual({ "project:there": "untrusted" });
    await stage.cli(["--cwd", other, "trust"]);
    expect(byId((await list("--cwd", other)).skills)).toEqual({ "project:there": "offered" });
    const unknown = await stage.cli(["--env", "nosuch", "skills", "list", "--json"]);
    expect([unknown.code, unknown.stdout]).toEqual([2, ""]);
    expect(unknown.stderr).toContain("nosuch");
  });

  it.each([10, 10_000])("lists %i skills", { timeout: 60_000 }, async (count) => {
    for (let at = 0; at < count; at += 200)
      await Promise.all(
        Array.from({ length: Math.min(200, count - at) }, async (_, index) => {
          const folder = join(mine(), `s-${at + index}`);
          await mkdir(folder, { recursive: true });
          await writeFile(
            join(folder, "SKILL.md"),
            `---\nname: s-${at + index}\ndescription: Thing ${at + index}.\n---\n`,
          );
        }),
      );
    const startedAt = performance.now();
    const { skills: rows } = await list();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(new Set(rows.filter(({ offered }) => offered).map(({ id }) => id)).size).toBe(count);
    const why = json<{ budget: number; used: number; skills: Row[] }>(
      await skills("why", "--json", "Thing 7"),
    );
    expect(why.skills).toHaveLength(count);
    expect(why.used).toBeLessThanOrEqual(why.budget);
    expect(why.skills[0]).toMatchObject({ id: "user:s-7", rank: 1, offered: true });
    expect(why.skills.some(({ reason }) => reason === "budget")).toBe(count > 10);
  });

  it("shows nothing that acts on a terminal, on any command (D06, G08)", async () => {
    const evil = String.raw`"Nice\e]0;owned\a\r\n::set-output x\u202E\u200b"`;
    await putSkill(
      mine(),
      "evil",
      `description: ${evil}\n"we\\e[31mird": "v\\e[2J\\nx"\nallowed-tools: "Bash(touch \\e[2Jx:*)"`,
      "Hi \u001b[2J there",
      {
        "a\u001b[2Jb.md": "x",
      },
    );
    for (const args of [
      ["list"],
      ["show", "evil"],
      ["search", "nice"],
      ["why", "nice"],
      ["check", "evil"],
      ["approve", "evil", "--yes"],
      ["disable", "evil"],
    ]) {
      const { stdout, stderr } = await skills(...args);
      expect([
        args[0],
        /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u200b]/.test(stdout + stderr),
      ]).toEqual([args[0], false]);
      expect(`${stdout}${stderr}`.split("\n").filter((line) => line.startsWith("::"))).toEqual([]);
      expect(stdout).toContain("evil");
    }
    for (const args of [["list"], ["show", "evil"], ["search", "nice"], ["why", "nice"], ["check", "evil"]]) {
      const { stdout } = await skills(...args, "--json");
      expect(stdout.trimEnd().split("\n")).toHaveLength(1);
      expect(typeof JSON.parse(stdout)).toBe("object");
    }
  });
});

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
    expect(why.skills.map(({ rank }) => rank)).toEqual([1, 2, 3]);
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

it("says in one line of doctor how skills are", async () => {
  const line = async () =>
    (await stage.cli(["doctor"])).stdout.split("\n").filter((text) => text.includes("skills: "));
  await putSkill(mine(), "one", "description: 1.", "x");
  expect(await line()).toEqual(["✓ skills: 1, 1 of them offered to models"]);
  await putSkill(mine(), "two", "license: MIT", "x");
  expect(await line()).toEqual([
    "• skills: 2, 1 of them offered to models; 1 with problems: skillmint skills list",
  ]);
});
