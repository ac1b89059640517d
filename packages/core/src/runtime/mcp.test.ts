import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMcpStage } from "./mcp.fixture.ts";

const stage = useMcpStage();
const echo = { calls: [{ name: "mcp__plain__echo", input: { message: "hello there" } }] };
const echoed =
  /^mcp__plain__echo ok: \[Content from outside: MCP plain echo\. .*\]\necho: hello there\n\[End/;

describe("tools of a server", () => {
  it("are not there where none is configured", async () => {
    await stage.open(() => "ok");
    await stage.runtime.run(await stage.prompt("hello"));
    expect(stage.offered).toEqual([[]]);
  });

  it("are listed by McpTools, offered from then on, and called", async () => {
    await stage.open([{ calls: [{ name: "McpTools", input: { server: "plain" } }] }, echo, "end"]);
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    const id = await stage.prompt("go", { mode: "unrestricted" });
    expect((await stage.runtime.run(id)).reason).toBe("done");
    const [first, second, third] = stage.offered;
    expect(first).toEqual(["McpTools"]);
    expect(second?.slice(0, 3)).toEqual(["McpTools", "McpResource", "mcp__plain__echo"]);
    expect(third).toEqual(second);
    const [listed, called] = await stage.calls(id);
    expect(listed).toContain("- mcp__plain__echo: The tool echo");
    expect(listed).toContain("- plain://one One");
    expect(called).toMatch(echoed);
    expect(await stage.starts()).toBe(1);
  });

  it("are offered without starting the server once they are known, and nothing starts until one is called", async () => {
    await stage.open(() => "ok");
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    await stage.runtime.mcp.tools("plain", stage.place);
    expect(await stage.starts()).toBe(1);
    await stage.open(({ turn }) => (turn === 0 ? "fine" : "ok"));
    await stage.runtime.run(await stage.prompt("hello"));
    expect(stage.offered.at(-1)?.slice(0, 2)).toEqual(["McpTools", "mcp__plain__echo"]);
    expect(await stage.starts()).toBe(1);
    const [file] = await stage.runtime.mcp.list(stage.place).then(({ servers }) => servers);
    expect(file).toMatchObject({ name: "plain", from: "user", state: "ready", tools: 7 });
  });

  it("are asked about like any command, with the whole command shown, and rules name server or tool", async () => {
    await stage.open([echo, "end"]);
    await stage.runtime.mcp.add("plain", stage.plain({ env: { PLAIN_MARK: "secret-mark" } }), stage.place);
    const id = await stage.prompt("go");
    const waiting = await stage.runtime.run(id);
    expect(waiting.reason).toBe("waiting");
    expect(waiting.asks[0]).toMatchObject({
      tool: "mcp__plain__echo",
      title: "mcp__plain__echo message=hello there",
      resources: [expect.stringContaining(`PLAIN_MARK=… ${process.execPath} `)],
    });
    expect(JSON.stringify(waiting.asks)).not.toContain("secret-mark");
    expect(await stage.starts()).toBe(0);
    await stage.runtime.answer(id, "session");
    await stage.runtime.run(id);
    expect((await stage.calls(id))[0]).toMatch(echoed);
    for (const allow of ["mcp__plain", "mcp__plain__echo"]) {
      const other = await stage.prompt("go", { rules: { allow: [allow], ask: [], deny: [] } });
      expect((await stage.runtime.run(other)).reason).toBe("done");
    }
    const denied = await stage.prompt("go", { rules: { allow: [], ask: [], deny: ["mcp__plain"] } });
    await stage.runtime.run(denied);
    expect((await stage.calls(denied))[0]).toMatch(/denied/);
    expect(stage.offered.at(-1)).not.toContain("mcp__plain__echo");
    const planned = await stage.prompt("go", { mode: "plan" });
    await stage.runtime.run(planned);
    expect((await stage.calls(planned))[0]).toMatch(/denied/);
  });

  it("give errors as errors and images as images, and say what is nearest to a tool that is not there", async () => {
    const call = (name: string) => ({ name: `mcp__plain__${name}`, input: {} });
    await stage.open([{ calls: [call("fail"), call("image"), call("ecko")] }, "end"]);
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    const id = await stage.prompt("go", { mode: "unrestricted" });
    await stage.runtime.run(id);
    const [fail, image, gone] = await stage.calls(id);
    expect(fail).toMatch(/error: .*\nit failed on purpose/s);
    expect(image).toContain("image ok:");
    expect(gone).toContain("error: The MCP server plain has no tool ecko. Nearest: echo");
    const view = await stage.runtime.sessions.open(id);
    expect(Object.values(view.calls)[1]?.content).toMatchObject([{ type: "image", mediaType: "image/png" }]);
  });

  it("are read again when the server says that they changed, and an unknown one is asked about first", async () => {
    // Each call is another one: a model that tries the same again and again is stopped.
    const call = (name: string, turn = 0) => ({ calls: [{ name: `mcp__plain__${name}`, input: { turn } }] });
    // Where it was called before the server's word came, it is not run; the next call asks.
    await stage.open(({ turn, results }) =>
      turn === 0
        ? call("grow")
        : results.some(({ text }) => text.includes("called"))
          ? "end"
          : call("grown0", turn),
    );
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    const id = await stage.prompt("go", { rules: { allow: ["mcp__plain"], ask: [], deny: [] } });
    const waiting = await stage.runtime.run(id);
    expect(waiting.asks[0]).toMatchObject({
      reason: "The tools of the MCP server plain are others than those approved. New: grown0.",
    });
    await stage.runtime.answer(id, "once");
    expect((await stage.runtime.run(id)).reason).toBe("done");
    expect((await stage.calls(id)).at(-1)).toContain("called grown0");
    expect(stage.offered.at(-1)?.at(-1)).toBe("mcp__plain__grown0");
  });

  it("and resources can be read, prompts used as commands of a person", async () => {
    const read = { calls: [{ name: "McpResource", input: { server: "plain", uri: "plain://one" } }] };
    await stage.open(({ turn }) => (turn === 0 ? read : "end"));
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    const id = await stage.prompt('/mcp__plain__review "my file.ts" very kind', { mode: "unrestricted" });
    await stage.runtime.run(id);
    expect((await stage.calls(id))[0]).toMatch(/McpResource ok: .*\nthe resource\n/s);
    const view = await stage.runtime.sessions.open(id);
    const note = view.entries.find((entry) => entry.kind === "note");
    expect(note?.text).toContain('Review: {"file":"my file.ts","tone":"very kind"}');
    expect(note?.text).toContain("[Content from outside: MCP plain review");
    const wrong = await stage.prompt("/mcp__plain__revue x", { mode: "unrestricted" });
    await stage.runtime.run(wrong);
    const told = (await stage.runtime.sessions.open(wrong)).entries.find((entry) => entry.kind === "note");
    expect(told?.text).toContain("has no prompt revue. Nearest: review");
  });
});

describe("where there are many", () => {
  const many = Array.from({ length: 13 }, (_, index) => `tool${index}`);
  const list = { calls: [{ name: "McpTools", input: { query: "tool3 tool12" } }] };

  it("none is offered before it is listed or named", async () => {
    await stage.setTools(many);
    await stage.open(() => "ok");
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    await stage.runtime.mcp.tools("plain", stage.place);
    await stage.open(({ turn }) => (turn === 0 ? list : "end"));
    await stage.runtime.run(await stage.prompt("use mcp__plain__tool7, please", { mode: "unrestricted" }));
    const [first, second] = stage.offered;
    expect(first).toEqual(["McpTools", "mcp__plain__tool7"]);
    expect(second).toEqual([...(first ?? []), "mcp__plain__tool3", "mcp__plain__tool12"]);
    expect(await stage.starts()).toBe(1);
  });

  it("a rule that refuses a server keeps it from being started and listed, and a sub-agent has what it may", async () => {
    const task = {
      name: "Task",
      input: { prompt: "child work", description: "d", allowed_tools: ["mcp__plain__echo"] },
    };
    await stage.open(({ turn, last }) =>
      last === "child work"
        ? turn === 0
          ? { calls: [{ name: "mcp__plain__echo", input: { message: "from below" } }] }
          : "child end"
        : turn === 0
          ? { calls: [{ name: "McpTools", input: { server: "plain" } }] }
          : "end",
    );
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    const id = await stage.prompt("go", { rules: { allow: [], ask: [], deny: ["mcp__plain"] } });
    await stage.runtime.run(id);
    expect(await stage.calls(id)).toEqual(["McpTools denied: A rule refuses the MCP server plain."]);
    expect(await stage.starts()).toBe(0);
    await stage.open(({ turn, last }) =>
      last !== "child work"
        ? turn === 0
          ? { calls: [task] }
          : "end"
        : turn === 0
          ? { calls: [{ name: "mcp__plain__echo", input: { message: "from below" } }] }
          : "child end",
    );
    const parent = await stage.prompt("go", { mode: "unrestricted" });
    const result = await stage.runtime.run(parent);
    expect(result.reason).toBe("done");
    expect(await stage.starts()).toBe(1);
    expect((await stage.calls(parent))[0]).toContain("child end");
  });
});

describe("a skill that expects a server", () => {
  it("is offered where the server is configured", async () => {
    const needs = "metadata:\n  skillmint:\n    requires:\n      mcp: [plain]";
    const text = `---\nname: needy\ndescription: Needs it\n${needs}\n---\nx`;
    await stage.temp.write("../home/.skillmint/skills/needy/SKILL.md", text);
    await stage.open(() => "ok");
    const look = async () => {
      const { skills } = await stage.runtime.skills.list(stage.place);
      return skills.find(({ name }) => name === "needy")?.offered;
    };
    expect(await look()).toBe(false);
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    expect(await look()).toBe(true);
  });
});

describe("what is kept", () => {
  it("is readable by its owner only, and holds no value of a variable", async () => {
    await stage.open(() => "ok");
    const { home } = stage.runtime;
    await stage.runtime.mcp.add("plain", stage.plain({ env: { PLAIN_MARK: "canary-81" } }), stage.place);
    await stage.runtime.mcp.tools("plain", stage.place);
    const approvals = join(home.root, "mcp-approvals.json");
    expect((await stat(approvals)).mode & 0o777).toBe(0o600);
    expect(await readFile(approvals, "utf8")).not.toContain("canary-81");
    const [file = ""] = await readdir(join(home.cache, "mcp"));
    expect((await stat(join(home.cache, "mcp", file))).mode & 0o777).toBe(0o600);
    expect(await readFile(join(home.cache, "mcp", file), "utf8")).not.toContain("canary-81");
  });
});
