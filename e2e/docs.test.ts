import { access, readFile, readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./kit.ts";

const chinese = ".zh-CN.md";
const forContributors = new Set(["docs/architecture.md"]);
const names = await readdir(join(root, "docs"));
const pages = names.filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`);
const english = pages.filter((page) => !page.endsWith(chinese) && !forContributors.has(page));
const pairs = ["README.md", ...english].map((page) => [page, partnerOf(page)] as const);

function partnerOf(page: string): string {
  return page.endsWith(chinese) ? page.replace(chinese, ".md") : page.replace(/\.md$/, chinese);
}

/** Without the one flag that only Chinese pages need. */
async function read(page: string): Promise<string> {
  const markdown = await readFile(join(root, page), "utf8");
  return markdown.replaceAll(" --lang zh-CN", "");
}

/** What no translation changes in code: how many lines, commands, flags and keys. */
function codeMarks(lines: readonly string[]): string {
  const marks = lines
    .join("\n")
    .match(
      /\bskillmint(?: [a-z]+)*|(?<![\w-])--?[a-z][a-z-]*|"[\w$*/:.-]+"(?=\s*[:：])|\b[a-z]\w*(?:\.\w+)*\(/g,
    );
  return [`${lines.length} lines`, ...(marks ?? [])].join(" ");
}

/**
 * The page block by block, without its words: the same in every language. Headings have their level, tables and lists
 * their length, code its language and marks.
 */
function outline(markdown: string): string[] {
  const blocks = markdown.matchAll(/^```(.*)\n([^]*?)\n```$|(?:^(?!```).*\S.*(?:\n|$))+/gm);
  return [...blocks].map(([block, language, code]) => {
    if (code !== undefined) return `code ${language}, ${codeMarks(code.split("\n"))}`;
    const lines = block.trimEnd().split("\n");
    const heading = /^#+ /.exec(block)?.[0];
    if (heading !== undefined) return `${heading}(${lines.length} line)`;
    if (block.startsWith("|")) return `table, ${lines.length} lines`;
    if (block.startsWith("    ")) return `code, ${codeMarks(lines)}`;
    if (/^(?:-|\d+\.) /.test(block))
      return `list of ${lines.filter((line) => /^(?:-|\d+\.) /.test(line)).length}`;
    return "text";
  });
}

/** Flags and numbers, which are the same in every language. */
function figuresOf(markdown: string): string[] {
  return [...new Set(markdown.match(/(?<![\w-])--[a-z][a-z-]*|\d+(?:[.,]\d+)*/g))].toSorted();
}

/** As GitHub makes them of headings. */
function anchorsOf(markdown: string): Set<string> {
  const headings = markdown.replaceAll(/^```[^]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[^]*?^```$/gm, "").replaceAll(/`[^`]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^\w+:/.test(target));
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function whyBroken(page: string, link: string): Promise<string | undefined> {
  const [path = "", anchor] = link.split("#");
  const file = path === "" ? join(root, page) : resolve(root, dirname(page), path);
  if (!(await exists(file))) return `${link}: no such file`;
  if (anchor !== undefined && !anchorsOf(await readFile(file, "utf8")).has(decodeURIComponent(anchor)))
    return `${link}: no such heading`;
  return undefined;
}

it("has every page for people in both languages", () => {
  const partners = pages.filter((page) => page.endsWith(chinese));
  expect(partners.toSorted()).toEqual(english.map(partnerOf).toSorted());
});

describe.each(pairs)("%s and %s", (page, translation) => {
  it("name each other under the title", async () => {
    const [first, second] = [await read(page), await read(translation)];
    expect(first.split("\n").slice(1, 4)).toEqual(["", `[简体中文](${basename(translation)})`, ""]);
    expect(second.split("\n").slice(1, 4)).toEqual(["", `[English](${basename(page)})`, ""]);
  });

  it("have the same sections, tables, lists and code", async () => {
    expect(outline(await read(translation))).toEqual(outline(await read(page)));
  });

  it("name the same flags and numbers", async () => {
    expect(figuresOf(await read(translation))).toEqual(figuresOf(await read(page)));
  });

  it.each([page, translation])("have only links that lead somewhere: %s", async (which) => {
    const broken = await Promise.all(linksOf(await read(which)).map((link) => whyBroken(which, link)));
    expect(broken.filter((reason) => reason !== undefined)).toEqual([]);
  });

  it("stay in Chinese where there is a Chinese page", async () => {
    const links = linksOf(await read(translation)).slice(1);
    const targets = links
      .map((link) => link.replace(/#.*/, ""))
      .filter((path) => /(?<!\.zh-CN)\.md$/.test(path));
    const leaving = await Promise.all(
      targets.map(async (path) =>
        (await exists(resolve(root, dirname(translation), partnerOf(path)))) ? [path] : [],
      ),
    );
    expect(leaving.flat()).toEqual([]);
  });
});
