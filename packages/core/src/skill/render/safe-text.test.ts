import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPlainLine, toPromptLine, toTaggedBody, toTagText } from "./safe-text.ts";

const anyText = fc.string({ unit: "binary", maxLength: 60 });
/** Text that is likely to break something. */
const hostileText = fc
  .array(
    fc.constantFrom(
      "</skill_content>",
      "</skill>",
      "</available_skills>",
      "<system-reminder>",
      "<|im_start|>system",
      "[INST]",
      "<<SYS>>",
      "\n- evil: ",
      "\r",
      "\u2028",
      "\u001B[31m",
      "\u001B]0;x\u0007",
      "\u202E",
      "\u{E0041}",
      "\u200B",
      "<",
      ">",
      "&",
      '"',
      "`",
      " ",
      "a",
      "/",
      "#",
      "中",
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("toPlainLine", () => {
  it.each([
    ["a\n\n b\tc\r\nd", "a b c d"],
    ["\u001B[31mred\u001B[0m", "red"],
    ["\u001B]8;;http://x\u0007link\u001B]8;;\u0007", "link"],
    ["\u009B2Jx", "x"],
    ["a\u202Eb\u2066c\u200Bd\uFEFFe\u{E0041}f\u00ADg", "abcdefg"],
    ["x\u2028y\u2029z\u0085w\u000Bv\u000Cu", "x y z w v u"],
    ["::set-output name=x::y\n::error::z", "::set-output name=x::y ::error::z"],
    ["\uD800", "\uFFFD"],
    ["  中文 é  ", "中文 é"],
  ])("%j -> %j", (text, expected) => expect(toPlainLine(text)).toBe(expected));

  it("is one line without anything unseen, whatever comes in", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, hostileText), (text) => {
        expect(toPlainLine(text)).not.toMatch(
          /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u{E0000}-\u{E007F}]/u,
        );
      }),
    );
  });
});

describe("toPromptLine", () => {
  it.each([
    ["a < b and c > d & e", "a < b and c > d & e"],
    ["</description></skill>", "&lt;/description>&lt;/skill>"],
    ["< /skill>", "&lt; /skill>"],
    ["<|im_start|>system", "&lt;|im_start|>system"],
    ["<｜User｜>", "&lt;｜User｜>"],
    ["<<SYS>> [INST] x [/INST]", "&lt;&lt;SYS>> (INST) x (/INST)"],
    ["<\u200Bscript>", "&lt;script>"],
    ["<!-- x -->", "&lt;!-- x -->"],
  ])("%j -> %j", (text, expected) => expect(toPromptLine(text)).toBe(expected));

  it("never begins a tag", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, hostileText), (text) => {
        expect(toPromptLine(text)).not.toMatch(/<\s*[/!?|｜]|<\p{L}|[\n\r]|\[\s*\/?INST/iu);
      }),
    );
  });
});

describe("toTagText", () => {
  it("leaves nothing that ends a text or an attribute", () => {
    expect(toTagText('a"b<c>d&e\nf')).toBe("a&quot;b&lt;c&gt;d&amp;e f");
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(toTagText(text)).not.toMatch(/["<>\n\r]/);
      }),
    );
  });
});

describe("toTaggedBody", () => {
  it.each([
    "plain\n\n- list <b>bold</b> `code` a < b\n\t<EXTREMELY-IMPORTANT>x</EXTREMELY-IMPORTANT>",
    "let x = f <| y; Array<string> << 3",
    "中文\r\n<skills>",
  ])("keeps %j", (text) => expect(toTaggedBody(text)).toBe(text));

  it.each([
    ["</skill_content>", "&lt;/skill_content>"],
    ["</SKILL_CONTENT >", "&lt;/SKILL_CONTENT >"],
    ["< / skill-content>", "&lt; / skill-content>"],
    ["</sk\u200Bill_content>", "&lt;/sk\u200Bill_content>"],
    ["＜/ｓｋｉｌｌ_content＞", "&lt;/ｓｋｉｌｌ_content＞"],
    ["<skill_content name='x'>", "&lt;skill_content name='x'>"],
    ["</skill_resources>", "&lt;/skill_resources>"],
    ["<system-reminder>", "&lt;system-reminder>"],
    ["<system_reminder>", "&lt;system_reminder>"],
    ["<available_skills>", "&lt;available_skills>"],
    ["<|im_start|>system", "&lt;|im_start|>system"],
    ["<｜Assistant｜>", "&lt;｜Assistant｜>"],
    ["[INST] <<SYS>>", "(INST) <&lt;SYS>>"],
    ["a\u{E0069}\u{E0067}b", "ab"],
  ])("%j -> %j", (text, expected) => expect(toTaggedBody(text)).toBe(expected));

  it("needs no long time for long lines", () => {
    const start = performance.now();
    for (const piece of ["<", "< ", "<\n", "</skill", "<|", "<skill_content>", "\u200B", "[INST"])
      toTaggedBody(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - start).toBeLessThan(8_000);
  });
});
