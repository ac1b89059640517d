import { mkdir, mkdtemp, readFile, realpath, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { digestFolder } from "../digest.ts";
import { createGrants, isApproved, type GrantsIo, type NewApproval } from "./create-grants.ts";
import { describeChange } from "./describe-change.ts";
import { readTexts } from "./read-texts.ts";

let home = "";
let file = "";
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "skillmint-grants-")));
  file = join(home, "state/grants.json");
});
afterEach(async () => rm(home, { recursive: true, force: true }));

/** As the environment's: one at a time, replaced as a whole. */
function createIo(): GrantsIo {
  let last: Promise<unknown> = Promise.resolve();
  let clock = 0;
  return {
    async writeAtomic(path, text, mayCommit) {
      await writeFile(`${path}.tmp`, text, { mode: 0o600 });
      if (!(await mayCommit())) return false;
      await rename(`${path}.tmp`, path);
      return true;
    },
    withLock(_file, work) {
      const mine = last.then(() => work({ isHeld: async () => true }));
      last = mine.catch(() => undefined);
      return mine;
    },
    now: () => (clock += 1),
  };
}

const approval = (more: Partial<NewApproval> = {}): NewApproval => ({
  digest: "d1",
  rules: ["Bash(git:*)"],
  files: [{ path: "SKILL.md", digest: "f1" }],
  texts: { "SKILL.md": "one\n" },
  ...more,
});

async function stateOf(folder: string) {
  const { digest, files } = await digestFolder(folder);
  return { digest, files, texts: await readTexts(folder, files) };
}

describe("grants", () => {
  it("keeps what was approved over restarts, readable by the user only", async () => {
    const io = createIo();
    await createGrants({ file, io }).approve("/a", approval());
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = createGrants({ file, io });
    expect(await again.find("/a")).toEqual({ folder: "/a", approvedAt: 1, ...approval() });
    expect(await again.find("/b")).toBeUndefined();
    expect([await again.forget("/a"), await again.forget("/a"), await again.list()]).toEqual([
      true,
      false,
      [],
    ]);
  });

  it("loses no change of another process", async () => {
    const io = createIo();
    const [one, other] = [createGrants({ file, io }), createGrants({ file, io })];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : other).approve(`/skill-${n}`, approval({ digest: `d${n}` })),
      ),
    );
    expect(await one.list()).toHaveLength(20);
  });

  it("tries again when its lock was taken away, and gives up loudly", async () => {
    const io = createIo();
    let held = 0;
    const losing = {
      ...io,
      withLock: <T>(_: string, work: (lock: { isHeld(): Promise<boolean> }) => Promise<T>) =>
        work({ isHeld: async () => (held += 1) > 2 }),
    };
    await createGrants({ file, io: losing }).approve("/a", approval());
    expect([held, (await createGrants({ file, io }).list()).length]).toEqual([3, 1]);
    held = -100;
    await expect(createGrants({ file, io: losing }).approve("/b", approval())).rejects.toThrow(
      "home-unwritable",
    );
  });

  it.each([
    "",
    "{",
    "[]",
    '{"version":2,"approved":[]}',
    '{"version":1,"approved":{}}',
    '{"version":1,"approved":[{"folder":"/a","digest":"","rules":[],"files":[],"approvedAt":1}]}',
    '{"version":1,"approved":[{"folder":"/a","digest":"d","rules":"Bash(*)","files":[],"approvedAt":1}]}',
  ])("holds no approval in a file it cannot understand: %j", async (text) => {
    await mkdir(join(home, "state"));
    await writeFile(file, text);
    const grants = createGrants({ file, io: createIo() });
    expect(await grants.find("/a")).toBeUndefined();
    await grants.approve("/a", approval());
    expect((await grants.find("/a"))?.digest).toBe("d1");
  });

  it("is bounded in the texts it keeps, and takes any name for a file", async () => {
    const grants = createGrants({ file, io: createIo() });
    const big = "x".repeat(60_000);
    const files = ["__proto__", ...Array.from({ length: 9 }, (_, n) => `f${n}`), "huge"].map((path) => ({
      path,
      digest: "d",
    }));
    const texts = Object.fromEntries([
      ...files.map(({ path }) => [path, path === "__proto__" ? "p" : big]),
      ["huge", "x".repeat(70_000)],
    ]);
    for (let n = 0; n < 30; n += 1) await grants.approve(`/${n}`, approval({ files, texts }));
    expect((await readFile(file)).length).toBeLessThan(5 * 1024 * 1024);
    expect(Object.keys((await grants.find("/29"))?.texts ?? {})).toEqual([
      "__proto__",
      "f0",
      "f1",
      "f2",
      "f3",
    ]);
    expect((await grants.find("/0"))?.texts).toEqual({});
    expect((await grants.find("/0"))?.files).toHaveLength(11);
  });

  it("holds only for the same digest and for rules that were approved (F01)", () => {
    const approved = { folder: "/a", approvedAt: 1, ...approval(), rules: ["Bash(git:*)"] };
    expect(isApproved(approved, { digest: "d1", rules: ["Bash(git:*)"] })).toBe(true);
    expect(isApproved(approved, { digest: "d1", rules: ["Bash(*)"] })).toBe(false);
    expect(isApproved(approved, { digest: "d2", rules: [] })).toBe(false);
    expect(isApproved(undefined, { digest: "", rules: [] })).toBe(false);
  });
});

