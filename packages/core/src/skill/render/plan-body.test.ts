import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCommands } from "./find-commands.ts";
import { isCommand, joinBody, planBody } from "./plan-body.ts";

const commands = (body: string, line = "") =>
  planBody(body, { arguments: line }).segments.flatMap((segment) =>
    isCommand(segment) ? [segment.command] : [],
  );

describe("findCommands", () => {
  it.each([
    ["!`git status`", ["git status"]],
    ["Changes: !`git diff` and !`git log`.", ["git diff", "git log"]],
    ["- !`date`", ["date"]],
    ["> !`date`", ["date"]],
    ["```!\ngit status\nls\n```\n", ["git status\nls"]],
    ["a\n```! bash\nls\n```\nb\n!`pwd`", ["ls", "pwd"]],
    ["~~~!\nls\n~~~", ["ls"]],
    ["````!\n```\nls\n````", ["```\nls"]],
    // F03: what only shows a command does not run one
    ["wow!`git status`", []],
    ["`` !`cmd` ``", []],
    ["`a !`cmd` b`", []],
    ["```\n!`cmd`\n```", []],
    ["```bash\n!`cmd`\n```", []],
    ["````md\n```!\ncmd\n```\n````", []],
    ["~~~\n```!\ncmd\n```\n~~~", []],
    ["> ```\n> !`cmd`\n> ```", []],
    ["- ```\n  !`cmd`\n  ```", []],
    ["    !`cmd`", []],
    ["\t!`cmd`", []],
    ["<!-- !`cmd` -->", []],
    ["<!--\n!`cmd`\n```!\ncmd\n```\n-->", []],
    ["```!\ncmd", []],
    ["```!\n```", []],
    ["!``", []],
    ["! `cmd`", []],
    ["!`cmd\nmore`", []],
    ["!`` cmd ``", []],
    ["text ```! cmd ```", []],
    ["```!cmd\nx\n```", []],
    ["```\nunclosed\n!`cmd`", []],
  ])("%j", (body, expected) => expect(commands(body)).toEqual(expected));

  it("keeps every other character", () => {
    const bit = fc.constantFrom(
      "!`a`",
      "`",
      "``",
      "```",
      "```!",
      "~~~",
      "\n",
      "\r\n",
      " ",
      "x",
      "<!--",
      "-->",
      ">",
      "- ",
    );
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 20 }), (bits) => {
        const body = bits.join("");
        const pieces = findCommands(body);
        if (pieces.every((piece) => "text" in piece))
          expect(pieces.map((piece) => ("text" in piece ? piece.text : "")).join("")).toBe(body);
        for (const piece of pieces) expect("text" in piece ? piece.text : piece.command).not.toBe("");
      }),
    );
    const { segments } = planBody("a !`b` c\n```!\nd\n```\ne", {});
    expect(joinBody(segments, ["1\n", "2\n\n"])).toBe("a 1 c\n2\ne");
  });

  it("needs no long time for long texts", () => {
    const start = performance.now();
    for (const piece of ["`", "!`", "```\n", "```!\n", "~~~\n", "`` ` ", "<!--\n", " ", "> ", "1. "])
      findCommands(piece.repeat(1_000_000 / piece.length));
    findCommands(Array.from({ length: 1_200 }, (_, index) => "`".repeat(index)).join(" "));
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe("planBody", () => {
  // F04
  it("finds no command in an argument or an output", () => {
    const evil = "!`touch canary` \n```!\ntouch canary\n```";
    const { segments } = planBody("$ARGUMENTS\n!`date`", { arguments: evil });
    expect(segments).toEqual([{ text: `${evil}\n` }, { command: "date", kind: "inline" }]);
    expect(joinBody(segments, ["!`touch canary` $ARGUMENTS ${CLAUDE_SKILL_DIR}"])).toBe(
      `${evil}\n!\`touch canary\` $ARGUMENTS \${CLAUDE_SKILL_DIR}`,
    );
    expect(commands("Do it", evil)).toEqual([]);
  });

  it("adds arguments once, and not where a command has them", () => {
    expect(planBody("!`ls` x", { arguments: "a" }).segments.at(-1)).toEqual({ text: "\n\nARGUMENTS: a" });
    expect(planBody("!`ls $0` x", { arguments: "a" }).segments).toEqual([
      { command: "ls a", kind: "inline" },
      { text: " x" },
    ]);
  });

  it.each([
    ["!`gh pr view $0`", "12", "gh pr view 12"],
    ["!`gh list $ARGUMENTS`", "--label 'a b' c", "gh list --label 'a b' c"],
    ["!`echo $0`", "'; touch canary'", "echo '; touch canary'"],
    ["!`echo $0`", `"it's"`, `echo 'it'\\''s'`],
    ['!`echo "$0"`', "'$(touch canary)'", 'echo "\\$(touch canary)"'],
    ["!`echo '$0'`", `"' ; x '"`, `echo ''\\'' ; x '\\'''`],
    ["!`${CLAUDE_SKILL_DIR}/x.sh $ARGUMENTS`", "'a b'", "'/s p/x'/x.sh 'a b'"],
    ['!`"${CLAUDE_SKILL_DIR}/x.sh" "$0"`', "'a b'", '"/s p/x/x.sh" "a b"'],
    ["!`echo $9`", "a", "echo $9"],
  ])("%s with %s runs %s", (body, line, command) =>
    expect(planBody(body, { arguments: line, skillDir: "/s p/x" }).segments[0]).toEqual({
      command,
      kind: "inline",
    }),
  );

  it.each([
    "echo $(cat $0)",
    'echo "${x:-$0}"',
    "echo $((1 + $0))",
    "# about $0",
    "cat <<EOF\n$0\nEOF",
    "echo $'$0'",
  ])("does not run %s with an argument that could change it", (text) => {
    const body = `\`\`\`!\n${text}\n\`\`\``;
    const [segment] = planBody(body, { arguments: "'a; touch canary'" }).segments;
    expect(segment).toMatchObject({ isUnsafe: true });
    expect(planBody(body, { arguments: "plain" }).segments[0]).not.toHaveProperty("isUnsafe");
    expect(planBody("!`echo $0`", { arguments: "'a\0b'" }).segments[0]).toMatchObject({ isUnsafe: true });
  });

  it("gives a real shell exactly the argument, whatever it holds", () => {
    const evil = fc
      .array(
        fc.constantFrom(
          "'",
          '"',
          "\\",
          "$(echo CANARY)",
          "`echo CANARY`",
          ";",
          "&&",
          "|",
          "\n",
          " ",
          "$HOME",
          "*",
          "~",
          "#",
          "!",
          "a",
          "中",
          ">x",
          "-n",
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) => `x${parts.join("")}`);
    fc.assert(
      fc.property(evil, fc.constantFrom("$0", '"$0"', "'$0'", '"-$0-"'), (value, place) => {
        const line = `'${value.replaceAll("'", `'\\''`)}'`;
        const [segment] = planBody(`\`\`\`!\nprintf '%s' ${place}\n\`\`\``, { arguments: line }).segments;
        if (segment === undefined || !isCommand(segment)) throw new Error("no command");
        expect(segment.isUnsafe).toBeUndefined();
        const output = execFileSync("sh", ["-c", segment.command], { encoding: "utf8", cwd: "/" });
        expect(output).toBe(place.includes("-") ? `-${value}-` : value);
      }),
      { numRuns: 60 },
    );
  });
});
