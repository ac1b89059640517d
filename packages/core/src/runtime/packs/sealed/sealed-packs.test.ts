import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { VerifiedPack } from "../../../pack/verified-pack.ts";
import { verifyPack } from "../../../pack/verify-pack.ts";
import { createTranslate } from "../../../protocol/index.ts";
import type { Skill } from "../../../skill/skill.ts";
import { textResult } from "../../../tool/define-tool.ts";
import { createAuthor, file, usePlaces } from "../install.fixture.ts";
import { createInstallWords } from "../install-words.ts";
import { markContent } from "./content-marks.ts";
import { createSealBox } from "./seal-box.ts";
import { createSealedPacks } from "./sealed-packs.ts";

const places = usePlaces();

function makeBox(known: Record<string, string> = {}) {
  const secrets = {
    getSecret: async (name: string) => known[name],
    setSecret: async (name: string, value: string) => void (known[name] = value),
  };
  return createSealBox({ root: places.home, secrets });
}

async function open(memory: () => Promise<string | undefined>) {
  const key = { passphrase: "word" };
  const files = [file("references/facts.md", "The facts are these and nobody else knows.\n")];
  const verified: VerifiedPack = await verifyPack(
    await (await createAuthor()).pack("demo", { files, seal: key }),
  );
  return createSealedPacks({
    packs: places.installed("packs"),
    installed: { verify: async () => verified },
    keys: { get: async () => key },
    box: makeBox(),
    language: "en",
    words: createInstallWords("en"),
    t: createTranslate("en"),
    memory,
  });
}

const stub = { name: "demo", layer: "pack", folder: "/stub", file: "/stub/SKILL.md" } as Skill;

describe("sealed packs", () => {
  it("serve instructions and files from memory where there is no file system in memory, and say so", async () => {
    const sealed = await open(async () => undefined);
    const { skill, sealed: content } = await sealed.prepare(stub, "demo");
    expect(content?.parsed.body).toBe("Do it.");
    expect(content?.note).toContain("its scripts cannot be run here");
    const facts = await sealed.read(join(skill.folder, "references", "facts.md"));
    expect(new TextDecoder().decode(facts)).toContain("The facts are these");
    expect(await sealed.read(join(skill.folder, "..", "pack.json"))).toBeUndefined();
    expect(await places.all()).toEqual([]);
    expect(sealed.readable()).toEqual([]);
  });

  it("write their files where told and mend what was changed there", async () => {
    const sealed = await open(async () => places.folder);
    const { skill } = await sealed.prepare(stub, "demo");
    const facts = join(skill.folder, "references", "facts.md");
    expect(sealed.readable()).toEqual([skill.folder]);
    const { writeFile } = await import("node:fs/promises");
    await writeFile(facts, "other");
    await sealed.prepare(stub, "demo");
    expect(await readFile(facts, "utf8")).toContain("The facts are these");
    await sealed.close();
    expect(await readdir(places.folder)).toEqual([]);
  });

  it("know their content again in results, by place and by words, and nothing else", async () => {
    const sealed = await open(async () => undefined);
    const call = (effect: string, input: Record<string, unknown> = {}) => ({ effect, input });
    const shown = textResult("12:The facts are these and nobody else knows.");
    expect(await sealed.covers(call("execute"), shown)).toBeUndefined();
    const { skill } = await sealed.prepare(stub, "demo");
    expect(await sealed.covers(call("execute"), shown)).toBe("demo");
    expect(await sealed.covers(call("execute"), textResult("all tests pass"))).toBeUndefined();
    expect(await sealed.covers(call("read", { path: skill.folder }), textResult("x"))).toBe("demo");
    expect(await sealed.covers(call("execute", { command: skill.folder }), textResult("x"))).toBeUndefined();
  });
});

describe("marks of content", () => {
  it("find lines and runs, whatever stands around them", () => {
    const marks = markContent([
      file("a", "short line x\nA much longer line that goes on and on for a while.\n"),
    ]);
    for (const text of [
      "short line x",
      "     3\tshort line x",
      "a.md:7:short line x",
      "… longer line that goes on and on for a while",
      "say: A much   longer line that goes on and on",
    ])
      expect([text, marks.isIn(text)]).toEqual([text, true]);
    for (const text of ["", "short", "a longer line", "line"])
      expect([text, marks.isIn(text)]).toEqual([text, false]);
  });
});

describe("the box", () => {
  it("gives back what it sealed, never the same twice, and nothing for another key", async () => {
    const [known, text] = [{}, Buffer.from("secret words")];
    const box = makeBox(known);
    const [first, second] = [await box.seal(text), await box.seal(text)];
    expect(Buffer.from(first)).not.toEqual(Buffer.from(second));
    expect(Buffer.from(first).toString("latin1")).not.toContain("secret");
    expect(Buffer.from((await makeBox(known).open(first)) ?? [])).toEqual(text);
    expect(await makeBox().open(first)).toBeUndefined();
    const broken = Uint8Array.from(first);
    broken[40] = (broken[40] ?? 0) ^ 1;
    expect(await box.open(broken)).toBeUndefined();
    expect(await box.nameFor("a")).toBe(await makeBox(known).nameFor("a"));
    expect(await box.nameFor("a")).not.toBe(await makeBox().nameFor("a"));
  });
});
