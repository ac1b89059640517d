import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../packages/core/src/runtime.ts";
import { createInProcessModel } from "../packages/core/src/testing/index.ts";
import { eventsOf, sessionOf, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();

async function putEnvironment(name: string, model: string, skills: Record<string, string>): Promise<void> {
  const root = join(stage.temp.env["HOME"] ?? "", ".skillmint", "environments", name);
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "config.jsonc"), JSON.stringify({ defaultModel: model }));
  for (const [id, frontmatter] of Object.entries(skills)) {
    await mkdir(join(root, "skills", id), { recursive: true });
    await writeFile(join(root, "skills", id, "skill.md"), `---\n${frontmatter}\n---\nDo ${id}.\n`);
  }
}

describe.each(wires)("a conversation in %s", (_, model, variable) => {
  it("goes on in another environment: its skills, its model, and a note of what changed", async () => {
    const [provider] = model.split("/");
    await putEnvironment("one", `${provider}/first`, { alpha: "name: alpha\ndescription: A." });
    await putEnvironment("two", `${provider}/second`, { beta: "name: beta\ndescription: B." });
    await stage.serve(["ok", "ok"]);
    const base = `${provider?.toUpperCase().replace("-", "_")}_BASE_URL`;
    const env = { [variable]: testKey, [base]: stage.baseUrl() };
    expect((await stage.cli(["env", "use", "one"], env)).code).toBe(0);
    const first = await stage.cli(["--json", "run", "hello"], env);
    expect(first.code).toBe(0);
    const used = await stage.cli(["env", "use", "two"], env);
    expect(used.stdout).toContain("beta");
    const second = await stage.cli(["--json", "run", "--session", sessionOf(first), "again"], env);
    expect(second.code).toBe(0);
    const [before, after] = stage.server.requests.map(({ body }) => JSON.stringify(body));
    expect(before).toContain("- alpha: A.");
    expect(before).toContain('"model":"first"');
    expect(after).toContain("- beta: B.");
    expect(after).not.toContain("- alpha: A.");
    expect(after).toContain('"model":"second"');
    expect(after).toContain("one → two");
    expect(eventsOf(second, "skills.listed")).toMatchObject([{ environment: "two" }]);
  });

  it("keeps to the environment it was given by a flag", async () => {
    const [provider] = model.split("/");
    await putEnvironment("one", `${provider}/first`, { alpha: "name: alpha\ndescription: A." });
    await stage.serve(["ok", "ok"]);
    const base = `${provider?.toUpperCase().replace("-", "_")}_BASE_URL`;
    const env = { [variable]: testKey, [base]: stage.baseUrl() };
    const first = await stage.cli(["--json", "--env", "one", "run", "hello"], env);
    const second = await stage.cli(["--json", "run", "--session", sessionOf(first), "again"], env);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(JSON.stringify(stage.server.requests[1]?.body)).toContain("- alpha: A.");
    const wrong = await stage.cli(["--env", "nowhere", "run", "hello"], env);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("nowhere");
  });
});

describe("the library", () => {
  it("tells the skills of the environment in use and answers with them", async () => {
    await putEnvironment("test-env", "mine/x", {
      "test-skill": "name: Test Skill\ndescription: A test skill.",
      "another-skill": "name: Another Skill\ndescription: Another one.",
    });
    const model = createInProcessModel(["answered"]);
    const runtime = await createRuntime({ env: stage.temp.env, models: { "mine/x": model } });
    try {
      await runtime.environments.use("test-env");
      const environment = await runtime.environment(stage.temp.folder);
      expect(environment.name).toBe("test-env");
      expect(environment.listSkills().map(({ id }) => id)).toEqual([
        "environment:another-skill",
        "environment:test-skill",
      ]);
      expect(environment.getSkill("test-skill")?.path).toMatch(/test-skill.skill\.md$/);
      expect(environment.getSkillsInfoForToolDescription()).toBe(
        "- another-skill: Another one.\n- test-skill: A test skill.",
      );
      expect(await environment.handleQuery("hi")).toMatchObject({ reason: "done", text: "answered" });
    } finally {
      await runtime.close();
    }
  });
});
