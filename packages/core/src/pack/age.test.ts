import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPack } from "./open-pack.ts";
import { createPackFault } from "./pack-error.ts";
import { hasProgram, makePack, sampleFiles } from "./pack.fixture.ts";
import { openBytes } from "./seal.ts";
import { readStoredZip } from "./stored-zip.ts";
import { verifyPack } from "./verify-pack.ts";

const hasAge = hasProgram("age", "--version") && hasProgram("age-keygen", "--version");

describe.skipIf(!hasAge)(`with the age tool${hasAge ? "" : " (SKIPPED: age is not installed)"}`, () => {
  let folder = "";
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "skillmint-age-"))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("opens what was sealed here for its keys, and the other way round", async () => {
    const identityFile = join(folder, "identity");
    execFileSync("age-keygen", ["-o", identityFile], { stdio: "ignore" });
    const identity = readFileSync(identityFile, "utf8");
    const recipient = /public key: (age1\S+)/.exec(identity)?.[1] ?? "";
    const pack = await verifyPack(await makePack({ seal: { recipients: [recipient] } }));
    if (!pack.content.sealed) throw new Error("not sealed");
    const zip = execFileSync("age", ["-d", "-i", identityFile], { input: pack.content.age });
    expect(readStoredZip(zip, 100)?.map(({ path }) => path)).toEqual([
      "files.json",
      ...sampleFiles.map(({ path }) => `content/${path}`),
    ]);
    expect(await openPack(pack, { identity })).toHaveLength(sampleFiles.length);
    const theirs = execFileSync("age", ["-r", recipient], { input: "theirs" });
    expect(Buffer.from(await openBytes(theirs, { identity }, createPackFault())).toString()).toBe("theirs");
  });

  const hasScript = hasProgram("script", "--version");
  it.skipIf(!hasScript)("opens what was sealed here with a passphrase", async () => {
    const pack = await verifyPack(await makePack({ seal: { passphrase: "open sesame" }, workFactor: 12 }));
    if (!pack.content.sealed) throw new Error("not sealed");
    writeFileSync(join(folder, "content.age"), pack.content.age);
    // It reads passphrases from a terminal only.
    const command = `age -d -o ${join(folder, "content.zip")} ${join(folder, "content.age")}`;
    execFileSync("script", ["-qec", command, "/dev/null"], {
      input: "open sesame\n",
      stdio: ["pipe", "ignore", "ignore"],
    });
    expect(readStoredZip(readFileSync(join(folder, "content.zip")), 100)).toHaveLength(4);
  });
});
