#!/usr/bin/env node
// Prints the figures of a skill: node measure-skill.mjs FOLDER
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const folder = process.argv[2];
if (folder === undefined || folder === "--help") {
  process.stderr.write("usage: node measure-skill.mjs FOLDER\n");
  process.exit(folder === undefined ? 2 : 0);
}

const text = await readFile(join(folder, "SKILL.md"), "utf8").catch(() => undefined);
if (text === undefined) {
  process.stderr.write(`${folder}: no SKILL.md there\n`);
  process.exit(1);
}

const lines = text.split(/\r?\n/);
const health = lines.length < 500 ? "healthy" : lines.length <= 800 ? "heavy" : "ill";
const description = /^description:\s*(.*)$/m.exec(text)?.[1] ?? "";
const links = [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)/g)].map((match) => match[1]);

const files = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll("\\", "/"));
const isFile = async (path) => (await stat(join(folder, path)).catch(() => undefined))?.isFile() === true;
const present = [];
for (const path of files) if (path !== "SKILL.md" && (await isFile(path))) present.push(path);

const counts = new Map();
for (const line of lines.map((each) => each.trim()).filter((each) => each.length > 40))
  counts.set(line, (counts.get(line) ?? 0) + 1);

const report = {
  lines: lines.length,
  health,
  words: text.split(/\s+/).length,
  descriptionLength: description.length,
  headings: lines.filter((line) => /^#{1,3} /.test(line)).length,
  missingFiles: links.filter((path) => !present.includes(path)),
  unnamedFiles: present.filter((path) => !text.includes(path)),
  repeatedLines: [...counts].filter(([, count]) => count > 1).map(([line]) => line.slice(0, 80)),
};
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
