import { mkdir, writeFile } from "node:fs/promises";
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
/** Without what comes with the product. */
const notBundled = (rows: readonly Row[]): Row[] => rows.filter(({ id }) => !id.startsWith("bundled:"));
const list = async (...flags: string[]) => {
  const told = json<{ skills: Row[]; diagnostics: { path: string; code: string; severity: string }[] }>(
    await stage.cli([...flags, "skills", "list", "--json"]),
  );
  return { ...told, skills: notBundled(told.skills) };
};
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
    expect(notBundled(why.skills)).toHaveLength(count);
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

it("says in one line of doctor how skills are", async () => {
  const line = async () =>
    (await stage.cli(["doctor"])).stdout.split("\n").filter((text) => text.includes("skills: "));
  const [before = ""] = await line();
  const [bundled = 0, offered = 0] = before.match(/\d+/g)?.map(Number) ?? [];
  expect(bundled).toBeGreaterThan(0);
  await putSkill(mine(), "one", "description: 1.", "x");
  expect(await line()).toEqual([`✓ skills: ${bundled + 1}, ${offered + 1} of them offered to models`]);
  await putSkill(mine(), "two", "license: MIT", "x");
  expect(await line()).toEqual([
    `• skills: ${bundled + 2}, ${offered + 1} of them offered to models; 1 with problems: skillmint skills list`,
  ]);
});
