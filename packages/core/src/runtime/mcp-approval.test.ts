import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMcpStage } from "./mcp.fixture.ts";

const stage = useMcpStage();
const echo = { calls: [{ name: "mcp__plain__echo", input: { message: "hi" } }] };
const allow = { rules: { allow: ["mcp__plain"], ask: [], deny: [] } };

async function openTrusted(script: Parameters<typeof stage.open>[0]): Promise<void> {
  await stage.open(script);
  await stage.runtime.settings.trust.trust(stage.temp.folder);
}

describe("a server of a repository", () => {
  it("is nothing before the folder is trusted", async () => {
    await stage.writeProject({ plain: stage.plain() });
    await stage.open([echo, "end"]);
    const id = await stage.prompt("go", { mode: "unrestricted" });
    await stage.runtime.run(id);
    expect(stage.offered).toEqual([[], []]);
    expect((await stage.calls(id))[0]).toContain("error: Unknown tool: mcp__plain__echo");
    expect(await stage.runtime.mcp.list(stage.place)).toEqual({
      servers: [],
      diagnostics: [],
      untrusted: true,
    });
    await expect(stage.runtime.mcp.tools("plain", stage.place)).rejects.toMatchObject({
      code: "mcp-server-unknown",
      detail: expect.stringContaining("skillmint trust"),
    });
    expect(await stage.starts()).toBe(0);
  });

  it("is asked about whatever rules allow, shown as it would start, and then holds", async () => {
    await stage.writeProject({ plain: stage.plain({ env: { PLAIN_MARK: "from the file" } }) });
    await openTrusted([echo, "end"]);
    const id = await stage.prompt("go", allow);
    const waiting = await stage.runtime.run(id);
    const file = join(stage.temp.folder, ".mcp.json");
    expect(waiting.asks[0]).toMatchObject({
      reason: `${file} names the MCP server plain. Nobody has approved it yet: saying yes starts it as shown`,
      resources: [expect.stringContaining("PLAIN_MARK='from the file' ")],
    });
    expect(await stage.starts()).toBe(0);
    await stage.runtime.answer(id, "once");
    await stage.runtime.run(id);
    expect((await stage.calls(id))[0]).toContain("echo: hi");
    // It runs for others by now, by the rule alone.
    expect((await stage.runtime.run(await stage.prompt("go", allow))).reason).toBe("done");
  });

  it("is not started where a person says no, or where nobody is asked", async () => {
    await stage.writeProject({ plain: stage.plain() });
    await openTrusted([echo, "end"]);
    const id = await stage.prompt("go", allow);
    await stage.runtime.run(id);
    await stage.runtime.answer(id, "no");
    await stage.runtime.run(id);
    const silent = await stage.prompt("go", { ...allow, mode: "dontAsk" });
    await stage.runtime.run(silent);
    expect((await stage.calls(silent))[0]).toContain("denied");
    expect(await stage.starts()).toBe(0);
    const [server] = (await stage.runtime.mcp.list(stage.place)).servers;
    expect(server).toMatchObject({ name: "plain", from: "project", state: "approval" });
  });

  it.each([
    [
      "its arguments",
      (plain: ReturnType<typeof stage.plain>) => ({ ...plain, args: [...plain.args, "more"] }),
    ],
    ["its variables", (plain: ReturnType<typeof stage.plain>) => ({ ...plain, env: { PLAIN_MARK: "b" } })],
    ["a variable's value", (plain: ReturnType<typeof stage.plain>) => ({ ...plain, env: { A: "c" } })],
    ["its folder", (plain: ReturnType<typeof stage.plain>) => ({ ...plain, env: { A: "b" }, cwd: "srv" })],
  ])("is asked about again when %s changed", async (_, change) => {
    await stage.writeProject({ plain: { ...stage.plain(), env: { A: "b" } } });
    await openTrusted([echo, "end"]);
    const first = await stage.prompt("go", allow);
    await stage.runtime.run(first);
    await stage.runtime.answer(first, "always");
    expect((await stage.runtime.run(first)).reason).toBe("done");
    await stage.writeProject({ plain: change(stage.plain()) });
    const second = await stage.prompt("go", allow);
    const waiting = await stage.runtime.run(second);
    expect(waiting.asks[0]).toMatchObject({
      reason: expect.stringContaining("is not what was approved before"),
    });
    expect(await stage.starts()).toBe(1);
  });

  it("whose tools changed is not called; the next call names what is new, changed and gone", async () => {
    await stage.setTools(["echo", "old"]);
    await stage.writeProject({ plain: stage.plain() });
    await openTrusted([echo, "end"]);
    const first = await stage.prompt("go", allow);
    await stage.runtime.run(first);
    await stage.runtime.answer(first, "once");
    await stage.runtime.run(first);
    await stage.setTools(["echo!", "new"]);
    await openTrusted([echo, echo, "end"]);
    const second = await stage.prompt("go", allow);
    const waiting = await stage.runtime.run(second);
    const [refused] = await stage.calls(second);
    const changes = "New: new. Changed: echo. Gone: old.";
    expect(refused).toContain(
      `error: Not run: the tools of the MCP server plain changed since they were approved. ${changes}`,
    );
    expect(waiting.asks[0]).toMatchObject({
      reason: `The tools of the MCP server plain are others than those approved. ${changes}`,
    });
    await stage.runtime.answer(second, "once");
    expect((await stage.runtime.run(second)).reason).toBe("done");
    expect((await stage.calls(second))[1]).toContain("echo: hi");
  });

  it("gets no secret, comes after the person's own of the same name, and says so", async () => {
    await stage.writeProject({
      plain: stage.plain(),
      leak: { command: "node", args: ["${secret:token}"] },
      leak2: { command: "node", env: { X: "${GITHUB_TOKEN:-}" } },
      a__b: { command: "node" },
      "my server!": { command: "node", unknownThing: 1 },
      broken: { type: "carrier-pigeon" },
    });
    await openTrusted([echo, "end"]);
    await stage.runtime.mcp.add("plain", stage.plain(), stage.place);
    const { servers, diagnostics } = await stage.runtime.mcp.list(stage.place);
    expect(servers.map(({ name, from, state }) => `${name} ${from} ${state}`)).toEqual([
      "plain user ready",
      "plain project shadowed",
      "leak project invalid",
      "leak2 project invalid",
      "a__b project invalid",
      "my_server project approval",
      "broken project invalid",
    ]);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "mcp-shadowed",
      "mcp-invalid",
      "mcp-invalid",
      "mcp-invalid",
      "mcp-renamed",
      "mcp-unknown-key",
      "mcp-invalid",
    ]);
    expect(diagnostics[1]?.message).toContain("${secret:token} holds a secret");
    expect(diagnostics[2]?.message).toContain("${GITHUB_TOKEN} holds a secret");
    expect(await stage.runtime.diagnose(stage.temp.folder)).toEqual(diagnostics);
  });
});

describe("a server of a skill", () => {
  it("is there while the skill is active, and asked about", async () => {
    const plain = stage.plain();
    const skill = [
      "---",
      "name: plainly",
      "description: Uses the plain server",
      "mcp-servers:",
      "  plain:",
      `    command: ${plain.command}`,
      `    args: ${JSON.stringify(plain.args)}`,
      "---",
      "Call mcp__plain__echo.",
    ].join("\n");
    await stage.temp.write(".skillmint/skills/plainly/SKILL.md", skill);
    await openTrusted(({ turn }) =>
      turn === 0 ? { calls: [{ name: "Skill", input: { skill: "plainly" } }] } : turn === 1 ? echo : "end",
    );
    const id = await stage.prompt("go", allow);
    const waiting = await stage.runtime.run(id);
    expect(stage.offered[0]).toEqual([]);
    expect(stage.offered[1]).toEqual(["McpTools"]);
    expect(waiting.asks[0]).toMatchObject({ reason: expect.stringContaining("Nobody has approved it yet") });
    await stage.runtime.answer(id, "once");
    await stage.runtime.run(id);
    expect((await stage.calls(id)).at(-1)).toContain("echo: hi");
    expect(stage.offered.at(-1)).toContain("mcp__plain__echo");
  });
});
