import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mode, RuleTexts } from "../protocol/index.ts";
import { isSecret, secretPatterns } from "./guarded-path.ts";
import { judgeBelow, type Below } from "./judge-below.ts";
import { allowsPath, readPathPattern, refusesPath } from "./pattern.ts";
import { parseRules } from "./rules.ts";

type Texts = { [K in keyof RuleTexts]?: readonly string[] };
const below = (more: Partial<Below> = {}): Below => ({
  tool: "Grep",
  folder: "/w",
  root: "/w",
  shows: "contents",
  ...more,
});
const judge = (texts: Texts, more: Partial<Below> = {}, mode: Mode = "default") =>
  judgeBelow(mode, parseRules(texts, { home: "/home/u" }), below(more));
const treesOf = (texts: Texts, more: Partial<Below> = {}) => judge(texts, more)?.trees;

describe("what rules keep back below a folder", () => {
  it.each([
    ["Read(secrets/**)", "/w", ["/secrets"]],
    ["Read(./.env)", "/w", ["/.env"]],
    ["Read(.env)", "/w/deep", ["/**/.env"]],
    ["Grep(src/*/x)", "/w/src", ["/*/x"]],
    ["Read(src/a/**)", "/w/SRC", ["/a"]],
    ["Read(**/a/b)", "/w/a", ["/**/a/b", "/b"]],
    ["Read(/w/a b!/[x]*)", "/w", ["/a\\ b\\!/\\[x\\]*"]],
    ["Read(~/.ssh/**)", "/home", ["/u/.ssh"]],
    ["Read(~/.ssh/**)", "/w", []],
    ["Read(docs/**)", "/w/src", []],
    ["Glob(secrets/**)", "/w", []],
    ["Edit(secrets/**)", "/w", []],
    ["Bash(cat:*)", "/w", []],
  ])("%s below %s is %j", (rule, folder, trees) => {
    expect(treesOf({ deny: [rule] }, { folder })).toEqual(trees);
    expect(treesOf({ ask: [rule] }, { folder })).toEqual(trees);
  });

  it("says which one path a rule without stars is about", () => {
    expect(judge({ deny: ["Read(./Keys/a)"], ask: ["Read(*.log)"] })?.rules).toEqual([
      { text: "Read(./Keys/a)", refuses: true, only: "Keys/a" },
      { text: "Read(*.log)", refuses: false },
    ]);
  });

  it("does not ask again what the folder itself was asked about", () => {
    expect(judge({ ask: ["Read(docs/**)"] }, { folder: "/w/docs" })?.isOpen("/w/docs/a")).toBe(true);
    expect(judge({ ask: ["Grep"] })?.isOpen("/w/a")).toBe(true);
    expect(judge({}, { folder: "/home/u/.ssh" })).toBeUndefined();
    expect(judge({ deny: ["Read(id_rsa)"] }, { folder: "/home/u/.ssh" })?.isOpen("/home/u/.ssh/x")).toBe(
      true,
    );
  });

  it("keeps refusing where the folder itself came to be refused", () => {
    const refused = judge({ deny: ["Read(docs)"] }, { folder: "/w/docs" });
    expect([refused?.trees, refused?.isOpen("/w/docs/a")]).toEqual([["/**"], false]);
  });

  it.each([
    ["default", {}, false],
    ["plan", {}, false],
    ["dontAsk", {}, false],
    ["acceptEdits", { allow: ["Read", "Grep"] }, false],
    ["default", { allow: ["Read(.env)"] }, true],
    ["default", { allow: ["Read(/w/.env)"] }, true],
    ["default", { allow: ["Grep(**)"] }, true],
    ["default", { allow: ["Glob(**)"] }, false],
    ["unrestricted", { deny: ["Read(x)"] }, true],
    ["unrestricted", { ask: ["Read(.env)"] }, false],
    ["unrestricted", { deny: ["Read(.env)"], allow: ["Read(.env)"] }, false],
  ] as const)("%s, %o: .env is searched: %s", (mode, texts, isOpen) => {
    expect(judge(texts, {}, mode)?.isOpen("/w/.env")).toBe(isOpen);
  });

  it("has nothing to say where nothing can be kept back", () => {
    expect(judge({}, {}, "unrestricted")).toBeUndefined();
    expect(judge({ ask: ["Read(a)"] }, { shows: "names" })).toBeUndefined();
    expect(judge({ deny: ["Read(docs/**)"] }, { shows: "names", folder: "/w/src" })).toBeUndefined();
    expect(judge({ deny: ["Read(a)"] }, { shows: "names" })?.secrets).toEqual([]);
  });
});

describe("patterns of secrets", () => {
  const name = fc.constantFrom(
    ..."a .ssh .AWS .kube credentials credentials.json .env .env.local .Env.example id_rsa id_rsa.pub ID_ED25519_x x.pem x.pem.dist key.ts .config gh gcloud .docker config.json .skillmint secrets.jsonc secrets .claude .credentials.json .codex auth.json shadow x-default x.default my.env".split(
      " ",
    ),
  );
  const fits = (patterns: readonly string[], path: string, isTree: boolean): boolean =>
    patterns.some((text) => {
      const pattern = readPathPattern(`/**/${text}`);
      const places = { root: "/", home: "/" };
      return isTree
        ? refusesPath(pattern, path, places)
        : allowsPath(readPathPattern(`/**/${text.toLowerCase()}`), path.toLowerCase(), places);
    });

  it("say what isSecret says", () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
        const path = `/${names.join("/")}`;
        const { trees, files, except } = secretPatterns;
        const said = (fits(trees, path, true) || fits(files, path, false)) && !fits(except, path, false);
        expect([path, said]).toEqual([path, isSecret(path)]);
      }),
      { numRuns: 1_000 },
    );
  });
});
