import { execFileSync } from "node:child_process";
import { link, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ToolFailure } from "../define-tool.ts";
import { createTestSession, type Executed } from "./execute-env.fixture.ts";
import { notebook } from "./notebook.fixture.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

/** Every tool that takes a path, with arguments that would read or change whatever is there. */
const tools: Record<string, (path: string) => Record<string, unknown>> = {
  Read: (path) => ({ path }),
  Write: (path) => ({ path, content: "evil" }),
  Edit: (path) => ({ path, old_string: "secret", new_string: "evil" }),
  NotebookEdit: (path) => ({ path, cell_number: 1, new_source: "evil" }),
  Glob: (path) => ({ path, pattern: "**" }),
  Grep: (path) => ({ path, pattern: "secret" }),
  LS: (path) => ({ path }),
};
const names = Object.keys(tools);
const onPosix = process.platform !== "win32";
const secretNotebook = JSON.stringify({
  ...notebook,
  cells: [{ cell_type: "raw", metadata: {}, source: "secret" }],
});

let test: TestContext;
const inRoot = (name: string) => path.join(test.root, name);
const inBase = (name: string) => path.join(test.base, name);
const run = (tool: string, target: string): Promise<Executed> =>
  createTestSession(test).execute(tool, tools[tool]?.(target) ?? {});

/** Everything outside the workspace that a tool could have changed. */
async function outside(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ["out", "work-evil", "home", "outlink"]) {
    for (const name of await readdir(inBase(folder)))
      found.push(`${folder}/${name}: ${await readFile(path.join(inBase(folder), name), "utf8")}`);
  }
  found.push(...(await readdir(test.base)).filter((name) => name !== "work"));
  return found.sort();
}

beforeEach(async () => {
  test = await createTestContext();
  for (const folder of ["out", "work-evil", "home"]) {
    await mkdir(inBase(folder));
    await writeFile(inBase(`${folder}/s`), "secret");
    await writeFile(inBase(`${folder}/n.ipynb`), secretNotebook);
  }
  await symlink("out", inBase("outlink"));
  await mkdir(inRoot("a"));
  await writeFile(inRoot("a/inside.txt"), "inside\n");
});
afterEach(() => test.remove());

/** Runs every tool on a path: nothing outside is told or changed. Gives what became of each. */
async function tryAll(target: string): Promise<Record<string, Executed["status"]>> {
  const before = await outside();
  const results: Record<string, Executed["status"]> = {};
  for (const tool of names) {
    const { status, text } = await run(tool, target);
    results[tool] = status;
    // What the model said itself may come back; what it could not know must not.
    if (status === "ok")
      expect([tool, target, text]).toEqual([tool, target, expect.not.stringContaining("secret")]);
  }
  expect(await outside()).toEqual(before);
  return results;
}

const refused = new Set(["error", "asked", "denied"]);

async function expectRefused(target: string): Promise<void> {
  for (const [tool, status] of Object.entries(await tryAll(target)))
    expect([tool, target, refused.has(status) ? "refused" : status]).toEqual([tool, target, "refused"]);
}

