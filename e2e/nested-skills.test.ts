import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import {
  answerOf,
  bash,
  eventsOf,
  sessionOf,
  startCli,
  statuses,
  testKey,
  useStage,
  wires,
  type Wire,
} from "./kit.ts";
import { asksOf, exists, listIn, putFile, putSkill, read, resultsOf, skill } from "./skill-files.fixture.ts";

const stage = useStage();
const [anthropic, openai] = wires as readonly [Wire, Wire];
const skills = (): string => join(stage.temp.home, ".claude/skills");
const inFolder = (path: string): string => join(stage.temp.folder, path);
const put = (name: string, head = "", body = `TEXT OF ${name}`) =>
  putSkill(skills(), name, `description: About ${name}.${head === "" ? "" : `\n${head}`}`, body);
const run = (script: Script, flags: readonly string[] = [], wire = anthropic) =>
  stage.run(wire, script, ["--no-sandbox", ...flags]);
const key = { [anthropic[2]]: testKey };
const again = (id: string, text: string) => stage.cli(["--json", "run", "--session", id, text], key);
const resume = (id: string, ...answer: string[]) => stage.cli(["--json", "resume", id, ...answer], key);
const request = (index: number): string => JSON.stringify(stage.server.requests[index]?.body);
const listOf = (index: number): string => listIn(stage.server.requests[index]?.body);

describe("skills that call skills", () => {
  it("return to their caller, by name", async () => {
    await put("outer");
    await put("inner");
    const result = await run([{ calls: [skill("outer")] }, { calls: [skill("inner")] }, "done"]);
    expect(eventsOf(result, "skill.activated")).toMatchObject([
      { name: "outer", by: "model" },
      { name: "inner", by: "skill", caller: "user:outer" },
    ]);
    expect(resultsOf(result)[1]?.text).toContain("when this is done, go on with outer");
  });

  it("go at most thirty deep, and say which way they came", async () => {
    const names = Array.from({ length: 32 }, (_, index) => `deep-${String(index).padStart(2, "0")}`);
    for (const name of names) await put(name);
    const result = await run([...names.map((name) => ({ calls: [skill(name)] })), "done"]);
    expect(resultsOf(result).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 30 }, () => "ok"),
      "error",
      "error",
    ]);
    expect(resultsOf(result)[30]?.text).toContain("deep-00 → deep-01");
  });

  it("are one short note when nothing changed, and whole again when something did", async () => {
    const folder = await put("same", "", "LONG TEXT $ARGUMENTS");
    const result = await run([
      { calls: [skill("same", { arguments: "a" })] },
      { calls: [skill("same", { arguments: "a" })] },
      { calls: [skill("same", { arguments: "b" })] },
      "done",
      { calls: [skill("same", { arguments: "b" })] },
      "done",
    ]);
    const texts = resultsOf(result).map(({ text }) => text);
    expect(texts.map((text) => text.includes("LONG TEXT"))).toEqual([true, false, true]);
    expect(texts[1]?.length).toBeLessThan(200);
    await writeFile(
      join(folder, "SKILL.md"),
      "---\nname: same\ndescription: About.\n---\nNEW TEXT $ARGUMENTS\n",
    );
    const later = await again(sessionOf(result), "next");
    expect(resultsOf(later)[0]?.text).toContain("NEW TEXT b");
    expect(request(4)).toContain("load it again to follow the new text");
  });

  it("are loaded once where one reply names one twice", async () => {
    await put("twice");
    const result = await run([{ calls: [skill("twice"), skill("twice")] }, "done"]);
    expect(eventsOf(result, "skill.activated")).toHaveLength(1);
  });

  it("leave the next request when they are unloaded, whoever loaded them", async () => {
    await put("gone", "allowed-tools: Bash(touch:*)");
    await put("typed");
    await stage.serve([
      { calls: [skill("gone")] },
      { calls: [skill("gone", { unload: true }), skill("typed", { unload: true })] },
      { calls: [skill("gone", { unload: true })] },
      { calls: [bash("touch ran")] },
      "done",
    ]);
    const flags = ["--model", anthropic[1], "--base-url", stage.baseUrl(), "--no-sandbox"];
    const result = await stage.cli(["--json", "run", ...flags, "/typed words"], key);
    expect(request(1)).toContain("TEXT OF gone");
    expect(request(1)).toContain("TEXT OF typed");
    expect(request(2)).not.toMatch(/TEXT OF/);
    expect(resultsOf(result).map(({ status }) => status)).toEqual(["ok", "ok", "ok", "error"]);
    expect(asksOf(result)[0]).not.toHaveProperty("grants");
  });
});

