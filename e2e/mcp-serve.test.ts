import { createHash } from "node:crypto";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterEach, describe, expect, it } from "vitest";
import { bash, testKey, useStage } from "./kit.ts";
import {
  connect,
  pdfSkill,
  putSkills,
  ways,
  type Connected,
  type Place,
  type Way,
} from "./mcp-serve.fixture.ts";
import { exists } from "./skill-files.fixture.ts";
import { join } from "node:path";

const stage = useStage();
const opened: Connected[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const place = (env: Record<string, string> = {}): Place => ({
  folder: stage.temp.folder,
  env: { ...stage.temp.env, ...env },
});
const withModel = (): Place => place({ ANTHROPIC_API_KEY: testKey, ANTHROPIC_BASE_URL: stage.baseUrl() });

async function open(...parameters: Parameters<typeof connect>): Promise<Connected["client"]> {
  const connected = await connect(...parameters);
  opened.push(connected);
  return connected.client;
}

const sha256 = (text: string): string => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const textOf = (result: unknown): string =>
  ((result as { content: { text?: string }[] }).content[0] ?? {}).text ?? "";

describe.each(ways)("skillmint mcp serve, %s, %s", (...way: Way) => {
  it("gives its skills by the extension, checked to the byte, and nothing else", async () => {
    await putSkills(stage.temp.home);
    expect(await stage.cli(["skills", "disable", "off"])).toMatchObject({ code: 0 });
    const client = await open(way, place());
    const skills = new SkillsClient(client);
    expect([skills.supported, skills.directoryRead]).toEqual([true, true]);
    const { skills: listed } = await skills.list();
    const bundled = ["enhancing-skills", "evaluating-skills", "skill-creator"];
    expect(listed.map(({ uri }) => uri).sort()).toEqual(
      ["command", "pdf-tools", ...bundled].map((name) => `skill://${name}/SKILL.md`).sort(),
    );
    const { skill } = await skills.get("skill://pdf-tools/SKILL.md");
    expect(listed).toContainEqual(skill);
    expect(skill.frontmatter).toEqual({
      name: "pdf-tools",
      description: "Work with PDF files",
      "allowed-tools": "Bash(git:*) Read",
    });
    expect(skill.resources).toEqual([
      { uri: "skill://pdf-tools/SKILL.md", digest: sha256(pdfSkill), size: pdfSkill.length },
      { uri: "skill://pdf-tools/data.bin", digest: sha256("\u0000\u0001"), size: 2 },
      { uri: "skill://pdf-tools/references/FORMS.md", digest: sha256("forms\n"), size: 6 },
    ]);
    const main = await skills.read(skill);
    expect([main.verified, main.text]).toEqual([true, pdfSkill]);
    const form = await skills.read(skill, "references/FORMS.md");
    expect([form.verified, form.text, form.mimeType]).toEqual([true, "forms\n", "text/markdown"]);
    const { resources } = await skills.readDirectory("skill://pdf-tools");
    expect(resources.map(({ name }) => name)).toEqual(["SKILL.md", "data.bin", "references"]);
    for (const uri of [
      "skill://pdf-tools/../../etc/passwd",
      "skill://pdf-tools/%2e%2e/%2e%2e/etc/passwd",
      "skill://pdf-tools/..%2F..%2Fetc%2Fpasswd",
      "skill://pdf-tools/.env",
      "skill://pdf-tools/references/link.txt",
      "skill://pdf-tools/passwd.txt",
      "skill://pdf-tools/server.key",
      "skill://off/SKILL.md",
      "skill://unknown/SKILL.md",
      "file:///etc/passwd",
    ])
      await expect(client.readResource({ uri }), uri).rejects.toThrow(/not found/i);
    await expect(skills.get("skill://unknown/SKILL.md")).rejects.toThrow();
  });

  it("gives its skills by plain tools", async () => {
    await putSkills(stage.temp.home);
    const client = await open(way, place());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["skill_search", "skill_activate", "run_skill"]);
    const found = await client.callTool({ name: "skill_search", arguments: { query: "pdf" } });
    expect(found.structuredContent).toEqual({
      skills: [{ name: "pdf-tools", id: "user:pdf-tools", description: "Work with PDF files" }],
    });
    const text = textOf(
      await client.callTool({ name: "skill_activate", arguments: { name: "pdf-tools", arguments: "a.pdf" } }),
    );
    expect(text).toContain("Look at a.pdf.");
    expect(text).toContain("- references/FORMS.md");
    expect(text).toContain("skill://pdf-tools");
    expect(text).not.toMatch(/\.env|server\.key/);
    const odd = await client.callTool({ name: "skill_activate", arguments: { name: "odd" } });
    expect(textOf(odd)).toContain("Odd.");
    const refused = await client.callTool({ name: "skill_activate", arguments: { name: "command" } });
    expect([refused.isError, await exists(join(stage.temp.folder, "ran"))]).toEqual([true, false]);
    const unknown = await client.callTool({ name: "skill_activate", arguments: { name: "pdf-tool" } });
    expect([unknown.isError, textOf(unknown)]).toEqual([true, expect.stringContaining("user:pdf-tools")]);
  });

  it("runs a skill, telling how far it is, and goes on with the session", async () => {
    await putSkills(stage.temp.home);
    await stage.serve((request) =>
      request.turn === 0 ? { text: "Looking.", calls: [{ name: "LS", input: { path: "." } }] } : "All done.",
    );
    const client = await open(way, withModel());
    const told: string[] = [];
    const result = await client.callTool(
      { name: "run_skill", arguments: { skill: "pdf-tools", prompt: "count the pages" } },
      { onprogress: ({ message }) => void told.push(message ?? "") },
    );
    expect([result.isError ?? false, textOf(result)]).toEqual([false, "All done."]);
    expect(result.structuredContent).toMatchObject({ status: "done", answer: "All done." });
    expect(told).toEqual(expect.arrayContaining(["Looking.", "LS"]));
    const { sessionId } = result.structuredContent as { sessionId: string };
    const again = await client.callTool({
      name: "run_skill",
      arguments: { skill: "pdf-tools", prompt: "and again", sessionId },
    });
    expect(again.structuredContent).toMatchObject({ sessionId, status: "done" });
    const other = await client.callTool({
      name: "run_skill",
      arguments: { skill: "pdf-tools", prompt: "x", sessionId: "ses_other" },
    });
    expect(other.isError).toBe(true);
  });

  it("asks whoever sits at the client, and does nothing that they do not allow", async () => {
    await putSkills(stage.temp.home);
    const answers = ["once", "no"];
    const asked: string[] = [];
    await stage.serve((request) =>
      request.turn < 2 ? { calls: [bash(`touch file${request.turn}`)] } : "Finished.",
    );
    const client = await open(way, withModel(), { capabilities: { elicitation: { form: {} } } }, (each) =>
      each.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params.message);
        return { action: "accept", content: { answer: answers.shift() ?? "no" } };
      }),
    );
    const result = await client.callTool({
      name: "run_skill",
      arguments: { skill: "odd", prompt: "make files" },
    });
    expect([result.isError ?? false, textOf(result)]).toEqual([false, "Finished."]);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain("touch file0");
    const made = await Promise.all([0, 1].map((n) => exists(join(stage.temp.folder, `file${n}`))));
    expect(made).toEqual([true, false]);
  });

  it("says how a person can answer where the client cannot ask", async () => {
    await putSkills(stage.temp.home);
    await stage.serve((request) => (request.turn === 0 ? { calls: [bash("touch file")] } : "Finished."));
    const client = await open(way, withModel());
    const result = await client.callTool({
      name: "run_skill",
      arguments: { skill: "odd", prompt: "make a file" },
    });
    const { sessionId } = result.structuredContent as { sessionId: string };
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(`skillmint resume ${sessionId} once|session|no`);
    const answered = await stage.cli(["resume", sessionId, "once"], withModel().env);
    expect([answered.code, answered.stdout.trim()]).toEqual([0, "Finished."]);
    expect(await exists(join(stage.temp.folder, "file"))).toBe(true);
  });
});
