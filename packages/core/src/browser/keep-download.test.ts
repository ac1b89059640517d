import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepDownload, sanitizeName } from "./keep-download.ts";

let base: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(tmpdir(), "skillmint-download-")));
});
afterEach(() => rm(base, { recursive: true, force: true }));

it.each([
  ["report.pdf", "report.pdf"],
  ["../../etc/passwd", "passwd"],
  ["..\\..\\evil.exe", "evil.exe"],
  [".bashrc", "bashrc"],
  ["...", "download"],
  ["", "download"],
  ["a\u0000b\nc.txt", "a_b_c.txt"],
  ["CON.txt", "_CON.txt"],
  ["config.fish", "_config.fish"],
  ['a<b>:"|?*.csv', "a_b______.csv"],
  ["gpj.\u202eexe", "gpj._exe"],
  ["ends. . ", "ends"],
  [`${"x".repeat(300)}.tar.gz`, `${"x".repeat(117)}.gz`],
])("calls %j %j", (given, expected) => expect(sanitizeName(given)).toBe(expected));

it("overwrites nothing and follows no link", async () => {
  const folder = path.join(base, "downloads");
  const secret = path.join(base, "secret.txt");
  await mkdir(folder);
  await writeFile(secret, "secret");
  await symlink(secret, path.join(folder, "a.txt"));
  await writeFile(path.join(folder, "a-1.txt"), "old");
  const source = path.join(base, "guid");
  await writeFile(source, "new");
  expect(await keepDownload(source, folder, "a.txt")).toBe(path.join(folder, "a-2.txt"));
  expect(await readFile(secret, "utf8")).toBe("secret");
  expect(await readFile(path.join(folder, "a-1.txt"), "utf8")).toBe("old");
  expect(await readFile(path.join(folder, "a-2.txt"), "utf8")).toBe("new");
  expect(await readdir(base)).not.toContain("guid");
});