describe("a skill that changes after it was approved (G02)", () => {
  const changes: [string, (folder: string) => Promise<unknown>, RegExp][] = [
    [
      "one byte of SKILL.md",
      (f) => writeFile(join(f, "SKILL.md"), "# Skill\n\nDo gooD.\n"),
      /-Do good\.\n\+Do gooD\./,
    ],
    [
      "a script",
      (f) => writeFile(join(f, "scripts/run.sh"), "echo hi\ncurl evil.invalid\n"),
      /\+curl evil\.invalid/,
    ],
    [
      "a new file",
      (f) => writeFile(join(f, "scripts/new.py"), "boom()\n"),
      /Added: scripts\/new\.py[^]*\+boom\(\)/,
    ],
    ["a file that is gone", (f) => rm(join(f, "scripts/run.sh")), /Removed: scripts\/run\.sh[^]*-echo hi/],
    [
      "a binary",
      (f) => writeFile(join(f, "logo.png"), Buffer.from([0, 1, 3])),
      /logo\.png changed; its text was not kept/,
    ],
  ];
  it.each(changes)("is no longer approved: %s", async (_name, change, shown) => {
    const folder = join(home, "skill");
    await mkdir(join(folder, "scripts"), { recursive: true });
    await writeFile(join(folder, "SKILL.md"), "# Skill\n\nDo good.\n");
    await writeFile(join(folder, "scripts/run.sh"), "echo hi\n");
    await writeFile(join(folder, "logo.png"), Buffer.from([0, 1, 2]));
    const grants = createGrants({ file, io: createIo() });
    const before = await stateOf(folder);
    await grants.approve(folder, { ...before, rules: ["Bash(git:*)"] });
    const approved = await grants.find(folder);
    expect(isApproved(approved, { digest: (await stateOf(folder)).digest, rules: ["Bash(git:*)"] })).toBe(
      true,
    );
    await change(folder);
    const now = await stateOf(folder);
    expect(isApproved(approved, { digest: now.digest, rules: ["Bash(git:*)"] })).toBe(false);
    if (approved === undefined) throw new Error("nothing approved");
    expect(describeChange(approved, now).diff).toMatch(shown);
  });
});

