import { describe, expect, it } from "vitest";
import type { SessionEvent, SessionId } from "../protocol/index.ts";
import type { Script } from "../testing/index.ts";
import { useMcpStage } from "./mcp.fixture.ts";

const stage = useMcpStage();
const call = (name: string, input: Record<string, unknown> = {}) => ({
  calls: [{ name: `mcp__plain__${name}`, input }],
});
const allow = { rules: { allow: ["mcp__plain"], ask: [], deny: [] } };

type Asked = Extract<SessionEvent, { type: "question.asked" }>;

/** Runs, and answers each question that comes while a call runs; what is left of the answers is not needed. */
async function runAnswering(id: SessionId, answers: (string | readonly string[])[]): Promise<Asked[]> {
  const asked: Asked[] = [];
  const pending: Promise<unknown>[] = [];
  await stage.runtime.run(id, {
    onEvent: (event) => {
      if (event.type !== "question.asked") return;
      asked.push(event);
      const answer = answers.shift();
      if (answer !== undefined) pending.push(stage.runtime.answer(id, answer, { askId: event.askId }));
    },
  });
  await Promise.all(pending);
  return asked;
}

async function openWith(script: Script, config?: string): Promise<void> {
  await stage.open(script);
  await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
  if (config !== undefined) await stage.runtime.settings.set("timeouts.askMs", config);
}

describe("what a server asks a person", () => {
  it("becomes questions of the call while it runs, four at once, and values of the right kind", async () => {
    await openWith([call("ask"), "end"]);
    const id = await stage.prompt("go", allow);
    const asked = await runAnswering(id, [["Rome", "2", "yes", "Cake"], "tea, milk"]);
    expect(asked.map(({ questions }) => questions.length)).toEqual([4, 1]);
    expect(asked[0]?.questions[0]).toMatchObject({
      question: "City",
      detail: expect.stringContaining("Where to?"),
    });
    expect(asked[0]?.questions[3]?.options).toEqual([{ label: "Fish" }, { label: "Cake" }]);
    const content = { city: "Rome", guests: 2, window: true, meal: "cake", extras: ["tea", "milk"] };
    expect((await stage.calls(id))[0]).toContain(JSON.stringify({ action: "accept", content }));
    expect((await stage.runtime.sessions.open(id)).openAsks).toEqual([]);
  });

  it("is asked again where an answer does not fit, and leaves out what is left out", async () => {
    await openWith([call("ask"), "end"]);
    const id = await stage.prompt("go", allow);
    const asked = await runAnswering(id, [["Rome", "20", "-", "-"], "3", "-"]);
    expect(asked[1]?.questions).toMatchObject([{ question: "guests", detail: "guests: at most 9" }]);
    const content = { city: "Rome", guests: 3 };
    expect((await stage.calls(id))[0]).toContain(JSON.stringify({ action: "accept", content }));
  });

  it("can be declined, and is where nobody is ever asked", async () => {
    await openWith([call("ask"), "end"]);
    const id = await stage.prompt("go", allow);
    await runAnswering(id, [["decline", "1", "yes", "Cake"]]);
    expect((await stage.calls(id))[0]).toContain('{"action":"decline"}');
    const silent = await stage.prompt("go", { ...allow, mode: "dontAsk" });
    expect(await runAnswering(silent, [])).toEqual([]);
    expect((await stage.calls(silent))[0]).toContain('{"action":"decline"}');
  });

  it("is cancelled when nobody answers in time, and can then not be answered any more", async () => {
    await openWith([call("ask"), "end"], "100");
    const id = await stage.prompt("go", allow);
    const [asked] = await runAnswering(id, []);
    expect((await stage.calls(id))[0]).toContain('{"action":"cancel"}');
    const late = stage.runtime.answer(id, "Rome", { askId: asked?.askId ?? "" });
    await expect(late).rejects.toMatchObject({ code: "ask-not-found" });
  });

  it("is withdrawn by a prompt that comes instead, and by a stop", async () => {
    await openWith(({ turn, last }) => (turn === 0 ? call("ask") : `read ${last}`));
    const id = await stage.prompt("go", allow);
    const result = await stage.runtime.run(id, {
      onEvent: (event) => {
        if (event.type === "question.asked") void stage.runtime.prompt({ text: "never mind", sessionId: id });
      },
    });
    expect(result.text).toBe("read never mind");
    expect((await stage.calls(id))[0]).toContain('{"action":"cancel"}');
    const other = await stage.prompt("go", allow);
    const controller = new AbortController();
    const stopped = await stage.runtime.run(other, {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "question.asked") controller.abort();
      },
    });
    expect(stopped).toMatchObject({ reason: "cancelled", asks: [] });
    expect((await stage.calls(other))[0]).toContain("interrupted");
  });

  it("may be a page to visit, never one that is no page", async () => {
    await openWith([
      call("page", { url: "https://example.com/in?a=1" }),
      call("page", { url: "javascript:alert(1)" }),
    ]);
    const id = await stage.prompt("go", allow);
    const asked = await runAnswering(id, ["1"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.questions[0]?.detail).toContain("https://example.com/in?a=1");
    const [visited, refused] = await stage.calls(id);
    expect(visited).toContain('"action":"accept"');
    expect(refused).toContain('"action":"decline"');
  });
});