describe("who may start a skill", () => {
  it("a person stacks several before their words", async () => {
    await put("one", "", "ONE: $ARGUMENTS");
    await put("two", "", "TWO: $ARGUMENTS");
    await stage.serve(["done", "done"]);
    const flags = ["--model", anthropic[1], "--base-url", stage.baseUrl()];
    const result = await stage.cli(["--json", "run", ...flags, "/one /two the words"], key);
    expect(eventsOf(result, "skill.activated")).toMatchObject([
      { name: "one", by: "person", arguments: "the words" },
      { name: "two", by: "person", arguments: "the words" },
    ]);
    expect(request(0)).toContain("ONE: the words");
    expect(request(0)).toContain("TWO: the words");
    expect((await again(sessionOf(result), "/etc/hosts is a path, /one is not first")).code).toBe(0);
    expect(request(1).match(/ONE: /g)).toHaveLength(1);
  });

  it("--skill twice: the first is the session's own, the second is loaded beside it", async () => {
    await put("one", "", "ONE TEXT");
    await put("two", "", "TWO TEXT");
    const result = await run(["done"], ["--skill", "one", "--skill", "two"], openai);
    expect(result.code).toBe(0);
    const { system = "", messages = [] } = stage.server.requests[0]?.normal ?? {};
    expect([system.startsWith("ONE TEXT"), system.includes("TWO TEXT")]).toEqual([true, false]);
    expect(JSON.stringify(messages)).toContain("TWO TEXT");
    const missing = await run(["done"], ["--skill", "none-such"], openai);
    expect([missing.code === 0, stage.server.requests.length]).toEqual([false, 0]);
    expect(missing.stderr).toContain("none-such");
  });

  it("disable-model-invocation only a person, user-invocable: false only the model", async () => {
    await put("manual", "disable-model-invocation: true");
    await put("internal", "user-invocable: false");
    const first = await run([{ calls: [skill("manual"), skill("internal")] }, "done", "done", "done"]);
    expect(resultsOf(first).map(({ status }) => status)).toEqual(["error", "ok"]);
    expect(listOf(0)).toContain("internal");
    expect(listOf(0)).not.toContain("manual");
    const second = await again(sessionOf(first), "/manual now");
    expect(eventsOf(second, "skill.activated")).toMatchObject([{ name: "manual", by: "person" }]);
    await put("internal", "user-invocable: false", "TYPED TEXT");
    const third = await again(sessionOf(first), "/internal now");
    expect(eventsOf(third, "skill.activated")).toEqual([]);
    expect(request(3)).not.toContain("TYPED TEXT");
  });
});

describe("skills that come with files", () => {
  it("`paths` and nested project folders, once a file there was read; the folder's only where it is trusted", async () => {
    await put("styles", "paths: '**/*.css'");
    await putFile(inFolder("apps/web/site.css"), "a {}");
    await putFile(inFolder("other.txt"), "x");
    const nested = inFolder("apps/web/.claude/skills");
    await putSkill(nested, "deploy-web", "description: Deploys the site.", "NESTED TEXT");
    const script: Script = [
      { calls: [read("other.txt"), skill("styles")] },
      { calls: [read("apps/web/site.css")] },
      { calls: [skill("styles"), skill("deploy-web")] },
      "done",
    ];
    const plain = await run(script);
    expect(resultsOf(plain).map(({ status }) => status)).toEqual(["ok", "error", "ok", "ok", "error"]);
    await stage.cli(["trust"]);
    const trusted = await run(script);
    expect(resultsOf(trusted).map(({ status }) => status)).toEqual(["ok", "error", "ok", "ok", "ok"]);
    expect(resultsOf(trusted)[4]?.text).toContain("NESTED TEXT");
    expect(request(1)).not.toContain("Deploys the site.");
    expect(request(2)).toContain("Deploys the site.");
    expect(request(2)).toContain("About styles.");
  });
});

