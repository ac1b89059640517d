import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { launchDigest, showLaunch, toolDigest } from "./approval-digest.ts";
import { createApprovalFile } from "./approval-file.ts";
import { createApprovals } from "./approval.ts";
import type { McpLaunch, McpServer, McpToolInfo } from "./connection.ts";
import { createToolsCache } from "./tools-cache.ts";

const stdio: McpLaunch = { type: "stdio", command: "npx", args: ["-y", "a b"], env: { A: "1", B: "2" } };
const http: McpLaunch = { type: "http", url: "https://a.example/mcp", headers: { X: "canary-7" } };
const tool = (name: string, description = ""): McpToolInfo => ({ name, description, inputSchema: {} });

function entryOf(from: McpServer["from"], launch: McpLaunch = stdio, folder = "/p") {
  const server: McpServer = { name: "s", launch, from, startMs: 1, callMs: 1 };
  return { name: "s", from, folder, file: "", server };
}

describe("a digest", () => {
  it("is of what is written, in any order of names", () => {
    const other: McpLaunch = { ...stdio, env: { B: "2", A: "1" } };
    expect(launchDigest({ launch: other })).toBe(launchDigest({ launch: stdio }));
    expect(toolDigest({ ...tool("a"), inputSchema: { x: 1, y: [{ b: 1, a: 2 }] } })).toBe(
      toolDigest({ ...tool("a"), inputSchema: { y: [{ a: 2, b: 1 }], x: 1 } }),
    );
  });

  it.each<[string, McpLaunch]>([
    ["command", { ...stdio, command: "npm" }],
    ["arguments", { ...stdio, args: ["-y", "a", "b"] }],
    ["variable", { ...stdio, env: { A: "1", B: "3" } }],
    ["folder", { ...stdio, folder: "/x" }],
    ["kind", http],
  ])("differs with the %s", (_, launch) => {
    expect(launchDigest({ launch })).not.toBe(launchDigest({ launch: stdio }));
  });

  it("is shown to a person whole, with values only where they are not their own", () => {
    expect(showLaunch({ launch: stdio, from: "project" })).toBe("A=1 B=2 npx -y 'a b'");
    expect(showLaunch({ launch: { ...stdio, folder: "/x" }, from: "user" })).toBe(
      "cd /x && A=… B=… npx -y 'a b'",
    );
    expect(showLaunch({ launch: http, from: "project" })).toBe("https://a.example/mcp");
  });
});

describe("approvals", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "skillmint-approvals-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const open = () => createApprovals(createApprovalFile(join(folder, "sub", "approvals.json")), () => 1);

  it.each(["project", "skill"] as const)(
    "of a %s are given by a person, for the launch as it is",
    async (from) => {
      const entry = entryOf(from);
      expect(await open().check(entry, undefined)).toEqual({ state: "launch", before: false });
      await open().bind(entry, [tool("a")]);
      expect(await open().check(entry, undefined)).toEqual({ state: "launch", before: false });
      await open().approve(entry, [tool("a")]);
      expect(await open().check(entry, [tool("a")], "a")).toEqual({ state: "approved" });
      expect(await open().check(entryOf(from, http), undefined)).toEqual({ state: "launch", before: true });
      expect(await open().check(entryOf(from, stdio, "/other"), undefined)).toMatchObject({
        state: "launch",
      });
      await open().forget(entry);
      expect(await open().check(entry, undefined)).toEqual({ state: "launch", before: false });
    },
  );

  it.each(["user", "environment"] as const)(
    "of a %s need no word, and bind the first tools seen",
    async (from) => {
      const entry = entryOf(from);
      expect(await open().check(entry, [tool("a")], "a")).toEqual({ state: "approved" });
      await open().bind(entry, [tool("a"), tool("b")]);
      await open().bind(entry, [tool("c")]);
      expect(await open().check(entry, [tool("a", "other"), tool("d")], "a")).toEqual({
        state: "tools",
        changes: { added: ["d"], changed: ["a"], removed: ["b"] },
      });
      // Defined otherwise by its owner, it is another server.
      await open().bind(entryOf(from, http), [tool("c")]);
      expect(await open().check(entryOf(from, http), [tool("c")], "c")).toEqual({ state: "approved" });
    },
  );

  it("hold for tools that did not change while others come and go", async () => {
    const entry = entryOf("project");
    await open().approve(entry, [tool("a"), tool("b")]);
    expect(await open().check(entry, [tool("a"), tool("c")], "a")).toEqual({ state: "approved" });
    expect(await open().check(entry, [tool("a"), tool("c")], "c")).toMatchObject({ state: "tools" });
    expect(await open().check(entry, [tool("a"), tool("b", "x")], "a")).toMatchObject({ state: "tools" });
  });

  it("are kept for their owner only, without values, and a damaged file holds none", async () => {
    const entry = entryOf("project", http);
    await Promise.all([open().approve(entry, undefined), open().approve(entryOf("user"), [tool("a")])]);
    const file = join(folder, "sub", "approvals.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, "utf8");
    expect(text).not.toContain("canary-7");
    expect(await open().check(entry, undefined)).toEqual({ state: "approved" });
    for (const broken of [
      text.slice(0, 40),
      "null",
      '{"version":2}',
      text.replaceAll('"launch"', '"lunch"'),
    ]) {
      await writeFile(file, broken);
      expect(await open().check(entry, undefined)).toMatchObject({ state: "launch" });
    }
  });
});

it("keeps what servers had, and forgets what makes no sense", async () => {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-tools-"));
  try {
    const cache = createToolsCache(join(folder, "mcp"));
    expect(await cache.read("d1")).toBeUndefined();
    await cache.write("d1", [{ ...tool("a"), title: "A" }]);
    expect(await cache.read("d1")).toEqual([{ ...tool("a"), title: "A" }]);
    await writeFile(join(folder, "mcp", "d1.json"), '{"version":1,"tools":[{"name":1},null]}');
    expect(await cache.read("d1")).toEqual([]);
    await writeFile(join(folder, "mcp", "d1.json"), "{");
    expect(await cache.read("d1")).toBeUndefined();
    await cache.write("d1", [tool("x".repeat(5_000_000))]);
    expect(await cache.read("d1")).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
