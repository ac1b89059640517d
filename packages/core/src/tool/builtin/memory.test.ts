import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { MemoryScope } from "../../environment/memory-place.ts";
import { createMemoryStore, type MemoryStore } from "../../environment/memory-store.ts";
import { createTranslate, languages, type Language, type Mode } from "../../protocol/index.ts";
import { ToolFailure, type Tool } from "../define-tool.ts";
import { createRegistry } from "../registry.ts";
import { createMemoryTool } from "./memory.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let base: string;
let test: TestContext;
let store: MemoryStore;
let mode: Mode;
let isTrusted: boolean;
let known: Record<string, string>;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "skillmint-memory-"));
  test = await createTestContext();
  mode = "default";
  isTrusted = true;
  known = {};
  store = createMemoryStore({
    home: { root: join(base, "home"), user: base, memory: join(base, "home/memory") },
    trust: { find: async () => (isTrusted ? { folder: test.root } : undefined) },
  });
});
afterEach(async () => {
  await test.remove();
  await rm(base, { recursive: true });
});

function create(defaultScope: MemoryScope = "project", language: Language = "en"): Tool {
  return createMemoryTool({
    store,
    t: createTranslate(language),
    place: (scope = defaultScope) => ({
      scope,
      folder: test.root,
      ...(defaultScope === "skill" ? { skill: { id: "user:greet" } } : {}),
    }),
    mode: () => mode,
    seen: (path) => known[path],
  });
}

async function call(input: Record<string, unknown>, tool = create()): Promise<string> {
  try {
    const { content } = await tool.run(input, test.context());
    return content.map((part) => (part.type === "text" ? part.text : "")).join("");
  } catch (error) {
    if (error instanceof ToolFailure) return `FAILED ${error.message}`;
    throw error;
  }
}

describe("Memory", () => {
  it("writes, reads, lists and forgets", async () => {
    expect(await call({ operation: "list" })).toBe("Nothing is remembered yet (project).");
    expect(await call({ operation: "write", key: "build", content: "npm ci" })).toBe(
      "Remembered build (6 bytes, project).",
    );
    expect(await readFile(join(test.root, ".skillmint/memory/build.md"), "utf8")).toBe("npm ci");
    expect(await call({ operation: "read", key: "build.md" })).toBe("npm ci");
    expect(await call({ operation: "list" })).toBe("Remembered (project):\n- build (6 bytes)");
    expect(await call({ operation: "read", key: "other" })).toBe(
      "FAILED Nothing is remembered under other (project). There is: build",
    );
    expect(await call({ operation: "delete", key: "build" })).toBe("Forgot build (project).");
    expect(await call({ operation: "delete", key: "build" })).toMatch(/^FAILED Nothing is remembered/);
    // What only looks, and what is refused, begins nothing.
    expect(test.begun).toHaveLength(2);
  });

  it("takes the session's own skill where it has one", async () => {
    await call({ operation: "write", key: "x", content: "y" }, create("skill"));
    expect(await readFile(join(base, "home/memory/user.greet/x.md"), "utf8")).toBe("y");
    await call({ operation: "write", key: "x", content: "z", scope: "user" }, create("skill"));
    expect(await readFile(join(base, "home/memory/user/x.md"), "utf8")).toBe("z");
    expect(await call({ operation: "list", scope: "skill" })).toMatch(/^FAILED This session does not run as/);
  });

  it("shows what it overwrites unseen, and not what was seen", async () => {
    await call({ operation: "write", key: "x", content: "first" });
    expect(await call({ operation: "write", key: "x", content: "second" })).toBe(
      "Remembered x (6 bytes, project).",
    );
    const other = await createTestContext();
    const result = await create().run({ operation: "write", key: "x", content: "third" }, other.context());
    await other.remove();
    expect(JSON.stringify(result.content)).toContain("second");
  });

  it("writes over nothing that changed since the session saw it", async () => {
    const path = join(test.root, ".skillmint/memory/x.md");
    await call({ operation: "write", key: "x", content: "mine" });
    await writeFile(path, "theirs");
    expect(await call({ operation: "write", key: "x", content: "mine again" })).toMatch(
      /^FAILED x was changed[^]*theirs$/,
    );
    expect(await readFile(path, "utf8")).toBe("theirs");
    await call({ operation: "read", key: "x" });
    expect(await call({ operation: "write", key: "x", content: "both" })).toMatch(/^Remembered/);
  });

  it("knows what the session was begun with", async () => {
    const { file } = await store.write({ scope: "user", folder: test.root }, "MEMORY", "old");
    known[file.path] = file.digest;
    const wish = { operation: "write", scope: "user", key: "MEMORY", content: "new" };
    expect(await call(wish)).toBe("Remembered MEMORY (3 bytes, user).");
    known[file.path] = "0".repeat(64);
    const other = await createTestContext();
    await expect(create().run(wish, other.context())).rejects.toThrow("was changed");
    await other.remove();
  });

  it("changes nothing in plan mode", async () => {
    await call({ operation: "write", key: "x", content: "y" });
    mode = "plan";
    expect(await call({ operation: "write", key: "x", content: "z" })).toMatch(/^FAILED .*plan mode/);
    expect(await call({ operation: "delete", key: "x" })).toMatch(/^FAILED .*plan mode/);
    expect(await call({ operation: "read", key: "x" })).toBe("y");
  });

  it.each(["../x", "/etc/x", "a\0b", "", "x".repeat(300), "CON", "x.", "..", "a/../../x", "~/.ssh/x"])(
    "refuses the key %j before it begins",
    async (key) => {
      for (const operation of ["read", "write", "delete"])
        expect(await call({ operation, key, content: "y" })).toMatch(/^FAILED .*(?:[kK]ey|path|name)/);
      expect(test.begun).toEqual([]);
    },
  );

  it("refuses what is missing, too much, or of a project that nobody trusts", async () => {
    expect(await call({ operation: "read" })).toBe("FAILED This needs a key.");
    expect(await call({ operation: "write", key: "x" })).toMatch(/^FAILED Writing needs content/);
    expect(await call({ operation: "write", key: "x", content: "x".repeat(70_000) })).toMatch(
      /^FAILED That is too much for one note: 70000 bytes, at most 65536/,
    );
    isTrusted = false;
    for (const operation of ["read", "write", "list", "delete"])
      expect(await call({ operation, key: "x", content: "y" })).toMatch(/^FAILED This folder is not trusted/);
    expect(test.begun).toEqual([]);
  });

  it("says in words what the system refuses", async () => {
    await mkdir(join(test.root, ".skillmint"));
    await writeFile(join(test.root, ".skillmint/memory"), "a file in the way");
    expect(await call({ operation: "write", key: "x", content: "y" })).toMatch(
      /^FAILED .*\.skillmint\/memory/,
    );
  });

  it("is named to rules by its scope", async () => {
    const describeCall = (input: Record<string, unknown>) =>
      create().describe(input, test.workspace, test.context().memory);
    expect(await describeCall({ operation: "read", key: "x" })).toEqual({
      title: "Memory read x (project)",
      resources: [],
      subject: "project",
    });
    expect((await describeCall({ operation: "list", scope: "user" })).title).toBe("Memory list (user)");
    expect((await describeCall({ operation: "read", key: "a\n\u001b[2Jb" })).title).toContain(
      "a\\n\\u001b[2Jb",
    );
  });

  it.each(languages)("fits every request in %s", (language) => {
    const definitions = createRegistry([create("project", language)]).definitions();
    expect(JSON.stringify(definitions).length).toBeLessThan(750);
  });
});
