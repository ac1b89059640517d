import { deflateRawSync, inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { createRandom, makePack } from "./pack.fixture.ts";
import { packLimits } from "./pack-limits.ts";
import { readArchive } from "./read-archive.ts";
import { deflateZeros, writeRawZip, type RawEntry } from "./zip.fixture.ts";

const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => "accepted",
    (thrown: unknown) => thrown,
  );
  return SkillmintError.is(error) && error.code === "pack-invalid" ? error.params["reason"] : error;
};
const read = (...entries: RawEntry[]) => readArchive(writeRawZip(entries));
const skill: RawEntry = { name: "my-skill/SKILL.md", text: "hello" };

describe("an archive", () => {
  it("gives its files by path, without folders and what file managers add", async () => {
    const files = await read(
      { name: "my-skill/", mode: 0o040755, method: 0 },
      { name: "my-skill/run.sh", text: "echo", mode: 0o100755 },
      { ...skill, method: 0 },
      { name: "my-skill/.DS_Store", text: "x" },
      { name: "__MACOSX/my-skill/._SKILL.md", text: "x" },
      { name: "my-skill/empty", text: "" },
    );
    expect(
      files.map(({ path, bytes, executable }) => [path, Buffer.from(bytes).toString(), executable]),
    ).toEqual([
      ["my-skill/SKILL.md", "hello", false],
      ["my-skill/empty", "", false],
      ["my-skill/run.sh", "echo", true],
    ]);
  });

  it("is read whoever wrote its names", async () => {
    const names = (
      await read(
        { name: "cafe\u0301.md" },
        { name: "技能.md" },
        { name: Buffer.from([0x81, 0x2e, 0x6d, 0x64]) },
      )
    )
      .map(({ path }) => path)
      .sort();
    expect(names).toEqual(["café.md", "ü.md", "技能.md"]);
  });

  it("may be a pack of ours", async () => {
    expect((await readArchive(await makePack())).map(({ path }) => path)).toContain("manifest.json");
  });

  it.each<[string, RawEntry[]]>([
    ["unsafePath", [{ name: "../../x" }]],
    ["unsafePath", [{ name: "../other/SKILL.md" }]],
    ["unsafePath", [{ name: "/abs" }]],
    ["unsafePath", [{ name: "..\\x" }]],
    ["unsafePath", [{ name: "a\\b" }]],
    ["unsafePath", [{ name: "C:x" }]],
    ["unsafePath", [{ name: "C:\\x" }]],
    ["unsafePath", [{ name: "a/../../x/" }]],
    ["unsafePath", [{ name: "" }]],
    ["unsafePath", [{ name: "a\0b" }]],
    ["unsafePath", [{ name: "x".repeat(5000) }]],
    ["pathClash", [{ name: "a" }, { name: "a" }]],
    ["pathClash", [{ name: "SKILL.md" }, { name: "skill.md" }]],
    ["pathClash", [{ name: "caf\u00e9" }, { name: "cafe\u0301" }]],
    ["pathClash", [{ name: "a" }, { name: "a/b" }]],
    ["pathClash", [{ name: "A/b" }, { name: "a/c" }]],
    ["pathClash", [{ name: "ﬁle" }, { name: "file" }]],
    ["archiveLink", [{ name: "link", text: "/etc", mode: 0o120777 }, { name: "link/passwd" }]],
    ["archiveLink", [{ name: "pipe", mode: 0o010644 }]],
    ["archiveLink", [{ name: "device", mode: 0o020644 }]],
    ["archiveLink", [{ name: "socket", mode: 0o140644 }]],
    ["archiveLink", [{ name: "folder/", mode: 0o120777 }]],
    ["archiveEncrypted", [{ name: "secret", flags: 1 }]],
    ["archiveMethod", [{ name: "bzip2", method: 12 }]],
    ["archiveBroken", [{ name: "a", localName: "b" }]],
    ["archiveBroken", [{ name: "a", text: "text", crc: 1 }]],
    ["archiveBroken", [{ name: "a", text: "text", size: 3 }]],
    ["archiveBroken", [{ name: "a", text: "text", size: 5 }]],
    ["archiveBroken", [{ name: "a", text: "text", method: 0, size: 5 }]],
    ["archiveBroken", [{ name: "a", text: "text", packed: Buffer.from("garbage") }]],
    [
      "archiveBroken",
      [{ name: "a", text: "text", packed: Buffer.concat([deflateRawSync("text"), Buffer.from("more")]) }],
    ],
    ["archiveOverlap", [skill, { ...skill, name: "my-skill/copy.md", sharesWith: 0 }]],
  ])("is refused: %s", async (reason, entries) => {
    expect(await reasonOf(read(...entries))).toBe(reason);
  });

  it("is refused as a whole, whatever byte is changed, or is still the same files", async () => {
    const bytes = writeRawZip([skill, { name: "my-skill/a.md", text: "some text ".repeat(20) }]);
    const [random, wanted] = [createRandom(5), JSON.stringify(await readArchive(bytes))];
    for (let round = 0; round < 500; round++) {
      const copy = Uint8Array.from(bytes);
      const at = Math.floor(random() * copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      const result = await readArchive(copy).catch((thrown: unknown) => thrown);
      const isRefused = SkillmintError.is(result) && result.code === "pack-invalid";
      // Names, dates and rights are protected by nothing in a zip; contents are.
      const contents = isRefused
        ? undefined
        : JSON.stringify(result).replaceAll(/"(?:path|executable)":[^,}]+/g, "");
      if (contents !== undefined)
        expect(contents).toBe(wanted.replaceAll(/"(?:path|executable)":[^,}]+/g, ""));
    }
  });

  it("is refused wherever it is cut", async () => {
    const bytes = writeRawZip([skill]);
    for (let length = 0; length < bytes.length; length++)
      expect(await reasonOf(readArchive(bytes.subarray(0, length)))).toBe(
        length < 2 ? "archiveUnknown" : "archiveBroken",
      );
  });

  it("is refused beyond the limits", async () => {
    const limits = { ...packLimits, files: 2, bytes: 100 };
    const many = writeRawZip(["a", "b", "c"].map((name) => ({ name })));
    expect(await reasonOf(readArchive(many, { limits }))).toBe("tooMany");
    expect(await reasonOf(readArchive(writeRawZip([{ name: "a", text: "x".repeat(101) }]), { limits }))).toBe(
      "tooLarge",
    );
    expect(await reasonOf(readArchive(many, { limits: { ...packLimits, entries: 2 } }))).toBe("tooMany");
  });

  it("has zeros as the bombs of these tests claim", () => {
    expect(inflateRawSync(deflateZeros(3)).equals(new Uint8Array(3 * 1024 * 1024))).toBe(true);
  });
});
