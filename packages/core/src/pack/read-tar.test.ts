import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { createRandom } from "./pack.fixture.ts";
import { packLimits } from "./pack-limits.ts";
import { readArchive } from "./read-archive.ts";
import { pax, writeRawTar, writeTarEntries, type RawTarEntry } from "./tar.fixture.ts";

const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => "accepted",
    (thrown: unknown) => thrown,
  );
  return SkillmintError.is(error) && error.code === "pack-invalid" ? error.params["reason"] : error;
};
const show = async (bytes: Uint8Array) =>
  (await readArchive(bytes)).map((file) => [file.path, Buffer.from(file.bytes).toString(), file.executable]);
const skill: RawTarEntry = { name: "my-skill/SKILL.md", text: "hello" };
const long = `${"folder/".repeat(20)}${"x".repeat(120)}.md`;

describe("a tar", () => {
  it("gives its files by path, without folders and what file managers add", async () => {
    const bytes = writeRawTar([
      { name: "./", type: "5" },
      { name: "./my-skill", type: "5" },
      { name: "./my-skill/run.sh", text: "echo", mode: 0o755 },
      { ...skill, type: "\0" },
      { name: "my-skill/._SKILL.md", text: "x" },
      { name: "my-skill/.DS_Store", text: "x" },
      { name: "my-skill/empty" },
      { name: "block", prefix: "my-skill", text: "b".repeat(512) },
    ]);
    expect(await show(bytes)).toEqual([
      ["my-skill/SKILL.md", "hello", false],
      ["my-skill/block", "b".repeat(512), false],
      ["my-skill/empty", "", false],
      ["my-skill/run.sh", "echo", true],
    ]);
  });

  it("is read whichever way it writes long names", async () => {
    const bytes = writeRawTar([
      pax({ comment: "0123456789abcdef" }, "g"),
      pax({ path: `a/${long}`, size: "1", "LIBARCHIVE.xattr.x": "\u0000" }),
      { name: "a/short", text: "1" },
      { name: "././@LongLink", type: "L", text: `b/${long}\0`, magic: "ustar  \0" },
      { name: "b/short", text: "2", magic: "ustar  \0" },
      { name: "cafe\u0301", text: "3" },
    ]);
    expect((await show(bytes)).map(([path]) => path)).toEqual([`a/${long}`, `b/${long}`, "café"]);
  });

  it.each(["ustar", "gnu", "posix"])("of the tar of this system is read (%s)", async (format) => {
    const folder = await mkdtemp(join(tmpdir(), "skillmint-tar-"));
    try {
      await mkdir(join(folder, "技能 one"));
      await writeFile(join(folder, "技能 one", "SKILL.md"), "hello");
      await writeFile(join(folder, "技能 one", "run.sh"), "echo");
      await chmod(join(folder, "技能 one", "run.sh"), 0o755);
      const deep = format === "ustar" ? "short" : "x".repeat(150);
      await writeFile(join(folder, deep), "");
      const bytes = execFileSync("tar", ["-cz", `--format=${format}`, "-C", folder, "."]);
      expect(await show(bytes)).toEqual([
        [deep, "", false],
        ["技能 one/SKILL.md", "hello", false],
        ["技能 one/run.sh", "echo", true],
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("may be packed in several parts, and end in more empty blocks than two", async () => {
    const entries = writeTarEntries([skill]);
    const end = Buffer.alloc(10_240 - entries.length);
    expect(await show(Buffer.concat([gzipSync(entries), gzipSync(end)]))).toHaveLength(1);
  });

  it.each<[string, RawTarEntry[]]>([
    ["unsafePath", [{ name: "../../x" }]],
    ["unsafePath", [{ name: "./../x" }]],
    ["unsafePath", [{ name: "../other/", type: "5" }]],
    ["unsafePath", [{ name: "/abs" }]],
    ["unsafePath", [{ name: ".//abs/../../x" }]],
    ["unsafePath", [{ name: "..\\x" }]],
    ["unsafePath", [{ name: "C:x" }]],
    ["unsafePath", [{ name: "" }]],
    ["unsafePath", [{ name: "./" }]],
    ["unsafePath", [{ name: "x", prefix: ".." }]],
    ["unsafePath", [pax({ path: "../x" }), { name: "x" }]],
    ["unsafePath", [pax({ path: "a\0b" }), { name: "x" }]],
    ["unsafePath", [{ name: "L", type: "L", text: "/etc/x" }, { name: "x" }]],
    ["unsafePath", [{ name: "L", type: "L", text: "x".repeat(5000) }, { name: "x" }]],
    ["pathClash", [{ name: "a" }, { name: "a" }]],
    ["pathClash", [{ name: "a" }, { name: "./a" }]],
    ["pathClash", [{ name: "SKILL.md" }, { name: "skill.md" }]],
    ["pathClash", [{ name: "caf\u00e9" }, { name: "cafe\u0301" }]],
    ["pathClash", [{ name: "a" }, { name: "a/b" }]],
    ["archiveLink", [{ name: "link", type: "2", link: "/etc" }, { name: "link/passwd" }]],
    ["archiveLink", [{ name: "hard", type: "1", link: "/etc/passwd" }]],
    ["archiveLink", [{ name: "character", type: "3" }]],
    ["archiveLink", [{ name: "block", type: "4" }]],
    ["archiveLink", [{ name: "pipe", type: "6" }]],
    ["archiveLink", [{ name: "sparse", type: "S", magic: "ustar  \0" }]],
    [
      "archiveLink",
      [
        { name: "K", type: "K", text: "/etc" },
        { name: "link", type: "2" },
      ],
    ],
    ["archiveBroken", [{ name: Buffer.from([0xff, 0xfe]) }]],
    ["archiveBroken", [{ name: "a", magic: "nothing." }]],
    ["archiveBroken", [{ name: "a", checksum: 1 }]],
    ["archiveBroken", [{ name: "a", size: Buffer.from("12345678xyz\0") }]],
    ["archiveBroken", [{ name: "a", size: Buffer.from("\xff".repeat(12), "latin1") }]],
    ["archiveBroken", [{ name: "a", size: 5000 }]],
    ["archiveBroken", [{ name: "folder/", text: "text" }]],
    ["archiveBroken", [{ name: "folder", type: "5", text: "text" }]],
    ["archiveBroken", [pax({ size: "512" }), { name: "a", size: 0, text: writeTarEntries([skill]) }]],
    ["archiveBroken", [pax({ path: "a" }), { name: "L", type: "L", text: "b" }, { name: "c" }]],
    ["archiveBroken", [pax({ path: "a" }), pax({ path: "b" }), { name: "c" }]],
    ["archiveBroken", [pax({ path: "a" }, "g"), { name: "c" }]],
    ["archiveBroken", [pax({ "GNU.sparse.major": "1" }), { name: "c" }]],
    ["archiveBroken", [{ name: "x", type: "x", text: "99 path=a\n" }, { name: "c" }]],
    ["archiveBroken", [{ name: "x", type: "x", text: "0 path=a\n" }, { name: "c" }]],
    ["archiveBroken", [{ name: "x", type: "x", text: "garbage" }, { name: "c" }]],
    ["archiveBroken", [skill, pax({ path: "a" })]],
    ["tooLarge", [{ name: "a", size: 0o77777777777 }]],
    ["tooLarge", [{ name: "a", size: Buffer.from("\x80\0\0\0\0\x00\xff\0\0\0\0\0", "latin1") }]],
  ])("is refused: %s", async (reason, entries) => {
    expect(await reasonOf(readArchive(writeRawTar(entries)))).toBe(reason);
  });

  it("is refused where something stands behind its end, or where it has none", async () => {
    const whole = writeRawTar([skill]);
    const hidden = Buffer.concat([Buffer.alloc(1024), writeTarEntries([skill])]);
    for (const bytes of [
      writeRawTar([skill], hidden),
      writeRawTar([skill], Buffer.alloc(0)),
      writeRawTar([skill], Buffer.alloc(700)),
      Buffer.concat([whole, Buffer.from("more")]),
      Buffer.concat([whole, gzipSync("more")]),
      gzipSync("no tar"),
      gzipSync(""),
    ])
      expect(await reasonOf(readArchive(bytes))).toBe("archiveBroken");
  });

  it("is refused wherever it is cut, packed or before it was packed", async () => {
    const bytes = writeRawTar([skill]);
    for (let length = 2; length < bytes.length; length++)
      expect(await reasonOf(readArchive(bytes.subarray(0, length)))).toBe("archiveBroken");
    const open = gunzipSync(bytes);
    for (let length = 0; length < 1024; length += 16)
      expect(await reasonOf(readArchive(gzipSync(open.subarray(0, length))))).toBe("archiveBroken");
  });

  it("is refused as a whole, whatever byte is changed, or is still the same files", async () => {
    const bytes = writeRawTar([skill, { name: "my-skill/a.md", text: "some text ".repeat(20) }]);
    const [random, wanted] = [createRandom(7), JSON.stringify(await show(bytes))];
    for (let round = 0; round < 300; round++) {
      const copy = Uint8Array.from(bytes);
      const at = Math.floor(random() * copy.length);
      copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      const result = await show(copy).catch((thrown: unknown) => thrown);
      const isRefused = SkillmintError.is(result) && result.code === "pack-invalid";
      if (!isRefused) expect(JSON.stringify(result)).toBe(wanted);
    }
  });

  it("is refused beyond the limits", async () => {
    const limits = { ...packLimits, files: 2, bytes: 100 };
    const many = writeRawTar(["a", "b", "c"].map((name) => ({ name })));
    const large = writeRawTar([{ name: "a", text: "x".repeat(101) }]);
    expect(await reasonOf(readArchive(many, { limits }))).toBe("tooMany");
    expect(await reasonOf(readArchive(large, { limits }))).toBe("tooLarge");
    expect(await reasonOf(readArchive(many, { limits: { ...packLimits, entries: 2 } }))).toBe("tooMany");
  });
});
