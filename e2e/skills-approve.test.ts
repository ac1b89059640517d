import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answerOf, bash, eventsOf, sessionOf, statuses, testKey, useStage, wires, type Wire } from "./kit.ts";
import { asksOf, exists, putSkill, skill } from "./skill-files.fixture.ts";

const stage = useStage();
const mine = () => join(stage.temp.env["HOME"] ?? "", ".claude", "skills");
const putTouch = () =>
  putSkill(mine(), "toucher", "description: Touches.\nallowed-tools: Bash(touch:*) Bash(ls:*)", "Touch it.", {
    "notes.md": "one\n",
  });
const approve = (...flags: string[]) => stage.cli(["skills", "approve", "toucher", ...flags]);

describe.each(wires)("%s", (...wire: Wire) => {
  const env = { [wire[2]]: testKey };
  const run = (file: string) =>
    stage.run(wire, [{ calls: [skill("toucher")] }, { calls: [bash(`touch ${file}`)] }, "done"]);
  const resume = (id: string, answer: string, ...flags: string[]) =>
    stage.cli([...flags, "resume", id, answer], env);
  const isTouched = (file: string) => exists(join(stage.temp.folder, file));

  it("asks with all that the skill wants, and an approval holds to the byte", async () => {
    const folder = await putTouch();
    const first = await run("a");
    expect(first.code).toBe(3);
    const [ask] = asksOf(first);
    expect(ask?.grants).toMatchObject({
      skillId: "user:toucher",
      name: "toucher",
      folder,
      rules: ["Bash(touch:*)", "Bash(ls:*)"],
    });
    expect(ask?.grants).not.toHaveProperty("change");
    const shown = await stage.cli(["resume", sessionOf(first)], env);
    expect(shown.code).toBe(3);
    expect(shown.stderr).toContain(
      "The skill toucher asks for it. All that it wants to do without a question:\n  Bash(touch:*)\n  Bash(ls:*)\n",
    );
    expect(shown.stderr).toContain("|skill|");
    const answered = await resume(sessionOf(first), "skill", "--json");
    expect([answered.code, answerOf(answered), await isTouched("a")]).toEqual([0, "done", true]);

    const second = await run("b");
    expect([second.code, ...statuses(second)]).toEqual([0, "Skill ok", "Bash ok"]);
    expect(asksOf(second)).toEqual([]);

    await appendFile(join(folder, "notes.md"), "!");
    const third = await run("c");
    expect([third.code, await isTouched("c")]).toEqual([3, false]);
    expect(asksOf(third)[0]?.grants?.change).toContain("+!");
    const chinese = await stage.cli(["--lang", "zh-CN", "resume", sessionOf(third)], env);
    expect(chinese.stderr).toContain("技能 toucher 请求此操作");
    expect(chinese.stderr).toContain("自批准以来，其文件夹有变化：\n  Changed: notes.md");
    expect(await resume(sessionOf(third), "k")).toMatchObject({ code: 0 });
    expect(await isTouched("c")).toBe(true);
  });

  it("holds for rules that name the skill's own folder", async () => {
    const head = "description: D.\nallowed-tools: Bash(${CLAUDE_SKILL_DIR}/run.sh:*) Bash(touch:*)";
    const folder = await putSkill(mine(), "toucher", head, "x", { "run.sh": "#!/bin/sh\n" });
    const first = await run("a");
    expect(asksOf(first)[0]?.grants?.rules).toEqual([`Bash(${folder}/run.sh:*)`, "Bash(touch:*)"]);
    expect(await resume(sessionOf(first), "skill")).toMatchObject({ code: 0 });
    expect(await run("b")).toMatchObject({ code: 0 });
    expect((await approve()).stdout).toContain(`approved already:\n  Bash(${folder}/run.sh:*)\n`);
  });

  it("is not offered by asks that no skill is behind, and never without activation", async () => {
    await putTouch();
    expect(await approve("--yes")).toMatchObject({ code: 0 });
    const result = await stage.run(wire, [{ calls: [bash("touch x")] }, "done"]);
    expect(result.code).toBe(3);
    expect(asksOf(result)[0]).not.toHaveProperty("grants");
    const refused = await resume(sessionOf(result), "skill");
    expect([refused.code, await isTouched("x")]).toEqual([2, false]);
    expect((await stage.cli(["resume", sessionOf(result)], env)).stderr).not.toContain("|skill|");
  });

  it("can be said beforehand and taken back", async () => {
    const folder = await putTouch();
    const early = await approve();
    expect([early.code, early.stdout]).toEqual([
      2,
      expect.stringContaining("  Bash(touch:*)\n  Bash(ls:*)\n"),
    ]);
    expect(early.stderr).toContain("--yes");
    expect((await approve("--yes")).stdout).toContain(folder);
    expect(JSON.parse((await approve("--json")).stdout)).toMatchObject({
      id: "user:toucher",
      approved: true,
    });
    expect((await stage.cli(["skills", "show", "toucher"])).stdout).toContain("asks for (approved):");
    expect(eventsOf(await run("a"), "permission.asked")).toEqual([]);
    await appendFile(join(folder, "notes.md"), "two\n");
    const changed = await approve("--yes");
    expect(changed.stdout).toContain("Its folder changed since you last approved it:\n  Changed: notes.md");
    expect(changed.stdout).toContain("  +two\n");
    expect((await approve("--forget")).stdout).toContain("not approved any more");
    expect((await approve("--forget")).stdout).toContain("Nothing of toucher was approved");
    expect(await run("b")).toMatchObject({ code: 3 });
  });
});

it("approves nothing of a folder that nobody trusts, and nothing where nothing is asked for", async () => {
  await putSkill(
    join(stage.temp.folder, ".claude", "skills"),
    "theirs",
    "description: T.\nallowed-tools: Bash(*)",
    "x",
  );
  await putSkill(mine(), "modest", "description: M.", "x");
  const refused = await stage.cli(["skills", "approve", "theirs", "--yes"]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("not trusted")]);
  expect(await stage.cli(["skills", "approve", "theirs"])).toMatchObject({ code: 1 });
  await stage.cli(["trust"]);
  expect(await stage.cli(["skills", "approve", "theirs", "--yes"])).toMatchObject({ code: 0 });
  const nothing = await stage.cli(["skills", "approve", "modest"]);
  expect([nothing.code, nothing.stdout]).toEqual([0, "modest asks for nothing: it has no allowed-tools.\n"]);
});