describe("every file tool", () => {
  it("works inside, so that a refusal means something", async () => {
    await writeFile(inRoot("s"), "secret");
    await writeFile(inRoot("n.ipynb"), secretNotebook);
    for (const [tool, target] of Object.entries({
      Read: "s",
      Write: "new",
      Edit: "s",
      NotebookEdit: "n.ipynb",
      Glob: "a",
      Grep: "s",
      LS: "a",
    }))
      expect([tool, (await run(tool, target)).status]).toEqual([tool, "ok"]);
    expect(Object.keys(tools).sort()).toEqual([
      "Edit",
      "Glob",
      "Grep",
      "LS",
      "NotebookEdit",
      "Read",
      "Write",
    ]);
  });

  it.each([
    "../out/s",
    "../out",
    "a/../../out/s",
    "a/../../out",
    "./a/.././../out/n.ipynb",
    "../work/../out/s",
  ])("P1 does not go up: %s", (target) => expectRefused(target));

  it.each([
    "%2e%2e/out/s",
    "..\\out\\s",
    "../out/s ",
    "../out./s",
    "..%c0%af/out/s",
    "....//out/s",
    "\uff0e\uff0e/out/s",
    "..\u200b/out/s",
    "~root/x",
    "$HOME/s",
    "${HOME}/s",
    "file:///etc/passwd",
  ])("P1 P2 P8 takes names that only look like others literally: %s", async (target) => {
    await tryAll(target);
    expect(await run("Read", target)).not.toMatchObject({
      text: expect.stringContaining("root:") as unknown,
    });
  });

  it("P2 P3 asks about absolute paths, home and folders whose name only starts alike", async () => {
    for (const target of [
      "/etc/passwd",
      "/etc",
      "~",
      "~/s",
      "~/n.ipynb",
      inBase("work-evil/s"),
      inBase("work-evil"),
      inBase("work-evil/n.ipynb"),
      inBase("work/../out/s"),
      "/",
    ])
      await expectRefused(target);
  });

  it("P4 sees through links: file, folder, chain, dangling, loop", async () => {
    await symlink("../out/s", inRoot("file"));
    await symlink("../out/n.ipynb", inRoot("book.ipynb"));
    await symlink("../out", inRoot("folder"));
    await symlink("../outlink", inRoot("two"));
    await symlink("../out/new", inRoot("dangling"));
    await symlink("loop2", inRoot("loop1"));
    await symlink("loop1", inRoot("loop2"));
    await symlink("../out/s", inRoot("c0"));
    for (let index = 1; index <= 40; index++) await symlink(`c${index - 1}`, inRoot(`c${index}`));
    for (const target of [
      "file",
      "book.ipynb",
      "folder",
      "folder/s",
      "two/s",
      "folder/new",
      "dangling",
      "dangling/x",
      "loop1",
      "loop1/x",
      "c5",
      "c30",
      "c40",
    ])
      await expectRefused(target);
  });

  it.runIf(onPosix)("P5 writes nothing that has further hard links", async () => {
    await link(inBase("out/s"), inRoot("hard"));
    await link(inBase("out/n.ipynb"), inRoot("hard.ipynb"));
    const before = await outside();
    for (const tool of ["Write", "Edit"]) expect((await run(tool, "hard")).text).toContain("hard links");
    expect((await run("NotebookEdit", "hard.ipynb")).text).toContain("hard links");
    expect(await outside()).toEqual(before);
  });

  it("P6 resolves again after somebody else made a link", async () => {
    for (const tool of names) {
      await mkdir(inRoot("late"));
      const input = tools[tool]?.("late/s") ?? {};
      await test.tool(tool).describe(input, test.workspace, test.context().memory);
      await rm(inRoot("late"), { recursive: true });
      await symlink("../out", inRoot("late"));
      await expect(test.tool(tool).run(input, test.context())).rejects.toThrow(ToolFailure);
      await rm(inRoot("late"));
    }
    expect(await readFile(inBase("out/s"), "utf8")).toBe("secret");
    expect(await readdir(inBase("out"))).toEqual(["n.ipynb", "s"]);
  });

  it("P7 P10 asks before anything is written to protected places, in any case and if they do not exist", async () => {
    await mkdir(inRoot(".git/hooks"), { recursive: true });
    await symlink(".git", inRoot("innocent"));
    const targets = [
      ".git/hooks/x",
      ".GIT/hooks/x",
      ".Git/config",
      ".mcp.json",
      ".Mcp.json",
      "sub/.bashrc",
      ".claude/settings.json",
      ".Skillmint/config.jsonc",
      "innocent/hooks/x",
      "a/../.git/config",
    ];
    for (const target of targets) {
      for (const tool of ["Write", "Edit", "NotebookEdit"])
        expect([tool, target, (await run(tool, target)).status]).toEqual([tool, target, "asked"]);
    }
    expect(await readdir(inRoot(".git/hooks"))).toEqual([]);
  });

  it.runIf(onPosix)(
    "P9 opens no device, pipe, socket or window into a process, and never hangs",
    async () => {
      execFileSync("mkfifo", [inRoot("fifo")]);
      await symlink("/dev/zero", inRoot("zero"));
      await symlink("/proc/self", inRoot("self"));
      for (const target of [
        "fifo",
        "zero",
        "self/environ",
        "self/root/etc/passwd",
        "/proc/self/root/etc/passwd",
        "/proc/1/environ",
        "/proc/self/environ",
        "/dev/fd/3",
        "/dev/tcp/127.0.0.1/1",
        "/dev/stdin",
        "/proc",
      ])
        await expectRefused(target);
    },
  );

  it("P9 is bounded for a sparse file of 10 GB", async () => {
    await writeFile(inRoot("sparse"), "");
    await truncate(inRoot("sparse"), 10 * 1024 ** 3);
    for (const tool of names) expect([tool, (await run(tool, "sparse")).status]).toEqual([tool, "error"]);
    expect((await run("Glob", "a")).status).toBe("ok");
  });

  it("P11 searches a folder that the model chose only where it may", async () => {
    for (const tool of ["Glob", "Grep", "LS"]) {
      expect((await run(tool, "..")).status).toBe("asked");
      expect((await run(tool, inBase("out"))).status).toBe("asked");
      expect((await run(tool, "a")).status).toBe("ok");
    }
  });

  it.runIf(onPosix)(
    "P13 gives clean errors for names that no system takes, and takes odd ones as they are",
    async () => {
      for (const target of ["a\0b", "x".repeat(5_000), `a/${"y".repeat(300)}`, "\0"])
        await expectRefused(target);
      for (const name of [
        "-rf",
        "--pre=sh",
        "new\nline",
        "sp ace",
        "\u001b[31mred",
        "*",
        "[a]",
        "{a,b}",
        "\\",
        "$(id)",
        "`id`",
        "é",
        "e\u0301",
      ]) {
        await mkdir(inRoot(`odd/${name}`), { recursive: true });
        await writeFile(inRoot(`odd/${name}/f`), "text secret\n");
        await writeFile(inRoot(`odd/${name}/n.ipynb`), secretNotebook);
        expect((await run("Read", `odd/${name}/f`)).text).toContain("text secret");
        expect((await run("Grep", `odd/${name}`)).text).toContain("text secret");
        expect((await run("Glob", `odd/${name}`)).text).toContain("Found 2 files");
        expect((await run("LS", `odd/${name}`)).text).toMatch(/:\nf\nn\.ipynb$/);
        expect((await run("Edit", `odd/${name}/f`)).status).toBe("ok");
        expect((await run("NotebookEdit", `odd/${name}/n.ipynb`)).status).toBe("ok");
        expect((await run("Write", `odd/${name}/new`)).status).toBe("ok");
        expect((await readdir(inRoot(`odd/${name}`))).sort()).toEqual(["f", "n.ipynb", "new"]);
      }
    },
  );

  it("P14 finds nothing outside by pattern or through links in the tree", async () => {
    await symlink("../out", inRoot("a/link"));
    await symlink("../../out/s", inRoot("a/file"));
    const session = createTestSession(test);
    for (const input of [
      { pattern: "**" },
      { pattern: "a/link/**" },
      { pattern: "a/**/s" },
      { pattern: "../**" },
      { pattern: "{a,..}/**" },
      { pattern: `${test.base}/out/*` },
      { pattern: "a/[.][.]/../out/*" },
    ]) {
      const { text } = await session.execute("Glob", input);
      expect([input.pattern, text]).toEqual([input.pattern, expect.not.stringMatching(/out\/|link\/|\bs$/m)]);
    }
    for (const glob of ["../**", "**/link/**", "/**", "**"]) {
      const { text } = await session.execute("Grep", { pattern: "secret|inside", glob });
      expect([glob, text]).toEqual([glob, expect.not.stringContaining("secret")]);
    }
    expect((await session.execute("LS", { path: "a" })).text).toBe(
      "a:\nfile -> ../../out/s\ninside.txt\nlink -> ../out",
    );
  });
});
