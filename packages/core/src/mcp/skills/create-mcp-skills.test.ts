import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { nameSkills } from "../../skill/catalog/name-skills.ts";
import { createSkillFinder } from "../../skill/discover/discover-skills.ts";
import type { SkillLayer } from "../../skill/discover/layer.ts";
import type { McpConnection, McpServer } from "../connection.ts";
import { createMcpSkills, type McpSkills } from "./create-mcp-skills.ts";
import { McpSkillRefused } from "./remote-skills.ts";
import { configured, connectFixture, pdf, sourceOf, type FixtureServer } from "./server.fixture.ts";

let folder = "";
const opened: FixtureServer[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "skillmint-mcp-skills-")));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  await rm(folder, { recursive: true, force: true });
});

async function connect(...parameters: Parameters<typeof connectFixture>): Promise<FixtureServer> {
  const fixture = await connectFixture(...parameters);
  opened.push(fixture);
  return fixture;
}

function skillsOf(connections: readonly McpConnection[], servers?: readonly McpServer[]): McpSkills {
  return createMcpSkills({
    folder: join(folder, "cache"),
    language: "en",
    servers: async () => servers ?? connections.map(({ server }) => server),
    open: async ({ name }) => {
      const found = connections.find(({ server }) => server.name === name);
      if (!found) throw new Error(`no ${name}`);
      return found;
    },
  });
}

async function find(layer: SkillLayer) {
  const finder = createSkillFinder({ layers: [layer] });
  const { skills } = await finder.find({
    folder,
    home: folder,
    env: {},
    touched: [],
    t: createTranslate("en"),
    isTrusted: async () => false,
  });
  await finder.close();
  return nameSkills(skills);
}

