import { describe, expect, it } from "vitest";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import type { Script } from "../packages/core/src/testing/index.ts";
import { answerOf, bash, eventsOf, sessionOf, startCli, statuses, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const ask = (input: Record<string, unknown>) => ({ name: "AskUserQuestion", input });
const colour = ask({
  question: "Which colour?",
  options: ["Red", { label: "Blue", description: "like the sea" }],
});
const two = ask({
  questions: [
    { question: "Which colour?", header: "Colour", options: [{ label: "Red" }, { label: "Blue" }] },
    { question: "Which sizes?", options: ["S", "M", "L"], multiSelect: true },
  ],
});

function resultText(result: { events: SessionEvent[] }): string {
  const [settled] = eventsOf(result, "tool.settled");
  return settled?.content.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
}

describe.each(wires)("questions, %s", (...wire) => {
  const key = { [wire[2]]: testKey };
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  const resume = (...args: string[]) => stage.cli(["--json", "resume", ...args], key);
  const echo: Script = ({ turn, last }) => (turn === 0 ? { calls: [colour] } : `read: ${last}`);

  it("wait for an answer, shown with how to give it, and go on with an option by its number", async () => {
    const waiting = await run(echo);
    const id = sessionOf(waiting);
    expect(waiting.code).toBe(3);
    expect(eventsOf(waiting, "question.asked")).toHaveLength(1);
    expect(waiting.stderr).toContain("Which colour?\n  1. Red\n  2. Blue: like the sea\n");
    expect(waiting.stderr).toContain(`skillmint resume ${id} 1|2|"your own words"`);
    expect(await resume(id)).toMatchObject({ code: 3 });
    const done = await resume(id, "2");
    expect([done.code, resultText(done)]).toEqual([0, "The user answered:\n\nWhich colour?\n→ Blue"]);
    expect(answerOf(done)).toBe("read: go");
    expect(JSON.stringify(stage.server.requests[1]?.normal?.messages)).toContain("→ Blue");
  });

  it.each([
    ["its name in another case", "bLuE", "→ Blue"],
    ["words of their own", "neither, make it green", "→ neither, make it green"],
  ])("take %s", async (_, answer, expected) => {
    const id = sessionOf(await run(echo));
    expect(resultText(await resume(id, ...answer.split(" ")))).toContain(expected);
  });

  it("refuse an option that does not exist and a second answer, and lose nothing", async () => {
    const id = sessionOf(await run(echo));
    const wrong = await resume(id, "7");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain(
      "There is no option 7 for: Which colour?\n  1. Red\n  2. Blue: like the sea",
    );
    expect((await resume(id, "1")).code).toBe(0);
    expect(await resume(id, "2")).toMatchObject({ code: 1, stdout: "" });
  });

  it("come several at once, with several options each", async () => {
    const script: Script = ({ turn }) => (turn === 0 ? { calls: [two] } : "end");
    const waiting = await run(script);
    const id = sessionOf(waiting);
    expect(waiting.stderr).toContain(
      "Question 1 of 2\n[Colour] Which colour?\n  1. Red\n  2. Blue\nQuestion 2 of 2",
    );
    expect((await resume(id, "blue")).code).toBe(2);
    const done = await resume(id, "1: blue; 2: 1, l, XXL");
    expect(resultText(done)).toBe("The user answered:\n\nWhich colour?\n→ Blue\n\nWhich sizes?\n→ S, L, XXL");
  });

  it("speak Chinese", async () => {
    await stage.serve(({ turn }) => (turn === 0 ? { calls: [two] } : "完"));
    const env = { ...key, LANG: "zh_CN.UTF-8" };
    const args = ["run", "--model", wire[1], "--base-url", stage.baseUrl(), "go"];
    const waiting = await stage.cli(args, env);
    expect(waiting.code).toBe(3);
    expect(waiting.stderr).toContain("问题 1/2\n[Colour] Which colour?");
    const id = /ses_\w+/.exec(waiting.stderr)?.[0] ?? "";
    expect((await stage.cli(["resume", id, "9\n1"], env)).stderr).toContain("没有选项 9：Which colour?");
    const done = await stage.cli(["--json", "resume", id, "2\n1，3"], env);
    expect(resultText(done)).toBe("用户回答：\n\nWhich colour?\n→ Blue\n\nWhich sizes?\n→ S, L");
  });

  it("that say nothing come back to the model, which asks again", async () => {
    const turns = [{ calls: [ask({})] }, { calls: [ask({ questions: [] })] }, { calls: [colour] }, "end"];
    const waiting = await run(turns);
    expect([waiting.code, ...statuses(waiting)]).toEqual([
      3,
      "AskUserQuestion error",
      "AskUserQuestion error",
    ]);
    expect(resultText(waiting)).toContain("give `question`");
  });

  it("are withdrawn by a new prompt", async () => {
    const id = sessionOf(await run(echo));
    const args = ["--json", "run", "--session", id, "--base-url", stage.baseUrl(), "just use red"];
    const done = await stage.cli(args, key);
    expect([done.code, ...statuses(done)]).toEqual([0, "AskUserQuestion denied"]);
    expect(resultText(done)).toContain("just use red");
  });

  it("survive kill -9 while others still run, and while the answer is taken up", async () => {
    const script: Script = ({ turn }) => (turn === 0 ? { calls: [colour, bash("sleep 60")] } : "end");
    await stage.serve(script);
    const flags = [
      "--model",
      wire[1],
      "--base-url",
      stage.baseUrl(),
      "--mode",
      "unrestricted",
      "--no-sandbox",
    ];
    const options = { env: { ...stage.temp.env, ...key }, cwd: stage.temp.folder };
    const first = startCli(["--json", "run", ...flags, "go"], options);
    await first.saw('"tool.started"');
    first.child.kill("SIGKILL");
    const killed = await first.done;
    const id = sessionOf(killed);
    expect(eventsOf(killed, "question.asked")).toHaveLength(1);
    const second = startCli(["--json", "resume", id, "1"], options);
    await second.saw('"question.answered"');
    second.child.kill("SIGKILL");
    await second.done;
    expect((await resume(id, "2")).code).toBe(1);
    expect((await resume(id)).code).toBe(0);
    const log = await stage.cli(["--json", "sessions", "show", id], key);
    expect(eventsOf(log, "question.answered")).toHaveLength(1);
    expect(statuses(log).toSorted()).toEqual(["AskUserQuestion ok", "Bash interrupted"]);
    const settled = eventsOf(log, "tool.settled").filter(({ name }) => name === "AskUserQuestion");
    expect(resultText({ events: settled })).toContain("→ Red");
  });
});

describe("questions of a sub-agent", () => {
  const [wire] = wires;

  it("are asked and answered in the session of the person, by their id too", async () => {
    if (!wire) throw new Error("no wire");
    const key = { [wire[2]]: testKey };
    const script: Script = ({ turn, last, system }) => {
      if (/focused sub-agent/.test(system)) return turn === 0 ? { calls: [colour] } : `child read: ${last}`;
      const task = { name: "Task", input: { prompt: "find out", description: "d" } };
      return turn === 0 ? { calls: [task, ask({ question: "And why?" })] } : `end: ${last}`;
    };
    const waiting = await stage.run(wire, script);
    const id = sessionOf(waiting);
    expect(waiting.code).toBe(3);
    const asked = eventsOf(waiting, "question.asked");
    expect(asked).toHaveLength(2);
    const own = asked.find(({ sessionId }) => sessionId === id)?.askId ?? "";
    const child = asked.find(({ parentSessionId }) => parentSessionId === id)?.askId ?? "";
    expect(waiting.stderr).toMatch(/Open beside it \(1\), to be answered with --ask:\n {2}ask_/);
    const first = await stage.cli(["--json", "resume", id, "--ask", child, "blue"], key);
    expect([first.code, ...statuses(first)]).toEqual([3, "AskUserQuestion ok", "Task ok"]);
    const done = await stage.cli(["--json", "resume", id, "--ask", own, "because"], key);
    expect([done.code, ...statuses(done)]).toEqual([0, "AskUserQuestion ok"]);
  });
});
