import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { analyzeCommand } from "./analyze-command.ts";
import { everydayCommands } from "./everyday-commands.fixture.ts";
import { hostileCommands } from "./hostile-commands.fixture.ts";

const isReadOnly = (command: string): boolean =>
  analyzeCommand(command, "/w").parts?.every((part) => part.readOnly) ?? false;
const programs = (command: string): (string | undefined)[] =>
  (analyzeCommand(command, "/w").parts ?? []).map((part) => part.words?.[0]);

describe("hostile commands", () => {
  const all = Object.entries(hostileCommands).flatMap(([trick, list]) =>
    list.map((command) => [trick, command] as const),
  );
  it("has at least 300 of them, no two alike", () => {
    expect(new Set(all.map(([, command]) => command)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(300);
  });
  it("proves none of them", () => {
    expect(all.filter(([, command]) => isReadOnly(command))).toEqual([]);
  });
});

describe("everyday commands", () => {
  it("has at least 200 of them and proves 98 % or more", () => {
    expect(new Set(everydayCommands).size).toBe(everydayCommands.length);
    expect(everydayCommands.length).toBeGreaterThanOrEqual(200);
    const asked = everydayCommands.filter((command) => !isReadOnly(command));
    expect(asked.length / everydayCommands.length, asked.join("\n")).toBeLessThanOrEqual(0.02);
  });
  it("asks about none because of a place outside", () => {
    const outside = everydayCommands.flatMap((command) => {
      const { reads, globs, writes } = analyzeCommand(command, "/w");
      return [...reads, ...globs, ...writes].filter((path) => !path.startsWith("/w/") && path !== "/w");
    });
    expect(outside).toEqual([]);
  });
  it("is no longer read-only with something hostile in it, wherever it stands", () => {
    const hostile = fc.constantFrom(
      "rm x",
      "curl evil",
      "FOO=1 ls",
      "ls > out",
      "$x",
      "eval ls",
      "git push",
      "./ls",
    );
    const joint = fc.constantFrom(" && ", " || ", "; ", " | ", " & ", "\n", " |& ");
    const wrap = fc.constantFrom<(a: string) => string>(
      (a) => a,
      (a) => `(${a})`,
      (a) => `{ ${a}; }`,
      (a) => `echo $(${a})`,
      (a) => `echo "\`${a}\`"`,
      (a) => `if true; then ${a}; fi`,
      (a) => `while ${a}; do ls; done`,
      (a) => `cat <(${a})`,
      (a) => `! ${a}`,
      (a) => `time ${a}`,
    );
    const everyday = fc.constantFrom(...everydayCommands);
    fc.assert(
      fc.property(
        everyday,
        hostile,
        joint,
        wrap,
        fc.boolean(),
        everyday,
        (a, bad, mark, around, isFirst, b) => {
          const middle = around(bad);
          const line = isFirst
            ? `${middle}${mark}${a}`
            : `${a}${a.includes("EOF") ? "\n" : mark}${middle}${mark}${b}`;
          expect(isReadOnly(line), line).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("the cases of the gate", () => {
  it.each([
    ["B1", "a && b || c; d | e |& f & g\nh", ["a", "b", "c", "d", "e", "f", "g", "h"]],
    ["B3", "ls $(a) `b` <(c) >(d)", ["a", "b", "c", "d"]],
    ["B3", "cat <<E\n$(a)\nE", ["a", "cat"]],
    ["B3", "[[ -n $(a) ]]", ["a"]],
    ["B3", "(( x[$(a)] ))", ["a"]],
    ["B4", '"c"url x; c\\url x', ["curl", "curl"]],
    ["B7", "ls #\nid", ["ls", "id"]],
    ["B7", "ls \\\n; id", ["ls", "id"]],
    ["B10", "env curl x", ["curl"]],
    ["B10", "sudo -u root curl x", ["curl"]],
    ["B10", "timeout 5 nice -n 3 curl x", ["curl"]],
    ["B10", "xargs -n 1 curl", ["curl"]],
    [
      "B10",
      "stdbuf -oL curl x; busybox curl x; setsid curl x; command curl x",
      ["curl", "curl", "curl", "curl"],
    ],
    ["B11", "bash -c 'curl x && id'", ["bash", "curl", "id"]],
    ["B11", "sudo sh -c 'curl x'", ["curl"]],
  ])("%s: %s", (_, command, expected) => {
    expect(programs(command)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    "echo a\rid",
    "ls\r\n",
    "echo (ls",
    "echo (",
    "echo $(ls (",
    "echo a (ls) b",
    "echo 'a",
    "if",
    "echo \u202Ea",
    "ls \u0000",
    "ls \u001B[1m",
  ])("cannot take %j apart", (command) => {
    expect(analyzeCommand(command, "/w")).toMatchObject({
      parts: null,
      reason: expect.any(String) as string,
    });
  });

  it("B5: here-documents into an interpreter are not proven", () => {
    expect(["sh <<< ls", "python - <<E\nE", "cat a | sh", "bash < x"].filter(isReadOnly)).toEqual([]);
  });

  it("B6: redirections are writes, `/dev/null` and duplications are not", () => {
    const written = (command: string): string[] => analyzeCommand(command, "/w").writes;
    expect(written("ls > a >> b >| c &> d 2> e <> f > /x > ~/y > /dev/null 2>&1 >&2")).toEqual([
      "/w/a",
      "/w/b",
      "/w/c",
      "/w/d",
      "/w/e",
      "/w/f",
      "/x",
      "~/y",
    ]);
    expect(written("ls | tee t; dd if=a of=o; cp a b c; install x y; ln -s t l; mv m n; rm r")).toEqual(
      ["t", "o", "c", "y", "t", "l", "m", "n", "r"]
        .map((name) => `/w/${name}`)
        .filter((name, i, all) => all.indexOf(name) === i),
    );
  });

  it("B12: only programs of the system", () => {
    expect(["/bin/ls", "/usr/bin/git status"].filter(isReadOnly)).toHaveLength(2);
    expect(["./git status", "/tmp/git status", "bin/git status", "~/git status"].filter(isReadOnly)).toEqual(
      [],
    );
  });

  it.each([
    ["cd a && cat b", ["/w/a", "/w/a/b"]],
    ["cd a; cat b", ["/w/a", "/w/a/b", "/w/b"]],
    ["cd a || cat b", ["/w/a", "/w/b"]],
    ["(cd a; true) && cat b", ["/w/a", "/w/b"]],
    ["cd a | cat b", ["/w/a", "/w/b"]],
    ["cd a && cd .. && cat b", ["/w/a", "/w/a/..", "/w/b"]],
    ["cd /etc && cat b", ["/etc", "/etc/b"]],
    ["cd a && cat ../b", ["/w/a", "/w/a/../b"]],
    ["git -C a show b", ["/w/a", "/w/a/b"]],
    ["if cd a; then cat b; else cat c; fi", ["/w/a", "/w/a/b", "/w/c"]],
    ["cat ~/b '~/c'", ["~/b", "/w/~/c"]],
    ["cat < b", ["/w/b"]],
    ["grep -f p x b", ["/w/p", "/w/x", "/w/b"]],
    ["grep x b", ["/w/b"]],
    ["[[ b -nt c ]] && [ -f d ]", ["/w/b", "/w/c", "/w/d"]],
  ])("B13: %s reads in the right folder", (command, reads) => {
    const analysis = analyzeCommand(command, "/w");
    expect(analysis.reads.toSorted()).toEqual(reads.toSorted());
  });

  it("B13: a write goes to where the shell stands", () => {
    expect(analyzeCommand("cd .claude && echo x > settings.json", "/w").writes).toEqual([
      "/w/.claude/settings.json",
    ]);
    expect(analyzeCommand("cd $x && echo y > z", "/w").parts?.at(-1)).toMatchObject({
      readOnly: false,
      allowLayers: 0,
    });
  });

  it("reports globs apart", () => {
    expect(analyzeCommand("cat src/*.ts a?b", "/w")).toMatchObject({
      reads: [],
      globs: ["/w/src/*.ts", "/w/a?b"],
    });
  });

  it("says why", () => {
    const why = (command: string): unknown =>
      analyzeCommand(command, "/w").parts?.find((part) => !part.readOnly)?.reason;
    expect(why("sort -o x y")).toBe("flag:-o");
    expect(why("FOO=1 ls")).toBe("assignment:FOO=1");
    expect(why("wget x")).toBe("program:wget");
    expect(why("cat $x")).toBe("open-word:$x");
    expect(why("ls > a")).toBe("writes:a");
  });

  describe("B19", () => {
    const deep = (open: string, close: string): string => {
      const count = Math.floor(19_000 / (open.length + close.length));
      return `${open.repeat(count)}ls${close.repeat(count)}`;
    };
    it.each([
      ["10 MB", `echo ${"a".repeat(10_000_000)}`],
      ["subshells", deep("(", ")")],
      ["substitutions", deep("$(", ")")],
      ["quoted substitutions", deep('"$(', ')"')],
      ["groups", deep("{ ", ";}")],
      ["conditions", deep("if ", ";fi")],
      ["arithmetic", deep("((", "))")],
      ["defaults", deep("${x:-", "}")],
      ["backquotes", deep("`", "`")],
      ["wrappers", `${"timeout 5 ".repeat(1_900)}ls`],
      ["hidden wrappers", `${"sudo -u x ".repeat(1_900)}ls`],
      ["-exec", `find . ${"-exec ".repeat(3_000)}`],
      ["sed", `sed -n '${"1,2  ".repeat(90)}!' a`],
      ["cd", "cd a; ".repeat(3_000)],
    ])("is quick with much of %s and proves nothing", (_, command) => {
      const start = performance.now();
      expect(isReadOnly(command)).toBe(false);
      expect(performance.now() - start).toBeLessThan(1_000);
    });
    it("takes long commands apart as well", () => {
      expect(isReadOnly("ls;".repeat(6_000))).toBe(true);
      expect(isReadOnly(`ls ${"a ".repeat(9_000)}`)).toBe(true);
    });
  });

  it("takes under a millisecond for an ordinary command", () => {
    everydayCommands.forEach((command) => analyzeCommand(command, "/w"));
    const start = performance.now();
    everydayCommands.forEach((command) => analyzeCommand(command, "/w"));
    expect((performance.now() - start) / everydayCommands.length).toBeLessThan(1);
  });

  it("plan mode gets the stricter list", () => {
    const planSafe = (command: string): boolean | undefined =>
      analyzeCommand(command, "/w").parts?.every((part) => part.planSafe);
    expect(["ls", "git log", "rg x | head"].every(planSafe)).toBe(true);
    expect(["docker ps", "npm ls", "rm x"].some(planSafe)).toBe(false);
  });
});
