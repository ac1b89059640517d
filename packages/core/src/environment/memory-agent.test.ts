import { mkdir, readdir, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate, languages } from "../protocol/index.ts";
import { agentFolderName, listAgentMemories, type AgentMemory } from "./memory-agent.ts";
import { MemoryError } from "./memory-error.ts";
import type { MemoryPlace } from "./memory-place.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";
import { createTrust, type Trust } from "./trust.ts";

let temp: Awaited<ReturnType<typeof temporaryHome>>;
let project: string;
let trust: Trust;
let store: MemoryStore;
const of = (keeps: AgentMemory, name = "Reviewer", folder = project): MemoryPlace => ({
  scope: "agent",
  folder,
  agent: { name, keeps },
});

beforeEach(async () => {
  temp = await temporaryHome();
  project = join(temp.folder, "shop");
  await mkdir(project);
  trust = createTrust(temp.home);
  store = createMemoryStore({ home: temp.home, trust });
});
afterEach(() => temp[Symbol.asyncDispose]());

async function refusal(work: Promise<unknown>): Promise<MemoryError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (MemoryError.is(error)) return error;
    throw error;
  }
}

describe("the memory of a kind of agent", () => {
  it("lies with the person, in the project, or with the person for this project", async () => {
    await trust.trust(project);
    const paths: string[] = [];
    for (const keeps of ["user", "project", "local"] as const)
      paths.push((await store.write(of(keeps), "MEMORY", keeps)).file.path);
    expect(paths[0]).toBe(join(temp.home.memory, "agents", "reviewer", "MEMORY.md"));
    expect(paths[1]).toBe(join(project, ".skillmint/memory/agents/reviewer/MEMORY.md"));
    expect(paths[2]).toMatch(/\/memory\/agents\/reviewer\.[0-9a-f]{12}\/MEMORY\.md$/);
    expect((await stat(join(temp.home.memory, "agents"))).mode & 0o777).toBe(0o700);
    for (const keeps of ["user", "project", "local"] as const)
      expect((await store.read(of(keeps, "reviewer"), "MEMORY")).text).toBe(keeps);
    expect(await listAgentMemories(project, { home: temp.home, trust })).toEqual([
      { name: "reviewer", keeps: "user" },
      { name: "reviewer", keeps: "local" },
      { name: "reviewer", keeps: "project" },
    ]);
  });

  it.each(["project", "local"] as const)("`%s` is there in trusted folders only", async (keeps) => {
    const refused = await refusal(store.write(of(keeps), "MEMORY", "x"));
    expect(refused?.problem.code).toBe("no-agent-project");
    for (const language of languages)
      expect(refused?.explain(createTranslate(language))).toContain("skillmint trust");
    expect(await readdir(project)).toEqual([]);
    await store.write(of("user"), "MEMORY", "x");
    expect(await listAgentMemories(project, { home: temp.home, trust })).toHaveLength(1);
  });

  it("of one project is not that of another", async () => {
    const other = join(temp.folder, "other");
    await mkdir(other);
    await trust.trust(project);
    await trust.trust(other);
    for (const keeps of ["project", "local"] as const) {
      await store.write(of(keeps), "MEMORY", keeps);
      expect(await store.list(of(keeps, "reviewer", other))).toEqual([]);
    }
    expect(await listAgentMemories(other, { home: temp.home, trust })).toEqual([]);
  });

  it("is never read through a link", async () => {
    await trust.trust(project);
    await mkdir(join(project, ".skillmint/memory/agents"), { recursive: true });
    await symlink(temp.folder, join(project, ".skillmint/memory/agents/reviewer"));
    expect((await refusal(store.write(of("project"), "MEMORY", "x")))?.problem.code).toBe("link");
    expect((await refusal(store.read(of("project"), "MEMORY")))?.problem.code).toBe("link");
    await rm(join(project, ".skillmint"), { recursive: true });
  });

  it("needs an agent", async () => {
    const refused = await refusal(store.list({ scope: "agent", folder: project }));
    expect(refused?.problem.code).toBe("no-agent");
  });
});

it.each([
  ["../../etc", "%2E%2E%2F%2E%2E%2Fetc"],
  [".", "%2E"],
  ["Code Reviewer", "code%20reviewer"],
  ["审查", "审查"],
])("names its folder safely: %s", (name, expected) => {
  expect(agentFolderName(name)).toBe(expected);
});

it("names different long agents differently", () => {
  const [one, two] = ["a", "b"].map((end) => agentFolderName("x".repeat(500) + end));
  expect(one).not.toBe(two);
  expect(Buffer.byteLength(one ?? "")).toBeLessThan(200);
});
