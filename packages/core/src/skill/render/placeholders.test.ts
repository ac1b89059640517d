import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillPlaceholders, type PlaceholderValues } from "./placeholders.ts";
import { splitArguments } from "./split-arguments.ts";

const values: PlaceholderValues = {
  arguments: `first "second one" 'third'`,
  names: ["file", "file-name", "third", "fourth"],
  sessionId: "ses_1",
  effort: "high",
  skillDir: "/skills/pdf",
  projectDir: "/work",
};

describe("fillPlaceholders", () => {
  it.each([
    ["Do $ARGUMENTS.", `Do first "second one" 'third'.`],
    ["$ARGUMENTS[0] $ARGUMENTS[1]", "first second one"],
    ["$0, $1, $2", "first, second one, third"],
    ["$0 $9 $ARGUMENTS[9]", "first $9 $ARGUMENTS[9]"],
    ["$file/$file-name/$fourth!", "first/second one/!"],
    ["$file-x $filename $0", "first-x $filename first"],
    ["\\$ARGUMENTS \\$0 \\$file $0", "$ARGUMENTS $0 $file first"],
    ["\\\\$0", "\\\\first"],
    ["$HOME \\$HOME $0", "$HOME \\$HOME first"],
    ["costs $1.50, $1,000 or $2k; $0", "costs $1.50, $1,000 or $2k; first"],
    ["pid $$ $$0 $0", "pid $$ $$0 first"],
    ["$0.", "first."],
    ["${CLAUDE_SESSION_ID} ${SKILLMINT_EFFORT} ${CLAUDE_SKILL_DIR}/a $0", "ses_1 high /skills/pdf/a first"],
    ["${SKILLMINT_PROJECT_DIR} $0", "/work first"],
    [
      "${CLAUDE_PLUGIN_ROOT} ${CLAUDE_CODE_X} ${CLAUDE_constructor} $0",
      "${CLAUDE_PLUGIN_ROOT} ${CLAUDE_CODE_X} ${CLAUDE_constructor} first",
    ],
    ["{baseDir}/x ${baseDir} $0", "/skills/pdf/x ${baseDir} first"],
    ["\\${CLAUDE_SKILL_DIR} $0", "${CLAUDE_SKILL_DIR} first"],
    ["$ARGUMENTSX $ARGUMENTS_Y $0", "$ARGUMENTSX $ARGUMENTS_Y first"],
    // F05
    ["@/etc/passwd @../x @~/.ssh/id $0", "@/etc/passwd @../x @~/.ssh/id first"],
  ])("%s", (body, expected) => expect(fillPlaceholders(body, values)).toBe(expected));

  it("adds arguments that have no place, and only those", () => {
    expect(fillPlaceholders("Do it.", { arguments: "now" })).toBe("Do it.\n\nARGUMENTS: now");
    expect(fillPlaceholders("Do it. $7", { arguments: "now" })).toBe("Do it. $7\n\nARGUMENTS: now");
    expect(fillPlaceholders("\\$ARGUMENTS", { arguments: "now" })).toBe("$ARGUMENTS\n\nARGUMENTS: now");
    expect(fillPlaceholders("{baseDir}", { arguments: "now", skillDir: "/s" })).toBe("/s\n\nARGUMENTS: now");
    expect(fillPlaceholders("Do $ARGUMENTS.", { arguments: "now" })).toBe("Do now.");
  });

  it("leaves shell and prices alone where no arguments were given", () => {
    const body = "awk '{print $1}' costs $5 ${1} $@ $? $# $name";
    expect(fillPlaceholders(body, {})).toBe(body);
    expect(fillPlaceholders("[$ARGUMENTS] [$file]", { names: ["file"], arguments: "  " })).toBe("[] []");
  });

  // F04
  it("never reads a value again", () => {
    const evil = "$ARGUMENTS $0 ${CLAUDE_SKILL_DIR} {baseDir} !`touch x` $& $1 $file";
    expect(fillPlaceholders("<$ARGUMENTS>", { ...values, arguments: evil })).toBe(`<${evil}>`);
    expect(fillPlaceholders("$0", { ...values, arguments: "'${CLAUDE_SKILL_DIR}'" })).toBe(
      "${CLAUDE_SKILL_DIR}",
    );
  });

  it("puts the arguments in as they are, once for each place", () => {
    const plain = fc.string({ unit: fc.constantFrom(..."ab .\n-") });
    const line = fc.string({ unit: "binary", minLength: 1 }).map((text) => `X${text}X`);
    fc.assert(
      fc.property(fc.array(plain, { minLength: 2, maxLength: 6 }), line, (parts, text) => {
        expect(fillPlaceholders(parts.join("$ARGUMENTS "), { ...values, arguments: text })).toBe(
          parts.join(`${text} `),
        );
      }),
    );
  });

  it("needs no long time for long texts", () => {
    const start = performance.now();
    for (const piece of ["$", "\\", "$ARGUMENTS[", "${CLAUDE_", "$a-", "$file-file-file ", "{baseDir"])
      fillPlaceholders(piece.repeat(1_000_000 / piece.length), values);
    splitArguments(`${'"\\'.repeat(300_000)}"`);
    splitArguments("'\"".repeat(300_000));
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});

describe("splitArguments", () => {
  it.each([
    ["", []],
    ["  a   b ", ["a", "b"]],
    [`"a b" 'c d'`, ["a b", "c d"]],
    [`a"b c"d`, ["ab cd"]],
    [`""`, [""]],
    [`a\\ b`, ["a b"]],
    [`"a\\"b" 'a\\b'`, [`a"b`, "a\\b"]],
    [`it's`, ["it's"]],
    [`say "hi`, ["say", `"hi`]],
    [`--x=$(id) \`id\``, ["--x=$(id)", "`id`"]],
    ["a\nb\tc", ["a", "b", "c"]],
  ])("%j", (line, words) => expect(splitArguments(line)).toEqual(words));
});
