import { mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decide } from "../../permission/gate.ts";
import { parseRules, type Rules } from "../../permission/rules.ts";
import { modes, type Mode } from "../../protocol/index.ts";
import { createTestSession } from "./execute-env.fixture.ts";
import { createLeftOut, secretArgs, treeArgs } from "./left-out.ts";
import { walkArgs } from "./list-files.ts";
import { findRipgrep, runRipgrep } from "./ripgrep.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const put = async (name: string, text = `needle of ${name}\n`) => {
  const file = path.join(test.root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
};
const rules = (texts: Parameters<typeof parseRules>[0]): Rules =>
  parseRules(texts, { home: path.join(test.base, "home") });
const grep = (more: Record<string, unknown> = {}) => test.text("Grep", { pattern: "needle", ...more });

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

describe("Grep over a folder", () => {
  beforeEach(async () => {
    await put("a.ts", "before\nneedle\nafter\n");
    await put(".env", "KEY=needle\n");
    await put("src/.env.local", "KEY=needle\n");
    await put("src/.env.example", "KEY=needle\n");
    await put("secrets/deep/x", "needle\n");
  });

  it("leaves secrets out and names them, in every mode of output", async () => {
    const note =
      "[Not searched, as they may hold secrets: .env, src/.env.local. Read such a file itself if it is needed]";
    const found = ["a.ts:2:needle", "secrets/deep/x:1:needle", "src/.env.example:1:KEY=needle"];
    const lines = (await grep()).split("\n");
    expect(lines[0]).toBe("Found 3 matches:");
    expect(lines.slice(1, -1).sort()).toEqual(found);
    expect(lines.at(-1)).toBe(note);
    for (const more of [
      { output_mode: "count" },
      { output_mode: "files_with_matches" },
      { "-C": 1 },
      { multiline: true, pattern: "needle.*" },
      { head_limit: 1 },
      { "-i": true, pattern: "NEEDLE" },
      { pattern: "nothing at all" },
    ]) {
      const text = await grep(more);
      expect(text.split("\n").at(-1)).toBe(note);
      expect(text.replace(note, "")).not.toMatch(/\.env(?!\.example)/);
      expect(text).toMatch(/^Found [0-6] /);
    }
  });

  it("tells no more of a secret when it holds what is looked for than when it does not", async () => {
    const ask = async (pattern: string) => (await grep({ pattern, glob: ".env" })).split("\n");
    expect(await ask("KEY=n")).toEqual(await ask("KEY=x"));
    expect(await ask("KEY=n")).toEqual(["Found 0 matches", expect.stringContaining(".env.")]);
  });

  it("says nothing of what was not to be searched anyway", async () => {
    await put(".gitignore", ".env*\n");
    expect(await grep()).not.toContain("Not searched");
    expect(await grep({ glob: "*.ts" })).not.toContain("Not searched");
    expect(await grep({ type: "ts" })).not.toContain("Not searched");
    expect(await grep({ path: "secrets" })).toBe("Found 1 matches:\nsecrets/deep/x:1:needle");
    // A glob brings back what .gitignore leaves out.
    expect(await grep({ glob: ".env*", path: "src" })).toContain("hold secrets: src/.env.local.");
  });

  it("searches a file that is given itself, and folders that are only called like a secret", async () => {
    await put(".env.d/.env/lib.py", "needle\n");
    expect(await grep({ path: ".env" })).toBe("Found 1 matches:\n1:KEY=needle");
    expect(await grep({ glob: "lib.py" })).toBe("Found 1 matches:\n.env.d/.env/lib.py:1:needle");
  });

  it("searches secrets that a rule or the mode allows", async () => {
    test.rules = rules({ allow: ["Read(.env)"] });
    expect(await grep({ glob: ".env*" })).toContain(".env:1:KEY=needle");
    expect(await grep()).toContain("hold secrets: src/.env.local.");
    test.rules = rules({});
    test.mode = "unrestricted";
    const text = await grep();
    expect(text).toMatch(/^Found 5 matches/);
    expect(text).not.toContain("[");
  });

  it("leaves out what rules refuse or ask about, in every mode", async () => {
    test.rules = rules({ deny: ["Read(secrets/**)", "Read(none/**)"], ask: ["Grep(*.TS)"] });
    for (const mode of modes) {
      test.mode = mode;
      const lines = (await grep()).split("\n");
      expect(lines.join("\n")).not.toMatch(/secrets\/deep|a\.ts/);
      expect(lines).toContain("[Left out: what is refused by Read(secrets/**)]");
      expect(lines).toContain(
        "[Not searched: what Grep(*.TS) asks about. Read such a file itself if it is needed]",
      );
    }
    const chinese = await createTestContext("zh-CN");
    chinese.rules = rules({ deny: ["Read(x)"] });
    expect(await chinese.text("Grep", { pattern: "x" })).toContain("[未列入：被 Read(x) 拒绝的内容]");
    await chinese.remove();
  });

  it("names strange files, many of them only by number", async () => {
    for (const name of ['a"b\\.pem', "li\nne.pem", "é\u202e.pem", "4.pem", "5.pem", "6.pem", "7.pem"])
      await put(`many/${name}`);
    expect(await grep({ path: "many" })).toBe(
      'Found 0 matches\n[Not searched, as they may hold secrets: many/4.pem, many/5.pem, many/6.pem, many/7.pem, many/a"b\\.pem and 2 more. Read such a file itself if it is needed]',
    );
    expect(await grep({ path: "many", glob: "[l\u00e9]*" })).toContain(
      "many/li\\u{a}ne.pem, many/é\\u{202e}.pem.",
    );
  });

  it("shows separators only between what is shown", async () => {
    const lines = (await grep({ "-A": 1, glob: "*" })).split("\n");
    expect(lines.filter((line) => line === "--")).toHaveLength(2);
    expect(lines.slice(0, -1).at(-1)).not.toBe("--");
  });

  it("still words what is wrong with a pattern, and passes over what cannot be read", async () => {
    expect(await grep({ pattern: "fo(o" })).toMatch(/^FAILED Failed to search: [^]*unclosed group/);
    expect(await grep({ pattern: "nothing", path: "src" })).toMatch(/^Found 0 matches\n\[Not searched/);
  });
});

describe("Glob and LS", () => {
  beforeEach(async () => {
    for (const name of ["a.ts", ".env", "secrets/x.ts", "sub/Secrets/y.ts"]) await put(name);
  });

  it("leave out names that are refused, not those of mere secrets", async () => {
    test.rules = rules({ deny: ["Read(secrets/**)"], ask: ["Read(a.ts)"] });
    const note = "[Left out: what is refused by Read(secrets/**)]";
    expect((await test.text("Glob", { pattern: "**" })).split("\n").sort()).toEqual(
      [".env", "Found 3 files:", note, "a.ts", "sub/Secrets/y.ts"].sort(),
    );
    expect(await test.text("Glob", { pattern: "secrets/*" })).toBe(`Found 0 files\n${note}`);
    expect(await test.text("LS", {})).toBe(`.:\n.env\na.ts\nsub/\n${note}`);
    test.rules = rules({ deny: ["Read(secrets)"] });
    expect(await test.text("Glob", { pattern: "**/y.ts" })).toMatch(/^Found 0 files\n\[Left out/);
    expect(await test.text("LS", { path: "sub" })).toMatch(/^sub:\n\(empty\)\n\[Left out/);
  });

  it("LS leaves out links that name or reach what is refused", async () => {
    await symlink("secrets/x.ts", path.join(test.root, "direct"));
    await symlink("direct", path.join(test.root, "indirect"));
    await symlink("secrets/gone", path.join(test.root, "dangling"));
    await symlink("a.ts", path.join(test.root, "fine"));
    test.rules = rules({ deny: ["Read(secrets/**)"] });
    expect(await test.text("LS", { ignore: ["sub"] })).toMatch(/^\.:\n\.env\na\.ts\nfine -> a\.ts\n\[Left/);
  });
});

const names = [".env", ".env.Example", "a.ts", "B.ts", "[x]", "secrets", "keys.pem", "d e"] as const;
const folders = ["", "src/", "Secrets/", "src/secrets/", "src/deep/.env/", ".ssh/", "{a}!/"] as const;
const specifiers =
  ".env|*.ts|**|secrets/**|src/|./a.ts|src/*.pem|**/deep/**|/**/b.ts|s?c/**|[x]|{a}!/*|d e|*/secrets/*|src/**/.env|~/x|SRC/DEEP|.ssh/**|**/*e*|src".split(
    "|",
  );
const ruleText = fc
  .tuple(fc.constantFrom("Read", "Read", "Grep", "Glob", "LS", "Edit"), fc.constantFrom(...specifiers))
  .map(([tool, specifier]) => `${tool}(${specifier})`);
const someRules = fc.record({
  deny: fc.array(ruleText, { maxLength: 3 }),
  ask: fc.array(ruleText, { maxLength: 2 }),
  allow: fc.array(ruleText, { maxLength: 2 }),
});

describe("whatever the rules", () => {
  const files = folders.flatMap((folder) =>
    names
      .filter((name) => (folder !== "" && folder !== "src/") || name !== "secrets")
      .map((name) => folder + name),
  );
  const isRefused = (mode: Mode, tool: string, file: string): boolean => {
    const resource = {
      kind: "path",
      path: path.join(test.root, file),
      access: "read",
      outside: false,
    } as const;
    const request = { tool, effect: "read", resources: [resource], root: test.root } as const;
    const verdict = decide(mode, test.rules, request);
    return tool === "Grep"
      ? verdict.verdict !== "allow"
      : verdict.verdict === "deny" && verdict.because === "rule";
  };

  beforeEach(async () => {
    for (const file of files) await put(file, `x\nneedle <${file}>\ny\n`);
  });

  it("Grep, Glob and LS show what each file alone would be shown of, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(someRules, fc.constantFrom(...modes), async (texts, mode) => {
        test.rules = rules(texts);
        const session = createTestSession(test, mode, () => test.rules);
        const run = async (name: string, input: Record<string, unknown>) => {
          const { status, text } = await session.execute(name, input);
          return status === "ok" ? text : undefined;
        };
        const open = files.filter((file) => !isRefused(mode, "Grep", file)).sort();
        const all = { pattern: "needle", head_limit: 1_000 };
        const marked = (text: string) => [...text.matchAll(/<(.*)>/g)].map((match) => match[1] ?? "").sort();
        const content = await run("Grep", all);
        if (content !== undefined) {
          expect(marked(content)).toEqual(open);
          expect(marked((await run("Grep", { ...all, "-C": 1 })) ?? "")).toEqual(open);
          expect(
            marked((await run("Grep", { ...all, pattern: "x.needle.*?y", multiline: true })) ?? ""),
          ).toEqual(open);
          for (const output_mode of ["count", "files_with_matches"]) {
            const lines = ((await run("Grep", { ...all, output_mode })) ?? "").split("\n");
            const shown = lines.map((line) => line.replace(/:1$/, "")).filter((line) => files.includes(line));
            expect(shown.sort()).toEqual(open);
          }
          const few = (await run("Grep", { ...all, head_limit: 2 })) ?? "";
          expect(few).toMatch(new RegExp(`^Found ${open.length} matches`));
        }
        const globbed = await run("Glob", { pattern: "**" });
        if (globbed !== undefined) {
          const listed = files.filter((file) => !isRefused(mode, "Glob", file));
          expect(
            globbed
              .split("\n")
              .filter((line) => files.includes(line))
              .sort(),
          ).toEqual(listed.sort());
        }
        for (const folder of folders) {
          const lines = (await run("LS", folder === "" ? {} : { path: folder }))?.split("\n");
          const here = files.filter((file) => path.dirname(file) === (folder.slice(0, -1) || "."));
          const listed = here
            .filter((file) => !isRefused(mode, "LS", file))
            .map((file) => path.basename(file));
          if (lines)
            expect(lines.filter((line) => (names as readonly string[]).includes(line)).sort()).toEqual(
              listed.sort(),
            );
        }
      }),
      { numRuns: 15 },
    );
  });

  it("ripgrep itself is kept from exactly these files, so that not even counts tell", async () => {
    const program = await findRipgrep();
    if (program === undefined) throw new Error("no ripgrep");
    await fc.assert(
      fc.asyncProperty(someRules, fc.constantFrom("", "src", "Secrets"), async (texts, folder) => {
        test.rules = rules(texts);
        const real = path.join(test.root, folder);
        const judge = test.context("Grep").judgeBelow(real, "contents");
        const left = createLeftOut();
        let output = "";
        await runRipgrep({
          program,
          args: ["-l", "--null", ...walkArgs, ...treeArgs(judge), ...secretArgs(judge), "needle", "."],
          folder: real,
          signal: test.abort.signal,
          timeoutMs: 20_000,
          onMessage: left.onMessage,
          onOutput: (bytes) => Boolean((output += Buffer.from(bytes).toString())),
        });
        const found = output
          .split("\0")
          .filter((name) => name !== "")
          .map((name) => path.join(real, name));
        const below = files
          .map((file) => path.join(test.root, file))
          .filter((file) => file.startsWith(`${real}/`));
        const open = below.filter((file) => judge?.isOpen(file) ?? true);
        expect(found.sort()).toEqual(open.sort());
        for (const name of left.list()) expect(judge?.isOpen(path.join(real, name))).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
