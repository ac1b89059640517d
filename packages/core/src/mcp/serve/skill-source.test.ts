import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ServerContext } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createAreaWords } from "../../protocol/text/area.ts";
import { mcpServeTexts } from "../../protocol/text/mcp-serve.ts";
import { createShelf } from "./create-shelf.ts";
import type { ServedSkill } from "./skill-host.ts";
import { createSkillSource } from "./skill-source.ts";

let folder = "";
let served: ServedSkill[] = [];
let warned: string[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "skillmint-shelf-")));
  [served, warned] = [[], []];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** A skill called `name` here, whose file says what it is called there. */
async function serve(name: string, head = `name: ${name}\ndescription: About ${name}`): Promise<string> {
  const own = join(folder, name.replaceAll(/[:/]/g, "_"));
  await put(`${name.replaceAll(/[:/]/g, "_")}/SKILL.md`, `---\n${head}\n---\nDo.\n`);
  served.push({ id: `user:${name}`, name, description: "D", folder: own, file: join(own, "SKILL.md") });
  return own;
}

const words = createAreaWords(mcpServeTexts, "en");
const context = {} as ServerContext;
function source(pageSize?: number) {
  const host = { skills: async () => served };
  return createSkillSource(createShelf({ host, words, warn: (text) => warned.push(text) }), pageSize);
}
const urisOf = async (pageSize?: number) =>
  (await source(pageSize).list({}, context)).skills.map(({ uri }) => uri);

describe("skills for others", () => {
  it("are listed page by page, each once and in one order", async () => {
    for (const name of ["c", "a", "e", "b", "d"]) await serve(name);
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await source(2).list(cursor === undefined ? {} : { cursor }, context);
      pages.push(page.skills.map(({ frontmatter }) => frontmatter.name));
      cursor = page.nextCursor;
    } while (cursor !== undefined && pages.length < 9);
    expect(pages).toEqual([["a", "b"], ["c", "d"], ["e"]]);
    await expect(source().list({ cursor: "nonsense" }, context)).rejects.toThrow("Invalid cursor");
  });

  it("of a folder inside the project lie below it", async () => {
    await serve("apps/web:deploy", "name: deploy\ndescription: D");
    expect(await urisOf()).toEqual(["skill://apps/web/deploy/SKILL.md"]);
  });

  it("change with their files", async () => {
    const own = await serve("a");
    const same = source();
    const [first] = (await same.list({}, context)).skills;
    await put("a/more.md", "more");
    const [second] = (await same.list({}, context)).skills;
    expect([first?.resources.length, second?.resources.length]).toEqual([1, 2]);
    await rm(join(own, "more.md"));
    expect(await same.read("skill://a/more.md", context)).toBeUndefined();
  });

  it.each([
    ["no name that is allowed", "name: A B\ndescription: D", "lowercase"],
    ["another name", "name: other\ndescription: D", "must match"],
    ["no description", "name: a", "description"],
    ["broken frontmatter", "name: a\ndescription: b: c: d", "frontmatter"],
    ["what the standard has no place for", "name: a\ndescription: D\nmetadata:\n  x:\n    y: z", "metadata"],
  ])("are left out where a file has %s, and it is told why, once", async (_, head, why) => {
    await serve("a", head);
    await serve("fine");
    const same = source();
    for (let time = 0; time < 2; time++)
      expect((await same.list({}, context)).skills.map(({ uri }) => uri)).toEqual(["skill://fine/SKILL.md"]);
    expect(warned).toEqual([expect.stringContaining(why)]);
  });

  it("are left out where they are too large", async () => {
    await serve("a");
    for (const name of ["one", "two", "three"]) await put(`a/${name}.bin`, "x".repeat(6 * 1024 * 1024));
    expect(await urisOf()).toEqual([]);
    expect(warned).toEqual([expect.stringContaining("larger")]);
  });

  it("keep to themselves what is hidden, secret or elsewhere", async () => {
    const own = await serve("a");
    await put("a/.hidden/x.md", "x");
    await put("a/.env", "x");
    await put("a/id_rsa", "x");
    await put("outside.md", "x");
    await put("a/sub/ok.md", "x");
    await symlink("../outside.md", join(own, "outside.md"));
    await symlink(".env", join(own, "env.md"));
    await symlink("sub/ok.md", join(own, "inside.md"));
    const [skill] = (await source().list({}, context)).skills;
    expect(Array.isArray(skill?.resources) ? skill.resources.map(({ uri }) => uri) : []).toEqual([
      "skill://a/SKILL.md",
      "skill://a/inside.md",
      "skill://a/sub/ok.md",
    ]);
  });

  it("give what is not text as bytes, and names of any alphabet", async () => {
    await serve("a");
    await put("a/读我 #1.md", "hello");
    await writeFile(join(folder, "a/raw"), new Uint8Array([255, 0]));
    const uri = `skill://a/${encodeURIComponent("读我 #1.md")}`;
    expect(await source().read(uri, context)).toEqual({ text: "hello", mimeType: "text/markdown" });
    expect(await source().read("skill://a/raw", context)).toMatchObject({
      mimeType: "application/octet-stream",
    });
    expect(await source().read("skill://a/none", context)).toBeUndefined();
    expect(await source().read("no address", context)).toBeUndefined();
    const children = await source().readDirectory?.("skill://a", {}, context);
    expect(children?.resources.map(({ name }) => name)).toEqual(["读我 #1.md", "SKILL.md", "raw"]);
    expect(await source().readDirectory?.("skill://a/SKILL.md", {}, context)).toBeUndefined();
  });
});