describe("what a skill asks of its run", () => {
  it.each(wires)("`model` and `effort` hold while it works, not after: %s", async (...wire) => {
    const [, own, variable] = wire;
    const provider = own.split("/")[0] ?? "";
    const place = { [variable]: testKey, [variable.replace("API_KEY", "BASE_URL")]: "" };
    await put("tuned", `model: ${provider}/other-model\neffort: high`);
    await stage.serve([{ calls: [skill("tuned")] }, "done", "done"]);
    place[variable.replace("API_KEY", "BASE_URL")] = stage.baseUrl();
    await stage.cli(["config", "set", "model", own]);
    const first = await stage.cli(["--json", "run", "go"], place);
    await stage.cli(["--json", "run", "--session", sessionOf(first), "next"], place);
    const name = own.split("/")[1];
    const models = stage.server.requests.map(({ normal }) => normal?.model);
    expect(models).toEqual([name, "other-model", name]);
    const efforts = stage.server.requests.map(({ body }) => {
      const { messages: _, tools: _tools, system: _system, ...rest } = body as Record<string, unknown>;
      return /effort|thinking/.test(JSON.stringify(rest));
    });
    // A server of unknown make is not sent what it may not know.
    expect(efforts).toEqual([false, provider === "anthropic", false]);
    // What a person says goes before what a skill wants.
    await stage.run(wire, [{ calls: [skill("tuned")] }, "done"]);
    expect(stage.server.requests.map(({ normal }) => normal?.model)).toEqual([name, name]);
  });

  it("`max_iterations` ends a run with that skill as its own; a flag goes before it", async () => {
    await put("short", "metadata:\n  skillmint:\n    max_iterations: 3");
    const script: Script = ({ turn }) => ({ calls: [bash(`echo ${turn}`)] });
    const own = await run(script, ["--skill", "short", "--allow", "Bash"]);
    expect(eventsOf(own, "run.ended")).toMatchObject([{ reason: "limit", limit: "iterations" }]);
    expect(stage.server.requests).toHaveLength(3);
    await run(script, ["--skill", "short", "--allow", "Bash", "--max-iterations", "2"]);
    expect(stage.server.requests).toHaveLength(2);
  });

  it("`restrict` still holds after a question was answered", async () => {
    await put("tight", "allowed-tools: Read Bash(touch a)\nmetadata:\n  skillmint:\n    restrict: true");
    const first = await run([
      { calls: [skill("tight")] },
      { calls: [bash("touch b")] },
      { calls: [bash("touch a")] },
      { calls: [bash("touch b")] },
      "done",
    ]);
    expect(resultsOf(first).map(({ status }) => status)).toEqual(["ok", "denied"]);
    const second = await resume(sessionOf(first), "once");
    expect(statuses(second)).toEqual(["Bash ok", "Bash denied"]);
  });
});

describe("an agent of its own", () => {
  const script =
    (parent: string): Script =>
    ({ system, turn }) => {
      if (system.startsWith("You are the child."))
        return turn === 0 ? { calls: [bash("echo made > made.txt && cat made.txt")] } : "the child is done";
      return turn === 0 ? { calls: [skill("child")] } : parent;
    };

  it.each(wires)(
    "that needs permission makes its parent wait; the answer goes on with both: %s",
    async (...wire) => {
      await put("child", "context: fork", "You are the child.");
      const first = await stage.run(wire, script("all done"), ["--no-sandbox"]);
      expect(first.code).toBe(3);
      const [ask] = asksOf(first);
      expect(ask?.tool).toBe("Bash");
      expect(ask?.sessionId).not.toBe(sessionOf(first));
      expect(await exists(inFolder("made.txt"))).toBe(false);
      const shown = await stage.cli(["--json", "resume", sessionOf(first)], { [wire[2]]: testKey });
      expect([shown.code, shown.stderr.includes("echo made > made.txt")]).toEqual([3, true]);
      const second = await stage.cli(["--json", "resume", sessionOf(first), "once"], { [wire[2]]: testKey });
      expect([second.code, answerOf(second)]).toEqual([0, "all done"]);
      expect(await readFile(inFolder("made.txt"), "utf8")).toBe("made\n");
      expect(JSON.stringify(stage.server.requests.at(-1)?.body)).toContain("the child is done");
      const all = [...first.events, ...second.events];
      expect(eventsOf({ events: all }, "agent.started")).toHaveLength(1);
      expect(eventsOf({ events: all }, "agent.ended")).toMatchObject([{ status: "done" }]);
    },
  );

  it("that is refused says so to its parent", async () => {
    await put("child", "context: fork", "You are the child.");
    const first = await run(script("all done"));
    const second = await resume(sessionOf(first), "no: not here");
    expect([second.code, statuses(second)]).toEqual([0, ["Bash denied", "Skill ok"]]);
    expect(await exists(inFolder("made.txt"))).toBe(false);
  });

  it("that ran when its parent was killed goes on where it was, nothing done twice", async () => {
    await put("child", "context: fork", "You are the child.");
    const hung = Promise.withResolvers<void>();
    let replies = 0;
    await stage.serve(({ system, turn }) => {
      if (!system.startsWith("You are the child."))
        return turn === 0 ? { calls: [skill("child")] } : "all done";
      if (turn === 0) return { calls: [bash("echo made >> made.txt")] };
      if (replies++ > 0) return "the child is done";
      hung.resolve();
      return { text: "x", fault: { silence: true } };
    });
    const flags = [
      "--model",
      anthropic[1],
      "--base-url",
      stage.baseUrl(),
      "--mode",
      "unrestricted",
      "--no-sandbox",
    ];
    const running = startCli(["--json", "run", ...flags, "go"], {
      env: { ...stage.temp.env, ...key },
      cwd: stage.temp.folder,
    });
    await hung.promise;
    running.child.kill("SIGKILL");
    const first = await running.done;
    const second = await resume(sessionOf(first));
    expect([second.code, answerOf(second)]).toEqual([0, "all done"]);
    expect(await readFile(inFolder("made.txt"), "utf8")).toBe("made\n");
    expect(eventsOf({ events: [...first.events, ...second.events] }, "agent.started")).toHaveLength(1);
    expect(eventsOf(second, "agent.ended")).toMatchObject([{ status: "done", result: "the child is done" }]);
  });
});
