import { readdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draftWork, evalReply, skillTestsResult } from "@skillmint/core/protocol/api";
import type { Script } from "@skillmint/core/testing";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { finish, greeting, model, playAuthor, withScript, writeSkill } from "./authoring.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

const evals = {
  skill_name: "greeting",
  evals: [1, 2, 3].map((id) => ({
    id,
    prompt: `greet person ${id}`,
    expectations: [{ text: "It bears the mark", type: "contains", value: "MARK-old" }],
  })),
};

/** Learns a mark that evals look for, or one that they do not. */
const learns =
  (mark: string): Script =>
  (request) => {
    const turn = playAuthor(request);
    return JSON.parse(JSON.stringify(turn).replaceAll("MARK-learnt", mark)) as typeof turn;
  };

describe("evals over HTTP", () => {
  it("let an improvement through only where it is one", async () => {
    const wanted = {
      skill_name: "greeting",
      evals: [1, 2, 3, 4].map((id) => ({
        id,
        prompt: `greet person ${id}`,
        expectations: [{ text: "It bears the mark", type: "contains", value: "MARK-good" }],
      })),
    };
    for (const [mark, accepted] of [
      ["MARK-good", true],
      ["MARK-bad", false],
    ] as const) {
      const server = await start(withScript(learns(mark)));
      await writeSkill(server, "greeting", {
        "SKILL.md": greeting("MARK-old"),
        "evals/evals.json": JSON.stringify(wanted),
      });
      const job = await finish(server, "/api/authoring/enhance", {
        conversation: { text: "user: greet me" },
        skill: "greeting",
        untilBetter: { runs: 1, rounds: 1 },
        model,
      });
      expect(draftWork.parse(job.result)).toMatchObject({
        action: accepted ? "enhanced" : "none",
        verdict: { accepted },
      });
      const { body } = await ask(server, "GET", "/api/drafts");
      expect(body).toHaveLength(accepted ? 1 : 0);
    }
  });

  it("are missed before a model is asked to write", async () => {
    let asked = 0;
    const server = await start(
      withScript((request) => {
        asked += 1;
        return playAuthor(request);
      }),
    );
    await writeSkill(server, "greeting", { "SKILL.md": greeting("MARK-old") });
    const job = await finish(server, "/api/authoring/enhance", {
      conversation: { text: "user: greet me" },
      skill: "greeting",
      untilBetter: {},
      model,
    });
    expect(job).toMatchObject({ state: "failed", error: { message: expect.stringContaining("no evals") } });
    expect(asked).toBe(0);
  });

  it("measure a skill with and without, and keep what they found for later", async () => {
    const server = await start(withScript());
    const one = "/api/skills/user%3Agreeting/evals";
    await writeSkill(server, "greeting", {
      "SKILL.md": greeting("MARK-old"),
      "evals/evals.json": JSON.stringify(evals),
    });
    expect(await ask(server, "GET", `${one}/last`)).toEqual({ status: 200, body: { result: null } });
    expect(await ask(server, "GET", `${one}/report`)).toMatchObject({ status: 404 });
    expect((await ask(server, "GET", one)).body).toMatchObject({
      cases: [{ id: "1" }, { id: "2" }, { id: "3" }],
    });
    const job = await finish(server, one, { runs: 1, model });
    expect(job).toMatchObject({ kind: "eval", subject: "user:greeting", state: "done" });
    expect(job.steps[0]?.text).toBe("6 runs: 3 cases, 0 trigger cases");
    const result = evalReply.parse(job.result);
    expect(result.summary.arms).toMatchObject([
      { arm: "with_skill", passRate: { mean: 1 } },
      { arm: "without_skill", passRate: { mean: 0 } },
    ]);
    const { body } = await ask(server, "GET", `${one}/last`);
    expect(body).toEqual({ result });
    const report = await server.send(`${one}/report`);
    expect(report.headers.get("content-security-policy")).toContain("sandbox");
    expect(await report.text()).toContain("<svg");
    const [kept = ""] = await readdir(join(server.home, "evals"));
    expect(kept).toMatch(/^greeting-[0-9a-f]{16}$/);
    expect((await readdir(join(server.home, "evals", kept))).sort()).toEqual([
      "greeting-workspace",
      "report.html",
      "result.json",
    ]);
  });
});

describe("tests over HTTP", () => {
  it("are listed, run, and say precisely what does not hold", async () => {
    const server = await start(withScript());
    const one = "/api/skills/user%3Agreeting/tests";
    await writeSkill(server, "greeting", {
      "SKILL.md": greeting("MARK-old"),
      "tests/greets.jsonc": JSON.stringify({ prompt: "greet", expect: { text: "MARK-old" } }),
      "tests/shouts.jsonc": `{\n  "prompt": "greet",\n  "expect": { "text": "LOUD" }\n}`,
      "tests/broken.jsonc": `{ "prompt": `,
    });
    const { body } = await ask(server, "GET", one);
    expect(body).toMatchObject({
      tests: [{ name: "greets", prompt: "greet" }, { name: "shouts" }],
      diagnostics: [{ code: "test-syntax" }],
    });
    const skipped = await finish(server, one, {});
    expect(skillTestsResult.parse(skipped.result).summary).toMatchObject({ failed: 1, skipped: 2 });
    const job = await finish(server, one, { live: true, model });
    expect(job).toMatchObject({ kind: "test", subject: "user:greeting", state: "done" });
    expect(job.steps.map(({ text }) => text)).toEqual(["greets: passed", "shouts: failed"]);
    const { reports } = skillTestsResult.parse(job.result);
    expect(reports).toMatchObject([
      { state: "passed", how: "live" },
      { state: "failed", failures: [{ line: 3, message: expect.stringContaining("LOUD") as string }] },
    ]);
  });

  it("are written where there are none of that name, and in one's own skills only", async () => {
    const server = await start(withScript());
    await writeSkill(server, "greeting", { "SKILL.md": greeting("MARK-old") });
    const one = "/api/skills/user%3Agreeting";
    const file = { name: "first.jsonc", text: "{}" };
    expect(await ask(server, "POST", `${one}/tests/file`, file)).toMatchObject({ status: 200 });
    expect(await ask(server, "POST", `${one}/tests/file`, file)).toMatchObject(refusal(409, "skill-refused"));
    expect(await ask(server, "POST", `${one}/evals/file`, { name: "evals.json", text: "[]" })).toMatchObject({
      status: 200,
    });
    for (const name of ["../x.json", "a/b.json", "x.sh", ".x.json"])
      expect(await ask(server, "POST", `${one}/tests/file`, { name, text: "{}" })).toMatchObject(
        refusal(400, "usage"),
      );
    const foreign = "/api/skills/extra%3Askill-creator/tests/file";
    expect(await ask(server, "POST", foreign, file)).toMatchObject(refusal(409, "skill-refused"));
    await writeSkill(server, "other", { "SKILL.md": greeting("x").replace("greeting", "other") });
    await symlink(tmpdir(), join(server.home, "skills/other/tests"));
    expect(await ask(server, "POST", "/api/skills/user%3Aother/tests/file", file)).toMatchObject(
      refusal(409, "skill-refused"),
    );
  });
});
