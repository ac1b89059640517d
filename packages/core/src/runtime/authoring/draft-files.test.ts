import { existsSync } from "node:fs";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FolderContent } from "../../authoring/versions/folder-content.ts";
import { createRuntime } from "../../runtime.ts";
import type { Runtime } from "../runtime-contract.ts";
import { createTempWorkspace, type TempWorkspace } from "../../testing/temp-workspace.ts";
import { maxDraftText } from "./draft-files.ts";
import { openDraftStore, type SkillDrafts } from "./drafts.ts";

const skillFile = "---\nname: lists\ndescription: Makes lists.\n---\n\n列表。\n";
const file = (path: string, bytes: string | Uint8Array) => ({
  path,
  mode: 0o644,
  bytes: typeof bytes === "string" ? Buffer.from(bytes) : bytes,
});
const content: FolderContent = {
  files: [
    file("LICENSE", "free"),
    file("SKILL.md", skillFile),
    file("data/a.bin", Buffer.from([1, 0, 2])),
    file("data/latin.txt", Buffer.from([0xe4, 0x20])),
    file("data/large.txt", Buffer.alloc(maxDraftText + 1, 0x20)),
    file("docs/more.md", "more"),
  ],
  links: [],
  folders: ["data", "docs"],
};

let temp: TempWorkspace;
let runtime: Runtime;
let drafts: SkillDrafts;
let id: string;
let folder: string;
beforeEach(async () => {
  temp = await createTempWorkspace();
  runtime = await createRuntime({ env: temp.env, language: "en" });
  ({ drafts } = await runtime.authoring());
  const store = openDraftStore(runtime.home);
  const target = { layer: "user" as const, folder: join(runtime.home.skills, "lists"), isNew: true };
  const draft = await store.write(store.newId(), { name: "lists", target, message: "m" }, content);
  id = draft.id;
  folder = store.folderOf(draft);
});
afterEach(async () => {
  await runtime.close();
  await temp.remove();
});

const refused = (text: string) => ({
  code: "usage",
  params: { message: expect.stringContaining(text) as string },
});

describe("the files of a draft", () => {
  it("are listed, SKILL.md first, and read as they are", async () => {
    const { files } = await drafts.show({ folder: temp.folder }, id);
    expect(files.map(({ path }) => path)).toEqual([
      "SKILL.md",
      "LICENSE",
      "data/a.bin",
      "data/large.txt",
      "data/latin.txt",
      "docs/more.md",
    ]);
    expect(files[0]?.bytes).toBe(Buffer.byteLength(skillFile));
    expect(await drafts.readFile(id, "SKILL.md")).toBe(skillFile);
    expect(await drafts.readFile(id, "docs/more.md")).toBe("more");
  });

  it("are given out only by their own paths, as text, and up to a size", async () => {
    await writeFile(join(folder, "beside.md"), "not in the draft");
    for (const path of [
      "../draft.json",
      "docs/../SKILL.md",
      "/etc/passwd",
      "docs",
      "beside.md",
      "",
      "./SKILL.md",
    ])
      await expect(drafts.readFile(id, path)).rejects.toMatchObject(refused("no file"));
    for (const path of ["data/a.bin", "data/latin.txt"])
      await expect(drafts.readFile(id, path)).rejects.toMatchObject(refused("not text"));
    await expect(drafts.readFile(id, "data/large.txt")).rejects.toMatchObject(refused("4 MB"));
    await expect(drafts.readFile("drf_0000000000", "SKILL.md")).rejects.toMatchObject({
      code: "draft-not-found",
    });
  });

  it("are refused where something else is there now", async () => {
    await rename(join(folder, "SKILL.md"), join(folder, "real.md"));
    await symlink("real.md", join(folder, "SKILL.md"));
    await rename(join(folder, "docs"), join(temp.folder, "docs"));
    await symlink(join(temp.folder, "docs"), join(folder, "docs"));
    await writeFile(join(folder, "LICENSE"), "dear");
    for (const path of ["SKILL.md", "docs/more.md", "LICENSE"])
      await expect(drafts.readFile(id, path)).rejects.toMatchObject({ code: "skill-refused" });
    await rm(join(folder, "docs"));
    await mkdir(join(folder, "docs"));
    await expect(drafts.readFile(id, "docs/more.md")).rejects.toMatchObject({ code: "skill-refused" });
  });
});

describe("applying a draft", () => {
  const apply = () => drafts.apply({ folder: temp.folder }, id);

  it("makes one skill of it, however many do it at once", async () => {
    const [first, second] = await Promise.allSettled([apply(), apply()]);
    const lost = first.status === "rejected" ? first : second;
    expect([first.status, second.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect(lost).toMatchObject({ reason: { code: "draft-not-found" } });
  });

  it.each([
    ["was changed", () => writeFile(join(folder, "SKILL.md"), skillFile.replace("Makes", "Breaks"))],
    ["is gone", () => rm(folder, { recursive: true })],
  ])("is refused where what was written %s", async (_, change) => {
    await change();
    const reason = { code: "skill-refused", detail: "The draft is no longer the one that was shown." };
    await expect(drafts.show({ folder: temp.folder }, id)).rejects.toMatchObject(reason);
    await expect(apply()).rejects.toMatchObject({ code: "skill-refused" });
    expect(existsSync(join(runtime.home.skills, "lists"))).toBe(false);
  });
});
