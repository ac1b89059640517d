import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { digestFolder } from "../../skill/digest.ts";
import { digestContent, readContent, writeContent } from "./folder-content.ts";
import { createFolder, replaceFolder } from "./replace-folder.ts";
import { createVersionStore, maxVersions } from "./version-store.ts";

let root = "";
let folder = "";
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "skillmint-versions-")));
  folder = join(root, "notes");
  await mkdir(join(folder, "scripts"), { recursive: true });
  await mkdir(join(folder, "empty"));
  await writeFile(join(folder, "SKILL.md"), "one");
  await writeFile(join(folder, "scripts/a.sh"), Buffer.from([0x23, 0x21, 0, 0xff]));
  await chmod(join(folder, "scripts/a.sh"), 0o750);
  await symlink("scripts/a.sh", join(folder, "link"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const open = () => createVersionStore({ root: join(root, "versions"), now: () => 5 });
const change = { action: "updated", by: "person" } as const;

describe("content of a folder", () => {
  it("has the digest that the folder has, and makes the same folder again", async () => {
    const content = await readContent(folder);
    const { digest } = await digestFolder(folder);
    expect(digestContent(content)).toBe(digest);
    await writeContent(join(root, "copy"), content);
    expect((await digestFolder(join(root, "copy"))).digest).toBe(digest);
    expect((await stat(join(root, "copy/scripts/a.sh"))).mode & 0o777).toBe(0o750);
  });

  it("ends at its limits, and at links where none may be", async () => {
    await expect(readContent(folder, { limits: { files: 2, bytes: 100 } })).rejects.toMatchObject({
      code: "digest-count",
    });
    await expect(readContent(folder, { limits: { files: 100, bytes: 5 } })).rejects.toMatchObject({
      code: "digest-size",
    });
    await expect(readContent(folder, { links: "refuse" })).rejects.toMatchObject({ code: "unreadable" });
    expect((await readContent(folder, { links: "skip" })).links).toEqual([]);
  });

  it("takes the place of another as a whole and leaves nothing beside it", async () => {
    const content = await readContent(folder);
    await writeFile(join(folder, "more.md"), "x");
    await replaceFolder(folder, content);
    expect(digestContent(await readContent(folder))).toBe(digestContent(content));
    await createFolder(join(root, "skills/new"), content);
    await expect(createFolder(join(root, "skills/new"), content)).rejects.toMatchObject({ code: "EEXIST" });
    expect(await readdir(join(root, "skills"))).toEqual(["new"]);
    expect((await readdir(root)).sort()).toEqual(["notes", "skills"]);
  });
});

describe("versions", () => {
  it("keep every state byte for byte, readable by their owner only", async () => {
    const store = open();
    const before = await readContent(folder);
    const { kept } = await store.around(folder, { ...change, why: "because" }, () =>
      writeFile(join(folder, "SKILL.md"), "two"),
    );
    expect(kept).toMatchObject({ version: 2, at: 5, action: "updated", by: "person", why: "because" });
    const [second, first] = await store.list(folder);
    expect([second?.version, first?.version, first?.action]).toEqual([2, 1, "found"]);
    if (!first) throw new Error("no version");
    expect(await store.read(first)).toEqual(before);
    const [key = ""] = await readdir(join(root, "versions"));
    expect((await stat(join(root, "versions", key))).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, "versions", key, "1/note.json"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, "versions", key, "1/skill/SKILL.md"))).mode & 0o777).toBe(0o600);
    expect((await stat(join(root, "versions", key, "1/skill/scripts/a.sh"))).mode & 0o777).toBe(0o700);
  });

  it("are made of changes only, and the oldest of too many go", async () => {
    const store = open();
    await store.keep(folder, change);
    await store.keep(folder, change);
    expect(await store.list(folder)).toHaveLength(1);
    for (let number = 0; number < maxVersions + 4; number += 1) {
      await writeFile(join(folder, "SKILL.md"), String(number));
      await store.keep(folder, change);
    }
    const numbers = (await store.list(folder)).map(({ version }) => version);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([maxVersions, 25, 6]);
  });

  it("of several writers at once are all there, each under its own number", async () => {
    const folders = ["a", "b", "c"].map((name) => join(root, name));
    for (const one of folders) await mkdir(one);
    await Promise.all(
      folders.flatMap((one) => {
        const store = open();
        return [1, 2, 3].map(() => store.keep(one, change));
      }),
    );
    for (const one of folders) expect(await open().list(one)).toHaveLength(1);
  });

  it("that were damaged are told, not brought back", async () => {
    const store = open();
    const note = await store.keep(folder, change);
    const [key = ""] = await readdir(join(root, "versions"));
    await writeFile(join(root, "versions", key, "1/skill/SKILL.md"), "other");
    await expect(store.read(note)).rejects.toMatchObject({ code: "unreadable" });
    const file = join(root, "versions", key, "1/note.json");
    await writeFile(file, (await readFile(file, "utf8")).replace('"SKILL.md"', '"../../SKILL.md"'));
    expect(await store.list(folder)).toEqual([]);
  });
});