describe("skills of MCP servers", () => {
  it("are found by what was listed last, without a connection and without a file", async () => {
    const { connection, reads } = await connect(await sourceOf(pdf));
    const listing = await skillsOf([connection]).refresh(connection);
    expect(listing?.skills.map(({ name }) => name)).toEqual(["pdf"]);
    const later = skillsOf([], [connection.server]);
    const [skill] = await find(later.layer);
    expect(skill).toMatchObject({
      id: "mcp:docs:pdf",
      layer: "mcp",
      plugin: "docs",
      description: "Work with PDF files",
      fields: { allowedTools: ["Bash(rm:*)"] },
    });
    expect(await readFile(skill?.file ?? "", "utf8")).not.toContain("Read references");
    expect(reads).toEqual([]);
  });

  it("are fetched when one is used, SKILL.md first, and not again while nothing changed", async () => {
    const { connection, reads } = await connect(await sourceOf(pdf));
    const skills = skillsOf([connection]);
    await skills.refresh(connection);
    const [skill] = await find(skills.layer);
    if (!skill) throw new Error("no skill");
    const before = await skills.look(skill.folder);
    await skills.prepare(skill);
    expect(reads).toEqual(["skill://pdf/SKILL.md", "skill://pdf/references/forms.md"]);
    expect(await readFile(join(skill.folder, "references/forms.md"), "utf8")).toBe("forms\n");
    expect(await readFile(skill.file, "utf8")).toBe(pdf["pdf/SKILL.md"]);
    await skills.prepare(skill);
    await skills.refresh(connection);
    await skills.prepare(skill);
    expect(reads).toHaveLength(2);
    // What a person approves is the same before and after.
    expect(await skills.look(skill.folder)).toEqual(before);
    expect(before?.files.map(({ path }) => path)).toEqual(["SKILL.md", "references/forms.md"]);
  });

  it("are fetched again where somebody changed the copy", async () => {
    const { connection, reads } = await connect(await sourceOf(pdf));
    const skills = skillsOf([connection]);
    await skills.refresh(connection);
    const [skill] = await find(skills.layer);
    if (!skill) throw new Error("no skill");
    await skills.prepare(skill);
    await writeFile(join(skill.folder, "extra.sh"), "evil");
    await skills.prepare(skill);
    expect(await readdir(skill.folder)).toEqual(["SKILL.md", "references"]);
    await writeFile(skill.file, "evil");
    await skills.prepare(skill);
    expect(await readFile(skill.file, "utf8")).toBe(pdf["pdf/SKILL.md"]);
    expect(reads).toHaveLength(6);
  });

  it.each([
    ["another text of the same length", (text: string) => text.replace("Read", "Xead")],
    ["a longer text", (text: string) => `${text}more`],
  ])("are refused where the server sends %s", async (_, change) => {
    const source = await sourceOf(pdf, (uri) =>
      uri.endsWith("SKILL.md") ? change(pdf["pdf/SKILL.md"]) : undefined,
    );
    const { connection, reads } = await connect(source);
    const skills = skillsOf([connection]);
    await skills.refresh(connection);
    const [skill] = await find(skills.layer);
    if (!skill) throw new Error("no skill");
    await expect(skills.prepare(skill)).rejects.toThrow(McpSkillRefused);
    expect(reads).toEqual(["skill://pdf/SKILL.md"]);
    expect(await readFile(skill.file, "utf8")).not.toContain("ead references");
  });

  it("are refused where frontmatter is not what was listed, though the digest is", async () => {
    const source = await sourceOf(pdf);
    const { connection } = await connect({
      ...source,
      list: async (...parameters) => {
        const { skills } = await source.list(...parameters);
        return {
          skills: skills.map((each) => ({
            ...each,
            frontmatter: { ...each.frontmatter, description: "Harmless" },
          })),
        };
      },
    });
    const skills = skillsOf([connection]);
    await skills.refresh(connection);
    const [skill] = await find(skills.layer);
    if (!skill) throw new Error("no skill");
    await expect(skills.prepare(skill)).rejects.toThrow(/frontmatter/);
  });

  it("of one name and two servers are two, and neither hides the other's files", async () => {
    const [a, b] = [
      await connect(await sourceOf(pdf), configured("a")),
      await connect(await sourceOf(pdf), configured("b")),
    ];
    const skills = skillsOf([a.connection, b.connection]);
    await skills.refresh(a.connection);
    await skills.refresh(b.connection);
    const found = await find(skills.layer);
    expect(found.map(({ id, shadowedBy }) => [id, shadowedBy])).toEqual([
      ["mcp:a:pdf", undefined],
      ["mcp:b:pdf", "mcp:a:pdf"],
    ]);
    for (const skill of found) await skills.prepare(skill);
    expect([a.reads.length, b.reads.length]).toEqual([2, 2]);
  });

  it("are gone with their server's configuration, and when it lists them no more", async () => {
    const files = { ...pdf };
    const { connection } = await connect(await sourceOf(files));
    const skills = skillsOf([connection]);
    await skills.refresh(connection);
    expect(await find(skills.layer)).toHaveLength(1);
    expect(await find(skillsOf([], []).layer)).toEqual([]);
    const other = {
      ...connection.server,
      launch: { ...connection.server.launch, command: "other" } as never,
    };
    expect(await find(skillsOf([], [other]).layer)).toEqual([]);
    const empty = await connect(await sourceOf({}));
    await skills.refresh(empty.connection);
    expect(await find(skills.layer)).toEqual([]);
  });

  it("without the extension nothing is asked and nothing is written", async () => {
    const { connection } = await connect(undefined);
    expect(await skillsOf([connection]).refresh(connection)).toBeUndefined();
    expect(await readdir(folder)).toEqual([]);
  });

  it("that cannot be checked are left out, and told of", async () => {
    const source = await sourceOf(pdf);
    const dynamic: Skill = {
      uri: "skill://bad/SKILL.md",
      frontmatter: { name: "bad", description: "Bad" },
      resources: "dynamic",
    };
    const { connection } = await connect({
      ...source,
      list: async (...parameters) => ({ skills: [...(await source.list(...parameters)).skills, dynamic] }),
    });
    const skills = skillsOf([connection]);
    const listing = await skills.refresh(connection);
    expect(listing?.refused.map(({ uri }) => uri)).toEqual(["skill://bad/SKILL.md"]);
    expect((await find(skills.layer)).map(({ name }) => name)).toEqual(["pdf"]);
  });
});