describe("describeChange", () => {
  const state = (texts: Record<string, string>, digest = "x") => ({
    digest,
    files: Object.entries(texts).map(([path, text]) => ({ path, digest: text })),
    texts,
  });

  it("names every file and shows where, with SKILL.md first", () => {
    const old = state({ "a.md": "1", "SKILL.md": "a\nb\nc\nd\ne\nf\ng\nh\ni\nj", "gone.md": "bye" }, "1");
    const now = state({ "a.md": "2", "SKILL.md": "a\nb\nc\nd\ne\nF\ng\nh\ni\nj", "new.md": "hi" }, "2");
    expect(describeChange(old, now)).toEqual({
      added: ["new.md"],
      removed: ["gone.md"],
      changed: ["SKILL.md", "a.md"],
      omitted: 0,
      diff: [
        ..."Changed: SKILL.md|--- SKILL.md|+++ SKILL.md|@@ -3 +3 @@| c| d| e|-f|+F| g| h| i".split("|"),
        ..."Changed: a.md|--- a.md|+++ a.md|@@ -1 +1 @@|-1|+2".split("|"),
        ..."Removed: gone.md|--- gone.md|+++ /dev/null|@@ -1 +1 @@|-bye".split("|"),
        ..."Added: new.md|--- /dev/null|+++ new.md|@@ -1 +1 @@|+hi".split("|"),
      ].join("\n"),
    });
  });

  it("is bounded and says how much is not shown", () => {
    const many = Array.from({ length: 5_000 }, (_, n) => `line ${n}`);
    const change = describeChange(
      state({ a: "" }, "1"),
      state({ a: many.join("\n") }, "2"),
      createTranslate("zh-CN"),
    );
    expect(change.diff.split("\n")).toHaveLength(201);
    expect(change.omitted).toBeGreaterThan(4_700);
    expect(change.diff).toContain(`另有 ${change.omitted} 行`);
    const long = describeChange(state({ a: "x" }, "1"), state({ a: `x${"y".repeat(60_000)}END` }, "2"));
    expect(long.diff.length).toBeLessThan(2_000);
    expect(long.diff).toContain("END");
  });

  it("hides nothing: invisible, reordering and escape characters, padding, line ends (D01-D03, D06)", () => {
    const now = "a\u200bb \u202ec \u{e0041} \u001b[31m" + " ".repeat(500) + "evil\r\n\ufeff";
    const { diff } = describeChange(state({ a: "a" }, "1"), state({ a: now }, "2"));
    for (const shown of [
      "\\u{200b}",
      "\\u{202e}",
      "\\u{e0041}",
      "\\u{1b}",
      "␠×500",
      "evil\\u{d}",
      "\\u{feff}",
    ]) {
      expect(diff).toContain(shown);
    }
    expect(diff).not.toMatch(/[\u200b\u202e\u001b\r]/);
  });

  it("says something also where only rights changed", () => {
    expect(describeChange(state({ a: "1" }, "1"), state({ a: "1" }, "2")).diff).toContain("rights");
    expect(describeChange(state({ a: "1" }, "1"), state({ a: "1" }, "1")).diff).toBe("");
  });
});

describe("readTexts", () => {
  it("reads what is text, SKILL.md first, and nothing through links (A08)", async () => {
    await writeFile(join(home, "secret"), "canary");
    const folder = join(home, "skill");
    await mkdir(folder);
    await symlink(join(home, "secret"), join(folder, "leak.md"));
    await writeFile(join(folder, "a.md"), "\ufeffa");
    await writeFile(join(folder, "SKILL.md"), "s");
    await writeFile(join(folder, "bad.md"), Buffer.from([0xff, 0xfe, 0x41]));
    await writeFile(join(folder, "big.md"), "x".repeat(65 * 1024));
    const files = ["a.md", "bad.md", "big.md", "leak.md", "../secret", "gone.md", "SKILL.md"].map((path) => ({
      path,
    }));
    expect(Object.entries(await readTexts(folder, files))).toEqual([
      ["SKILL.md", "s"],
      ["a.md", "\ufeffa"],
    ]);
  });
});
