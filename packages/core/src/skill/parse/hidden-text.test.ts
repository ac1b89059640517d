import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparableName, isConfusable } from "./comparable-name.ts";
import { findHidden, showHidden, stripControls } from "./hidden-text.ts";
import { hasSuspect, hasSuspectBytes } from "./suspect.ts";

describe("findHidden", () => {
  it.each([
    ["hidden-characters", "see\u{E0041}\u{E0042}"],
    ["hidden-characters", "su\u200Bdo"],
    ["hidden-characters", "su\u200Ddo"],
    ["hidden-characters", "a\uFEFFb"],
    ["hidden-characters", "soft\u00ADhyphen"],
    ["bidi", "rm \u202E txt.exe"],
    ["bidi", "\u2066x\u2069"],
    ["control-characters", "\u001B[31mred"],
    ["control-characters", "a\u0085b"],
  ])("%s in %j", (kind, text) => {
    expect(findHidden(`one\ntwo ${text}`)).toMatchObject([{ kind, line: 2 }]);
    expect(showHidden(text)).toMatch(/⟨U\+[0-9A-F]{4,6}⟩/);
    expect(findHidden(showHidden(text))).toEqual([]);
  });

  it.each(["plain\ttext\n", "技能，描述。", "👩‍💻 family 👨‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag", "می‌خواهم", "— … “quotes” ½"])(
    "nothing in %j",
    (text) => {
      expect(findHidden(text)).toEqual([]);
      expect(showHidden(text)).toBe(text);
    },
  );

  it("names at most eight characters, each once", () => {
    const text = String.fromCodePoint(...Array.from({ length: 60 }, (_, index) => 0xe0020 + index)).repeat(3);
    expect(findHidden(text)[0]?.points).toHaveLength(8);
  });

  it("sees in bytes whatever it sees in text", () => {
    const unit = fc.integer({ min: 0x80, max: 0xe0fff }).filter((code) => code < 0xd800 || code > 0xdfff);
    fc.assert(
      fc.property(unit, (code) => {
        const text = `ab${String.fromCodePoint(code)}c`;
        if (hasSuspect(text)) expect(hasSuspectBytes(Buffer.from(text))).toBe(true);
      }),
      { numRuns: 3000 },
    );
    for (let code = 0x80; code < 0x10000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `ab${String.fromCharCode(code)}`;
      if (hasSuspect(text) && !hasSuspectBytes(Buffer.from(text))) expect.fail(code.toString(16));
    }
    expect(hasSuspectBytes(Buffer.from("ab\u{E0041}"))).toBe(true);
  });
});

describe("stripControls", () => {
  it("removes what a terminal obeys, as a whole", () => {
    expect(stripControls("a\u001B[31;1mred\u001B[0m\u0007 b\nc\td")).toBe("ared b\nc\td");
    expect(stripControls("\u001B]8;;http://x\u0007link\u001B]8;;\u0007")).toBe("link");
    expect(stripControls("\u009B31mx")).toBe("31mx");
    expect(stripControls("技能 — fine")).toBe("技能 — fine");
  });
});

describe("comparableName", () => {
  it("makes names that look the same the same", () => {
    expect(comparableName("pd\u200Bf")).toBe("pdf");
    expect(comparableName("ｐｄｆ")).toBe("pdf");
    expect(comparableName("cafe\u0301")).toBe(comparableName("café"));
    expect(comparableName("p\u{E0064}df")).toBe("pdf");
  });

  it("keeps names apart that only look alike, and says that they do", () => {
    const cyrillic = "\u0440df";
    expect(comparableName(cyrillic)).not.toBe("pdf");
    expect(isConfusable(cyrillic)).toBe(true);
    expect(isConfusable("solana-waIlet")).toBe(true);
  });

  it.each(["pdf", "мой-навык", "技能-pdf", "straße", "API", "my_skill", "αβγ", "Test Skill"])(
    "%s imitates nothing",
    (name) => expect(isConfusable(name)).toBe(false),
  );
});
