import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { canonicalJson } from "./canonical-json.ts";
import { describeFiles, hashBytes, toEntries } from "./pack-content.ts";
import { openPack } from "./open-pack.ts";
import {
  createRandom,
  file,
  forgePack,
  makeIdentity,
  makeKey,
  makePack,
  sampleAbout,
  sampleFiles,
  type Forgery,
} from "./pack.fixture.ts";
import { createPackFault } from "./pack-error.ts";
import { sealBytes } from "./seal.ts";
import { readStoredZip, writeStoredZip } from "./stored-zip.ts";
import { verifyPack } from "./verify-pack.ts";

const reasonOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => "accepted",
    (thrown: unknown) => thrown,
  );
  return SkillmintError.is(error) ? error.params["reason"] : error;
};

/** Every kind of refusal is one of ours: nothing unforeseen came up. */
async function countAccepted(variants: Iterable<Uint8Array>): Promise<number> {
  let accepted = 0;
  for (const bytes of variants) {
    const reason = await reasonOf(verifyPack(bytes));
    if (reason === "accepted") accepted++;
    else if (typeof reason !== "string") throw reason;
  }
  return accepted;
}

function* flips(bytes: Uint8Array, count: number, seed: number): Iterable<Uint8Array> {
  const random = createRandom(seed);
  for (let index = 0; index < count; index++) {
    const copy = Uint8Array.from(bytes);
    const at = Math.floor(random() * copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    yield copy;
  }
}

/** A changed byte of any part, in a container that was made anew around it. */
function* repacked(bytes: Uint8Array, count: number, seed: number): Iterable<Uint8Array> {
  const random = createRandom(seed);
  for (let index = 0; index < count; index++) {
    const copy = Uint8Array.from(bytes);
    const entries = readStoredZip(copy, 100) ?? [];
    const part = entries[index % entries.length]?.bytes ?? new Uint8Array();
    const at = Math.floor(random() * part.length);
    part[at] = (part[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    yield Buffer.concat(writeStoredZip(entries));
  }
}

function* everyByte(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at++) {
    const copy = Uint8Array.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
    yield copy;
  }
}

function* cuts(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let length = 0; length < bytes.length; length++) yield bytes.subarray(0, length);
}

const makeBoth = async (): Promise<[string, Uint8Array][]> => {
  const { recipient } = await makeIdentity();
  return [
    ["open", await makePack()],
    ["sealed with a passphrase", await makePack({ seal: { passphrase: "words" } })],
    ["sealed for a key", await makePack({ seal: { recipients: [recipient] } })],
  ];
};

describe.each(await makeBoth())("a pack that is %s", (_, bytes) => {
  it("is accepted as it is", async () => {
    expect(await reasonOf(verifyPack(bytes))).toBe("accepted");
  });

  it("is refused with any one of 2,000 changed bytes", async () => {
    expect(await countAccepted(flips(bytes, 2000, 8))).toBe(0);
  });

  it("is refused with a changed byte in any part, the container made anew around it", async () => {
    expect(await countAccepted(repacked(bytes, 1000, 9))).toBe(0);
  });

  it("is refused whichever byte is changed", async () => {
    expect(await countAccepted(everyByte(bytes))).toBe(0);
  });

  it("is refused wherever it is cut", async () => {
    expect(await countAccepted(cuts(bytes))).toBe(0);
  });

  it("is refused with anything before or behind it", async () => {
    const extra = Uint8Array.of(0);
    expect(await countAccepted([Buffer.concat([bytes, extra]), Buffer.concat([extra, bytes])])).toBe(0);
  });
});

describe("a pack that its maker signed as it is", () => {
  const signed = async (forgery: Forgery): Promise<unknown> => reasonOf(verifyPack(await forgePack(forgery)));
  const described = describeFiles(sampleFiles);
  const manifest = { format: 1, ...sampleAbout, sealed: false, files: described };

  it("is accepted where nothing is wrong with it", async () => {
    expect(await signed({})).toBe("accepted");
  });

  it.each([
    ["../outside", "unsafePath"],
    ["/etc/passwd", "unsafePath"],
    ["a/../../x", "unsafePath"],
    ["..\\x", "unsafePath"],
    ["C:\\x", "unsafePath"],
    ["C:x", "unsafePath"],
    ["a//b", "unsafePath"],
    ["a/./b", "unsafePath"],
    ["nul.txt", "unsafePath"],
    ["trailing.", "unsafePath"],
    ["trailing ", "unsafePath"],
    ["new\nline", "unsafePath"],
    ["cafe\u0301", "unsafePath"],
    ["exe\u202etxt", "unsafePath"],
    [`${"d/".repeat(40)}x`, "unsafePath"],
    ["x".repeat(300), "unsafePath"],
    ["skill.MD", "pathClash"],
    ["Scripts/other", "pathClash"],
    ["SKILL.md/x", "pathClash"],
  ])("is refused with the path %j", async (path, reason) => {
    expect(await signed({ files: [...sampleFiles, file(path, "x")] })).toBe(reason);
  });

  it("is refused where its content is not what its manifest says", async () => {
    const changed = sampleFiles.map((each) => (each.path === "SKILL.md" ? file(each.path, "other") : each));
    const more = [...sampleFiles, file("z.txt", "x")];
    expect(await signed({ content: toEntries(changed) })).toBe("damaged");
    expect(await signed({ content: toEntries(more) })).toBe("damaged");
    expect(await signed({ content: toEntries(sampleFiles.slice(0, 2)) })).toBe("damaged");
    expect(await signed({ content: toEntries(sampleFiles).reverse() })).toBe("damaged");
    expect(await signed({ content: [...toEntries(sampleFiles), ...toEntries(sampleFiles)] })).toBe("damaged");
  });

  it("is refused where its manifest is not the canonical one", async () => {
    const text = canonicalJson(manifest);
    for (const other of [
      JSON.stringify(manifest),
      text.trimEnd(),
      `${text}\n`,
      `\ufeff${text}`,
      text.replace('"sample"', '"\\u0073ample"'),
      text.replace('"name": "sample"', '"name": "sample",\n  "name": "sample"'),
      text.replace('"size": 8', '"size": 8.0'),
    ]) {
      expect(other).not.toBe(text);
      expect(await signed({ manifestBytes: Buffer.from(other) })).toBe("badManifest");
    }
    expect(await signed({ manifestBytes: Buffer.from([0xff, 0xfe]) })).toBe("badManifest");
    expect(await signed({ manifestBytes: Buffer.from("[".repeat(100_000)) })).toBe("badManifest");
  });

  it("is refused where its manifest has what it may not have", async () => {
    const refused: object[] = [
      { extra: 1 },
      { version: "1.0" },
      { name: "../x" },
      { name: undefined },
      { sealed: true },
      { content: { sha256: "0".repeat(64), size: 1 } },
      { files: undefined },
      { files: { ...described, "SKILL.md": { ...described["SKILL.md"], mode: 1 } } },
      { files: { ...described, "SKILL.md": { ...described["SKILL.md"], executable: false } } },
      { description: "\ud800" },
    ];
    for (const more of refused) expect(await signed({ manifest: more })).toBe("badManifest");
    expect(await signed({ manifest: { format: 2 } })).toBe("newerFormat");
  });

  it("is refused without its own signature", async () => {
    const other = await makeKey().sign(Buffer.from("something else"));
    expect(await signed({ signature: other })).toBe("badSignature");
    expect(await signed({ signature: "" })).toBe("badArmour");
    const bytes = Buffer.from(canonicalJson(manifest));
    const right = await makeKey().sign(bytes);
    for (const armour of [
      `${right}\n`,
      right.trimEnd(),
      right.replace("\n", "\r\n"),
      right.replaceAll("\n", " "),
      ` ${right}`,
    ])
      expect(await signed({ manifestBytes: bytes, signature: armour })).toBe("badArmour");
    const entries = [{ path: "manifest.json", bytes }, ...toEntries(sampleFiles)];
    expect(await reasonOf(verifyPack(Buffer.concat(writeStoredZip(entries))))).toBe("unsigned");
  });

  it("is refused when it is not the zip that the format is", async () => {
    const zip = deflateRawSync(await makePack());
    expect(await reasonOf(verifyPack(zip))).toBe("noPack");
    expect(await reasonOf(verifyPack(new Uint8Array()))).toBe("noPack");
    expect(await reasonOf(verifyPack(Buffer.from("PK\x05\x06" + "\0".repeat(18), "latin1")))).toBe("noPack");
  });

  it("is as strict inside the seal", async () => {
    const fault = createPackFault();
    const seal = { passphrase: "x" };
    const list = { path: "files.json", bytes: Buffer.from(canonicalJson(described)) };
    const open = async (inner: Uint8Array): Promise<unknown> => {
      const age = await sealBytes(inner, seal, fault, { workFactor: 4 });
      const content = { sha256: hashBytes(age), size: age.length };
      const bytes = await forgePack({
        manifest: { sealed: true, files: undefined, content },
        content: [{ path: "content.age", bytes: age }],
      });
      return reasonOf(openPack(await verifyPack(bytes), seal));
    };
    const whole = Buffer.concat(writeStoredZip([list, ...toEntries(sampleFiles)]));
    expect(await open(whole)).toBe("accepted");
    expect(await open(Buffer.concat([whole, Uint8Array.of(0)]))).toBe("damaged");
    expect(await open(whole.subarray(0, -1))).toBe("damaged");
    expect(await open(Buffer.concat(writeStoredZip(toEntries(sampleFiles))))).toBe("damaged");
    expect(await open(Buffer.from("not a zip"))).toBe("damaged");
    const escaping = [...sampleFiles, file("../x", "x")];
    const escapingList = { path: "files.json", bytes: Buffer.from(canonicalJson(describeFiles(escaping))) };
    expect(await open(Buffer.concat(writeStoredZip([escapingList, ...toEntries(escaping)])))).toBe(
      "unsafePath",
    );
    const loose = { path: "files.json", bytes: Buffer.from(JSON.stringify(described)) };
    expect(await open(Buffer.concat(writeStoredZip([loose, ...toEntries(sampleFiles)])))).toBe("badManifest");
  });
});
