import { access, mkdir, mkdtemp, readdir, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { createAuthoringWords } from "../words.ts";
import { openDraftWorkspace } from "./draft-workspace.ts";

const parts = { t: createTranslate("en"), words: createAuthoringWords("en") };
const content = (text: string) => ({
  files: [{ path: "SKILL.md", mode: 0o640, bytes: Buffer.from(text) }],
  links: [],
  folders: [],
});
/** An id of nobody else. */
let id = "";
beforeEach(async () => {
  id = `test-${(await mkdtemp(join(tmpdir(), "skillmint-id-"))).slice(-6)}`;
});
afterEach(async () => {
  const all = await readdir(tmpdir());
  const made = all.filter(
    (name) => name === `skillmint-id-${id.slice(-6)}` || name === `skillmint-work-${id}`,
  );
  for (const name of made) await rm(join(tmpdir(), name), { recursive: true, force: true });
});

describe("the folder of a piece of work", () => {
  it("tells what changed, keeps rights, takes emptied files away and is gone afterwards", async () => {
    const opened = await openDraftWorkspace({ id, skills: { a: content("old"), b: content("b") }, ...parts });
    const at = (path: string): string => join(opened.folder, "skills", path);
    {
      await using workspace = opened;
      expect(await workspace.collect()).toEqual({ changed: [], problems: [] });
      await writeFile(at("a/SKILL.md"), "new");
      await writeFile(at("a/run.sh"), "#!/bin/sh\n");
      await writeFile(at("a/note.md"), "");
      const { changed, problems } = await workspace.collect();
      expect(problems).toEqual([]);
      expect(changed).toMatchObject([{ name: "a", isNew: false }]);
      expect(changed[0]?.content.files.map(({ path, mode }) => [path, mode])).toEqual([
        ["SKILL.md", 0o640],
        ["run.sh", 0o755],
      ]);
    }
    await expect(access(opened.folder)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("takes nothing but plain folders with plain names", async () => {
    await using workspace = await openDraftWorkspace({ id, skills: { gone: content("x") }, ...parts });
    const at = (path: string): string => join(workspace.folder, "skills", path);
    await writeFile(at("stray.md"), "x");
    await symlink("/etc", at("link"));
    await mkdir(at("Bad Name"));
    await mkdir(at("linked"));
    await symlink("/etc/passwd", at("linked/passwd"));
    await mkdir(at("large"));
    await writeFile(at("large/data"), Buffer.alloc(11 * 1024 * 1024));
    await rm(at("gone"), { recursive: true });
    const { changed, problems } = await workspace.collect();
    expect(changed).toEqual([]);
    for (const name of ["stray.md", "link", "Bad Name", "linked", "large", "gone"])
      expect(problems.some((problem) => problem.startsWith(`skills/${name}`))).toBe(true);
  });

  it("is one for one at a time, and what a dead process left is removed", async () => {
    await using first = await openDraftWorkspace({ id, skills: {}, ...parts });
    await expect(openDraftWorkspace({ id, skills: {}, ...parts })).rejects.toMatchObject({ code: "usage" });
    const old = join(dirname(first.folder), `skillmint-work-${id}-old`);
    await mkdir(old);
    await utimes(old, 1_000, 1_000);
    await (await openDraftWorkspace({ id: `${id}-2`, skills: {}, ...parts }))[Symbol.asyncDispose]();
    await expect(access(old)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await realpath(first.folder)).toBe(first.folder);
  });
});
