import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { createPack } from "./create-pack.ts";
import { openPack } from "./open-pack.ts";
import { file, makeIdentity, makeKey, makePack, quick, sampleAbout, sampleFiles } from "./pack.fixture.ts";
import { packLimits } from "./pack-limits.ts";
import { verifyPack } from "./verify-pack.ts";

const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return SkillmintError.is(error) ? [error.code, error.params["reason"]] : error;
};

describe("a pack", () => {
  it("gives back what went in", async () => {
    const bytes = await makePack();
    const pack = await verifyPack(bytes);
    expect(pack.manifest).toMatchObject({ ...sampleAbout, format: 1, sealed: false });
    expect(Object.keys(pack.manifest.files ?? {})).toEqual(sampleFiles.map(({ path }) => path));
    expect(pack.digest).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(pack.signer.fingerprint).toMatch(/^SHA256:[\w+/]{43}$/);
    const files = await openPack(pack);
    expect(files.map(({ path, executable }) => [path, executable])).toEqual(
      sampleFiles.map(({ path, executable }) => [path, executable]),
    );
    for (const [index, { bytes: content }] of files.entries())
      expect(Buffer.from(content)).toEqual(sampleFiles[index]?.bytes);
  });

  it("is the same bytes for the same content, in whatever order the files came", async () => {
    const key = makeKey();
    const first = await makePack({ key });
    const second = await makePack({ key, files: [...sampleFiles].reverse() });
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it("is, byte for byte, what it was when the format was fixed", async () => {
    const bytes = await createPack({
      files: sampleFiles,
      about: sampleAbout,
      key: { sign: async () => "not a signature" },
    });
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(
      "a31793057f0296b8648fae2ac294dae08888d8f80c0e12ab1bd74b47c4410c60",
    );
  });

  it("holds every field of the manifest", async () => {
    const about = {
      ...sampleAbout,
      author: "某人",
      license: "MIT",
      createdAt: "2030-01-02T03:04:05Z",
      requirements: [{ kind: "binary", name: "git" }],
      recommendedModel: "anthropic/claude",
    };
    expect((await verifyPack(await makePack({ about }))).manifest).toMatchObject(about);
  });

  it.each([
    ["version", "1.2"],
    ["version", "v1.2.3"],
    ["version", "01.2.3"],
    ["name", "../../outside"],
    ["name", "con"],
    ["name", "Upper"],
    ["name", "a/b"],
    ["name", ""],
    ["id", "a\\b"],
    ["author", "two\nlines"],
    ["description", ""],
  ])("is not made with the %s %j", async (field, value) => {
    expect(await reasonOf(makePack({ about: { ...sampleAbout, [field]: value } }))).toEqual([
      "pack-failed",
      "badAbout",
    ]);
  });

  it.each([
    ["noSkill", [file("README.md", "x")]],
    ["unsafePath", [...sampleFiles, file("../x", "x")]],
    ["unsafePath", [...sampleFiles, file("C:x", "x")]],
    ["unsafePath", [...sampleFiles, file("__proto__", "x")]],
    ["pathClash", [...sampleFiles, file("skill.md", "x")]],
    ["pathClash", [...sampleFiles, file("scripts", "x")]],
  ])("is not made of files that no pack may hold: %s", async (reason, files) => {
    expect(await reasonOf(makePack({ files }))).toEqual(["pack-invalid", reason]);
  });

  it("is not verified beyond the limits", async () => {
    const bytes = await makePack();
    expect(await reasonOf(verifyPack(bytes, { limits: { ...packLimits, files: 2 } }))).toEqual([
      "pack-invalid",
      "noPack",
    ]);
    expect(await reasonOf(verifyPack(bytes, { limits: { ...packLimits, bytes: 20 } }))).toEqual([
      "pack-invalid",
      "tooLarge",
    ]);
  });
});

describe("a sealed pack", () => {
  it("tells nothing of its files", async () => {
    const bytes = Buffer.from(await makePack({ seal: { passphrase: "words" } }));
    for (const text of ["SKILL.md", "run.sh", "references", "Do it"])
      expect(bytes.includes(text)).toBe(false);
    const { manifest, content } = await verifyPack(bytes);
    expect(manifest.files).toBeUndefined();
    expect(content).toMatchObject({ sealed: true, sealedFor: "passphrase" });
  });

  it("opens with its passphrase and its keys, and with nothing else", async () => {
    const [{ identity: mine, recipient }, { identity: yours, recipient: second }, { identity: other }] =
      await Promise.all([makeIdentity(), makeIdentity(), makeIdentity()]);
    const recipients = [recipient, second];
    const byKeys = await verifyPack(await makePack({ seal: { recipients } }));
    const byWords = await verifyPack(await makePack({ seal: { passphrase: "päss" } }));
    expect(byKeys.content).toMatchObject({ sealedFor: "keys" });
    for (const files of [
      await openPack(byKeys, { identity: mine }),
      await openPack(byKeys, { identity: `# mine\n\n${other}\n${yours}\r\n` }),
      await openPack(byWords, { passphrase: "päss" }),
    ])
      expect(
        files.map(({ path, bytes, executable }) => [path, Buffer.from(bytes).toString(), executable]),
      ).toEqual(
        sampleFiles.map(({ path, bytes, executable }) => [path, Buffer.from(bytes).toString(), executable]),
      );
    const locked = ["pack-locked", "locked"];
    expect(await reasonOf(openPack(byKeys, { identity: other }))).toEqual(locked);
    expect(await reasonOf(openPack(byKeys, { passphrase: "päss" }))).toEqual(locked);
    expect(await reasonOf(openPack(byWords, { passphrase: "pass" }))).toEqual(locked);
    expect(await reasonOf(openPack(byWords, { identity: mine }))).toEqual(locked);
    expect(await reasonOf(openPack(byWords))).toEqual(["pack-locked", "needsKey"]);
  });

  it("does not repeat an identity that it cannot read", async () => {
    const pack = await verifyPack(await makePack({ seal: { passphrase: "words" } }));
    const identity = "AGE-SECRET-KEY-1NOTAKEYATALL";
    const error = await openPack(pack, { identity }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "pack-locked", params: { reason: "badIdentity" } });
    expect(JSON.stringify([error, String((error as Error).cause)])).not.toContain("NOTAKEY");
  });

  it.each([
    ["noRecipient", { recipients: [] }],
    ["badRecipient", { recipients: ["age1notakey"] }],
    ["badRecipient", { recipients: ["ssh-ed25519 AAAA"] }],
    ["secretRecipient", { recipients: ["AGE-SECRET-KEY-1CANARY"] }],
    ["emptyPassphrase", { passphrase: "" }],
  ])("is not made without anyone to open it: %s", async (reason, seal) => {
    expect(await reasonOf(makePack({ seal }))).toEqual(["pack-failed", reason]);
  });

  it("does the same work for a wrong passphrase as for a damaged stanza, and says the same", async () => {
    const seal = { passphrase: "right" };
    const pack = await verifyPack(await makePack({ seal, workFactor: 14 }));
    if (!pack.content.sealed) throw new Error("not sealed");
    const age = Buffer.from(pack.content.age);
    // The last character of the stanza's body is one before the line of the header's end.
    const at = age.indexOf("\n---") - 5;
    age[at] = age[at] === 65 ? 66 : 65;
    const damaged = { ...pack, content: { ...pack.content, age } };
    const measure = async (target: typeof pack, passphrase: string) => {
      const start = performance.now();
      const error = await openPack(target, { passphrase }).catch((thrown: unknown) => thrown);
      const text = SkillmintError.is(error) ? error.params["message"] : "opened";
      return { time: performance.now() - start, text };
    };
    const right = [await measure(pack, "right"), await measure(pack, "right"), await measure(pack, "right")];
    const [wrong, broken] = [await measure(pack, "wrong"), await measure(damaged, "right")];
    expect(right.map(({ text }) => text)).toEqual(["opened", "opened", "opened"]);
    expect(wrong.text).toBe(broken.text);
    const least = Math.min(...right.map(({ time }) => time)) / 3;
    expect(wrong.time).toBeGreaterThan(least);
    expect(broken.time).toBeGreaterThan(least);
  });

  it("may not ask for more work than is allowed", async () => {
    const pack = await verifyPack(await makePack({ seal: { passphrase: "x" }, ...quick }));
    if (!pack.content.sealed) throw new Error("not sealed");
    const text = Buffer.from(pack.content.age).toString("latin1");
    const age = Buffer.from(text.replace(" 4\n", " 25\n"), "latin1");
    const start = performance.now();
    const greedy = { ...pack, content: { ...pack.content, age } };
    expect(await reasonOf(openPack(greedy, { passphrase: "x" }))).toEqual(["pack-invalid", "workFactor"]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
