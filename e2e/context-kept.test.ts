import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ContextUsage } from "../packages/core/src/index.ts";
import {
  findInvalid,
  isSummary,
  limitContext,
  longText,
  modelRequests,
  readPart,
  textsOf,
  type ModelRequest,
} from "./context.fixture.ts";
import { answerOf, eventsOf, sessionOf, testKey, useStage, wires } from "./kit.ts";
import { putSkill, skill } from "./skill-files.fixture.ts";

const stage = useStage();
const requests = (): ModelRequest[] => modelRequests(stage.server.requests);
const said = "said ".repeat(800);

describe.each(wires)("what a compacted conversation keeps, %s", (...wire) => {
  const key = { [wire[2]]: testKey };
  const flags = ["--max-iterations", "400"];

  it("are its active skills, its todos and a new list of skills", async () => {
    await limitContext(stage.temp, wire, 24_000);
    await stage.temp.write("long.txt", longText(3_000));
    const skills = join(stage.temp.home, ".skillmint", "skills");
    await putSkill(skills, "careful", "description: How to be careful.", "Always look twice.");
    const todos = [{ content: "look once more", status: "pending", activeForm: "Looking" }];
    let turn = 0;
    const result = await stage.run(
      wire,
      async (request) => {
        if (isSummary(request)) return "all was looked at";
        turn++;
        if (turn === 1) return { calls: [skill("careful"), { name: "TodoWrite", input: { todos } }] };
        if (turn === 3) await putSkill(skills, "later", "description: Came later.", "Something else.");
        return turn > 14 ? "end" : { text: `${turn} ${said}`, calls: [readPart(turn * 10, 3)] };
      },
      flags,
    );
    expect([result.code, answerOf(result)]).toEqual([0, "end"]);
    expect(eventsOf(result, "session.compacted").length).toBeGreaterThan(0);
    const last = requests().at(-1);
    const texts = (last ? textsOf(last) : []).join("\n");
    expect(texts).toContain("all was looked at");
    expect(texts).toContain("Always look twice.");
    expect(texts).toContain("look once more");
    const listed = eventsOf(result, "skills.listed").filter(({ text }) => text !== undefined);
    expect(listed.length).toBeGreaterThan(1);
    expect(listed[0]?.text).not.toContain("later");
    expect(JSON.stringify(last?.body?.["tools"])).toContain("Came later.");
  });

  it("is every result, which can be read again", async () => {
    await limitContext(stage.temp, wire, 32_000);
    await stage.temp.write("long.txt", longText(3_000));
    let turn = 0;
    const result = await stage.run(
      wire,
      ({ messages }) => {
        turn++;
        const cleared = messages.flatMap((message) => {
          const path = /\/skillmint\/output\/call_\w+\.txt/.exec(message.text)?.[0];
          return message.role === "tool" && path ? [path] : [];
        });
        const [first] = cleared;
        if (first === undefined) return { calls: [readPart(turn * 20, 400)] };
        const isRead = messages.some(
          (message) =>
            message.role === "assistant" && message.calls.some(({ input }) => input?.["path"] === first),
        );
        return isRead ? "seen again" : { calls: [{ name: "Read", input: { path: first, limit: 3 } }] };
      },
      flags,
    );
    expect([result.code, answerOf(result)]).toEqual([0, "seen again"]);
    const last = eventsOf(result, "tool.settled").at(-1);
    expect(last?.status).toBe("ok");
    expect(JSON.stringify(last?.content)).toContain("line 19 of a long file with words");
  });

  it("is what a sub-agent was told to do", async () => {
    await limitContext(stage.temp, wire, 16_000);
    await stage.temp.write("long.txt", longText(3_000));
    const isChild = (system: string): boolean => /focused sub-agent/.test(system);
    let turn = 0;
    const result = await stage.run(wire, (request) => {
      if (isSummary(request)) return "parts were read";
      if (!isChild(request.system)) {
        const task = { name: "Task", input: { prompt: "read the whole file" } };
        return request.turn === 0 ? { calls: [task] } : "end";
      }
      turn++;
      return turn > 9 ? "child read it" : { text: `${turn} ${said}`, calls: [readPart(turn * 20, 30)] };
    });
    expect([result.code, answerOf(result)]).toEqual([0, "end"]);
    const id = sessionOf(result);
    const compacted = eventsOf(result, "session.compacted");
    expect(compacted.length).toBeGreaterThan(0);
    expect(compacted.every(({ sessionId }) => sessionId !== id)).toBe(true);
    const child = requests().findLast(({ normal }) => isChild(normal.system));
    expect(child ? textsOf(child).join("\n") : "").toContain("read the whole file");
    expect(requests().flatMap(({ normal }) => findInvalid(normal.messages))).toEqual([]);
  });

  it("can be seen: who uses how much", async () => {
    await limitContext(stage.temp, wire, 32_000);
    await stage.temp.write("long.txt", longText(3_000));
    await stage.temp.write("AGENTS.md", "Be kind to files.\n".repeat(100));
    const result = await stage.run(wire, [{ calls: [readPart(1, 200)] }, "read"]);
    const shown = await stage.cli(["--json", "sessions", "context", sessionOf(result)], key);
    const usage = JSON.parse(shown.stdout) as ContextUsage;
    const counted = eventsOf(result, "message.completed").at(-1)?.usage.input ?? 0;
    expect([usage.model, usage.context, usage.budget, usage.measured]).toEqual([
      wire[1],
      32_000,
      22_400,
      true,
    ]);
    // What the provider counted for the last request, and the last reply on top.
    expect(usage.used).toBeGreaterThanOrEqual(counted);
    expect(usage.used).toBeLessThan(counted + 50);
    expect(usage.free).toBe(usage.context - usage.used);
    const { system, tools, instructions, prompts, replies, results } = usage.parts;
    expect(Math.min(system, tools, instructions, prompts, replies)).toBeGreaterThan(0);
    expect(results).toBeGreaterThan(1_500);
    const words = await stage.cli(["--lang", "zh-CN", "sessions", "context", sessionOf(result)], key);
    expect([words.code, words.stdout]).toEqual([0, expect.stringContaining("工具结果")]);
    expect((await stage.cli(["sessions", "context", "ses_none"], key)).code).toBe(1);
  });
});
