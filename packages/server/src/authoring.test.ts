import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  draftWork,
  meaningSearch,
  skillEvaluation,
  type DraftPage,
  type SkillHistoryReply,
} from "@skillmint/core/protocol/api";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { finish, greeting, model, playAuthor, withScript, writeSkill } from "./authoring.fixture.ts";
import { useServer, type TestServer } from "./server.fixture.ts";

const start = useServer();
const skillFile = ({ home }: TestServer): string => join(home, "skills/greeting/SKILL.md");

async function draftOf(server: TestServer, id: string): Promise<DraftPage> {
  const { status, body } = await ask(server, "GET", `/api/drafts/${id}`);
  expect(status).toBe(200);
  return body as DraftPage;
}

describe("a skill written with help over HTTP", () => {
  it("is a draft that can be talked about, until it is applied as it was shown", async () => {
    const server = await start(withScript());
    const job = await finish(server, "/api/authoring/create", { description: "greet people", model });
    expect(job).toMatchObject({ kind: "create", subject: "greet people", state: "done" });
    expect(job.steps.map(({ text }) => text)).toEqual([
      "The model was asked",
      "Write skills/greeting/SKILL.md",
    ]);
    const { draftId = "", action } = draftWork.parse(job.result);
    expect(action).toBe("created");
    const first = await draftOf(server, draftId);
    expect(first).toMatchObject({
      name: "greeting",
      message: "Wrote MARK-new.",
      target: { layer: "user", isNew: true },
      check: { valid: true },
      files: [{ path: "SKILL.md" }],
    });
    expect(first.change.diff).toContain("+Say hello to everybody. MARK-new");
    expect(await ask(server, "GET", `/api/drafts/${draftId}/file?path=SKILL.md`)).toMatchObject({
      body: { text: greeting("MARK-new"), truncated: false },
    });
    expect(await ask(server, "GET", `/api/drafts/${draftId}/file?path=../draft.json`)).toMatchObject(
      refusal(400, "usage"),
    );
    expect(await ask(server, "GET", "/api/drafts/drf_0000000000/file?path=SKILL.md")).toMatchObject(
      refusal(404, "draft-not-found"),
    );

    const more = await finish(server, `/api/drafts/${draftId}/refine`, { text: "make it shorter" });
    expect(draftWork.parse(more.result)).toMatchObject({ draftId });
    const second = await draftOf(server, draftId);
    const stale = await ask(server, "POST", `/api/drafts/${draftId}/apply`, { digest: first.digest });
    expect(stale).toMatchObject(refusal(409, "skill-refused"));
    expect(
      await ask(server, "POST", `/api/drafts/${draftId}/apply`, { digest: second.digest }),
    ).toMatchObject({
      status: 200,
      body: { name: "greeting", skillId: "user:greeting", isNew: true, version: 1 },
    });
    expect(await readFile(skillFile(server), "utf8")).toContain("MARK-short");
    expect(await ask(server, "GET", "/api/drafts")).toEqual({ status: 200, body: [] });
    expect(await ask(server, "GET", `/api/drafts/${draftId}`)).toMatchObject(refusal(404, "draft-not-found"));
  });

  it("is improved from a conversation, has a history, and goes back", async () => {
    const server = await start(withScript());
    await writeSkill(server, "greeting", { "SKILL.md": greeting("MARK-old") });
    const asked = { conversation: { text: "user: greet me\nassistant: hm" }, skill: "greeting", model };
    const job = await finish(server, "/api/authoring/enhance", asked);
    expect(job).toMatchObject({ kind: "enhance", subject: "user:greeting", state: "done" });
    const { draftId = "" } = draftWork.parse(job.result);
    const { digest, change } = await draftOf(server, draftId);
    expect(change.changed).toEqual(["SKILL.md"]);
    expect(await ask(server, "GET", "/api/drafts")).toMatchObject({
      body: [{ id: draftId, isProposal: false }],
    });
    await ask(server, "POST", `/api/drafts/${draftId}/apply`, { digest });

    const one = "/api/skills/user%3Agreeting";
    const history = (await ask(server, "GET", `${one}/history`)).body as SkillHistoryReply;
    expect(history.versions).toMatchObject([
      { version: 2, action: "enhanced", by: "agent", current: true },
      { version: 1, action: "found", by: "person", current: false },
    ]);
    expect((await ask(server, "GET", `${one}/history/2`)).body).toMatchObject({
      diff: expect.stringContaining("MARK-learnt") as string,
    });
    expect(await ask(server, "GET", `${one}/history/none`)).toMatchObject(refusal(404, "version-not-found"));
    expect((await ask(server, "GET", `${one}/rollback?version=1`)).body).toMatchObject({
      version: 1,
      changed: ["SKILL.md"],
    });
    expect(await ask(server, "POST", `${one}/rollback`, { version: 1 })).toMatchObject({
      status: 200,
      body: { restored: 1, version: { version: 3, action: "rolled-back" } },
    });
    expect(await readFile(skillFile(server), "utf8")).toBe(greeting("MARK-old"));
  });

  it("is evaluated and found by meaning", async () => {
    const server = await start(withScript());
    await writeSkill(server, "greeting", { "SKILL.md": greeting("MARK-old") });
    const judged = await finish(server, "/api/authoring/evaluate", { skill: "greeting", model });
    expect(skillEvaluation.parse(judged.result)).toMatchObject({ overallScore: 4.2, level: "good" });
    const found = await finish(server, "/api/authoring/search", { query: "say hi", model });
    expect(meaningSearch.parse(found.result).skills).toMatchObject([{ id: "user:greeting" }]);
  });

  it("is proposed after a run that is worth it, where a person wants that", async () => {
    const server = await start(
      withScript((request) => {
        if (request.system.includes("Skill Sub-Agent")) return playAuthor(request);
        const content = "hello";
        return request.results.length === 0
          ? {
              calls: ["a", "b", "c"].map((name) => ({
                name: "Write",
                input: { path: `${name}.txt`, content },
              })),
            }
          : "done";
      }),
    );
    await writeSkill(server, "greeting", { "SKILL.md": greeting("MARK-old") });
    const prompt = { text: "greet", settings: { model, mode: "acceptEdits" } };
    const drafts = async (): Promise<unknown> => (await ask(server, "GET", "/api/drafts")).body;
    const jobs = async (): Promise<unknown> => (await ask(server, "GET", "/api/jobs")).body;
    const { sessionId } = (await ask(server, "POST", "/api/sessions", prompt)).body as { sessionId: string };
    const state = async (): Promise<unknown> =>
      ((await ask(server, "GET", `/api/sessions/${sessionId}`)).body as { state: string }).state;
    await expect.poll(state, { timeout: 10_000 }).toBe("done");
    expect(await jobs()).toEqual([]);
    await ask(server, "PUT", "/api/settings/skills.autoEnhance", { value: "aggressive" });
    await ask(server, "POST", "/api/sessions", prompt);
    await expect.poll(jobs, { timeout: 10_000 }).toMatchObject([{ kind: "learn", state: "done" }]);
    expect(await drafts()).toMatchObject([{ name: "greeting", isProposal: true }]);
    expect(await readFile(skillFile(server), "utf8")).toBe(greeting("MARK-old"));
  });

  it("says what went wrong, and drops what nobody wants", async () => {
    const server = await start(withScript(({ turn }) => (turn > 3 ? "no" : "I would rather not.")));
    const failed = await finish(server, "/api/authoring/create", { description: "greet", model });
    expect(failed).toMatchObject({ state: "failed", error: { code: "authoring-failed" } });
    expect(failed.steps.at(-2)?.text).toContain("no JSON object");
    for (const [path, body] of [
      ["/api/authoring/create", { description: "  " }],
      ["/api/authoring/enhance", { conversation: { text: "" } }],
      ["/api/authoring/enhance", { conversation: { text: "a" }, untilBetter: {} }],
    ] as const)
      expect(await ask(server, "POST", path, body)).toMatchObject(refusal(400, "usage"));
    expect(await ask(server, "POST", "/api/authoring/evaluate", { skill: "nobody" })).toMatchObject(
      refusal(404, "skill-not-found"),
    );
    expect(await ask(server, "DELETE", "/api/drafts/drf_0000000000")).toMatchObject(
      refusal(404, "draft-not-found"),
    );
  });
});