describe("what a server has the model write", () => {
  const script: Script = ({ last, turn }) =>
    last === "sample me"
      ? { text: "sampled words", usage: { input: 11, output: 7 } }
      : turn === 0
        ? call("write", { times: 2 })
        : "end";

  it("is asked about once or for the call, shown, and counted as the run's", async () => {
    await openWith(script);
    const id = await stage.prompt("go", allow);
    const before = await runAnswering(id, ["1", "3"]);
    expect(before).toHaveLength(2);
    expect(before[0]?.questions[0]).toMatchObject({ detail: "user: sample me" });
    expect(before[0]?.questions[0]?.question).toContain("4096 tokens");
    const [written] = await stage.calls(id);
    expect(written).toContain("sampled words");
    expect(written).toContain("Nobody allowed the MCP server plain to use the model");
    const other = await stage.prompt("go", allow);
    expect(await runAnswering(other, ["2"])).toHaveLength(1);
    const view = await stage.runtime.sessions.open(other);
    const samples = 2 * (11 + 7);
    expect(view.usage.input + view.usage.output).toBeGreaterThanOrEqual(samples);
    expect(stage.offered.filter((names) => names.length === 0).length).toBeGreaterThanOrEqual(3);
  });

  it("needs no question where a rule or the mode allows it, and ends with its bound", async () => {
    await openWith(({ last, turn }) =>
      last === "sample me" ? "sampled words" : turn === 0 ? call("write", { times: 12 }) : "end",
    );
    const rules = { allow: ["mcp__plain", "McpSampling(plain)"], ask: [], deny: [] };
    const id = await stage.prompt("go", { rules });
    expect(await runAnswering(id, [])).toEqual([]);
    const [written = ""] = await stage.calls(id);
    expect(written.match(/sampled words/g)).toHaveLength(10);
    expect(written).toContain("10 times at most");
    const denied = await stage.prompt("go", { rules: { ...rules, deny: ["McpSampling(plain)"] } });
    expect(await runAnswering(denied, [])).toEqual([]);
    expect((await stage.calls(denied))[0]).not.toContain("sampled words");
  });

  it("ends with the run's budget", async () => {
    await openWith(({ last, turn }) =>
      last === "sample me"
        ? { text: "sampled words", usage: { input: 600, output: 600 } }
        : turn === 0
          ? { ...call("write", { times: 3 }), usage: { input: 1, output: 1 } }
          : "end",
    );
    const id = await stage.prompt("go", { mode: "unrestricted", limits: { tokens: 1_000 } });
    const result = await stage.runtime.run(id);
    expect(result).toMatchObject({ reason: "limit", limit: "tokens" });
    const [written = ""] = await stage.calls(id);
    expect(written.match(/sampled words/g)).toHaveLength(1);
    expect(written).toContain("used up what it may");
  });
});
