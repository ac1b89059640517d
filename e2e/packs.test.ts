import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasProgram, makePack } from "../packages/core/src/pack/pack.fixture.ts";
import { readArchive } from "../packages/core/src/pack/read-archive.ts";
import { useStage, type CliResult } from "./kit.ts";
import { exists, putSkill } from "./skill-files.fixture.ts";

const stage = useStage();
const at = (...parts: string[]) => join(stage.temp.folder, ...parts);
const home = () => join(stage.temp.env["HOME"] ?? "", ".skillmint");
const skills = (...args: string[]) => stage.cli(["skills", ...args]);
const json = <T = Record<string, unknown>>(result: CliResult): T => JSON.parse(result.stdout) as T;

async function putDemo(
  fields = 'description: Does it.\nlicense: MIT\nmetadata:\n  version: "1.2.3"\n  author: Me',
) {
  const folder = await putSkill(stage.temp.folder, "demo", fields, "Do it.");
  await mkdir(join(folder, "scripts"));
  await writeFile(join(folder, "scripts", "run.sh"), "#!/bin/sh\necho done\n");
  await chmod(join(folder, "scripts", "run.sh"), 0o755);
  return folder;
}

/** The parts of a pack by another reader of zips than the one that checks packs. */
async function partsOf(file: string): Promise<Map<string, Uint8Array>> {
  const files = await readArchive(await readFile(at(file)));
  return new Map(files.map(({ path, bytes }) => [path, bytes]));
}

it("packs a skill with a key of one's own, tells what it is, and unpacks it as it was", async () => {
  const folder = await putDemo();
  await writeFile(join(folder, ".env"), "TOKEN=secret");
  const packed = await skills("pack", "demo");
  expect(packed).toMatchObject({ code: 0 });
  expect(packed.stdout).toMatch(/^Packed demo 1\.2\.3 of .*demo: .*demo-1\.2\.3\.skillpack \(.*; files: 2\)/);
  expect(packed.stderr).toMatch(/A signing key was made for you: .*keys.signing \(SHA256:/);
  expect(packed.stderr).toContain("Left out: .env\n");
  expect((await stat(join(home(), "keys", "signing"))).mode & 0o777).toBe(0o600);

  const first = json(await skills("verify", "demo-1.2.3.skillpack", "--json"));
  expect(first).toMatchObject({
    valid: true,
    name: "demo",
    version: "1.2.3",
    author: "Me",
    license: "MIT",
    sealed: false,
    signer: "unknown",
    trusted: false,
    files: [
      { path: "SKILL.md", executable: false },
      { path: "scripts/run.sh", executable: true },
    ],
  });
  const shown = await skills("verify", "demo-1.2.3.skillpack");
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain("signer: unknown\n");
  expect(shown.stdout).toContain(`fingerprint: ${String(first["fingerprint"])}\n`);

  const again = await skills("pack", "demo", "-o", "again.skillpack");
  expect(again.stderr).toContain("Signed with your own key");
  expect(
    Buffer.compare(await readFile(at("again.skillpack")), await readFile(at("demo-1.2.3.skillpack"))),
  ).toBe(0);

  expect(await skills("unpack", "again.skillpack", "-o", "out")).toMatchObject({ code: 0 });
  expect(await readFile(at("out", "SKILL.md"))).toEqual(await readFile(join(folder, "SKILL.md")));
  expect((await stat(at("out", "scripts", "run.sh"))).mode & 0o100).toBe(0o100);
  const twice = await skills("unpack", "again.skillpack", "-o", "out");
  expect([twice.code, twice.stderr]).toEqual([1, `${at("out")} is there already and is not empty.\n`]);
});

const tools = ["age", "age-keygen", "ssh-keygen"].filter((name) => !hasProgram(name, "--version"));

describe.skipIf(tools.length > 0)(
  `with the public tools${tools.length > 0 ? ` (SKIPPED: not installed: ${tools.join(", ")})` : ""}`,
  () => {
    it("makes packs that age opens and ssh-keygen finds right", async () => {
      await putDemo();
      execFileSync("age-keygen", ["-o", at("identity")], { stdio: "ignore" });
      const recipient = /age1\w+/.exec(await readFile(at("identity"), "utf8"))?.[0] ?? "";
      execFileSync("ssh-keygen", ["-q", "-t", "ecdsa", "-N", "", "-f", at("key")]);
      const args = ["pack", "demo", "-o", "sealed.skillpack", "--recipient", recipient, "--sign", "key"];
      expect(await skills(...args)).toMatchObject({ code: 0 });
      expect(await exists(join(home(), "keys"))).toBe(false);

      const parts = await partsOf("sealed.skillpack");
      expect([...parts.keys()].sort()).toEqual(["content.age", "manifest.json", "manifest.json.sig"]);
      await writeFile(at("sig"), parts.get("manifest.json.sig") ?? "");
      await writeFile(at("signers"), `me ${await readFile(at("key.pub"), "utf8")}`);
      const verify = ["-Y", "verify", "-f", at("signers"), "-I", "me", "-n", "skillpack", "-s", at("sig")];
      const input = parts.get("manifest.json") ?? "";
      expect(execFileSync("ssh-keygen", verify, { input, encoding: "utf8" })).toContain("Good");
      const zip = execFileSync("age", ["-d", "-i", at("identity")], {
        input: parts.get("content.age") ?? "",
      });
      expect((await readArchive(zip)).map(({ path }) => path)).toEqual([
        "content/SKILL.md",
        "content/scripts/run.sh",
        "files.json",
      ]);

      const known = json(await skills("verify", "sealed.skillpack", "--json"));
      const [, fingerprint] = execFileSync("ssh-keygen", ["-l", "-f", at("key.pub")], {
        encoding: "utf8",
      }).split(" ");
      expect(known).toMatchObject({ sealed: true, sealedFor: "keys", fingerprint });
      expect(known).not.toHaveProperty("files");

      const closed = await skills("unpack", "sealed.skillpack", "-o", "out");
      expect([closed.code, await exists(at("out"))]).toEqual([1, false]);
      const opened = await skills("unpack", "sealed.skillpack", "-o", "out", "--identity", "identity");
      expect(opened).toMatchObject({ code: 0 });
      expect((await stat(at("out"))).mode & 0o777).toBe(0o700);
    });
  },
);

it("seals with a passphrase", { timeout: 60_000 }, async () => {
  await putDemo();
  await writeFile(at("words"), "open sesame\n");
  const packed = await skills("pack", "demo", "-o", "s.skillpack", "--passphrase-file", "words", "--json");
  expect(json(packed)).toMatchObject({ name: "demo", sealed: true, files: 2, ownKey: { created: true } });
  const args = ["skills", "unpack", "s.skillpack", "-o", "out", "--passphrase-file", "-", "--json"];
  expect(json(await stage.cli(args, {}, "open sesame"))).toMatchObject({ folder: at("out"), files: 2 });
});

it("says the same of a wrong passphrase as of damage, and writes nothing", async () => {
  await writeFile(at("s.skillpack"), await makePack({ seal: { passphrase: "open sesame" } }));
  await writeFile(at("wrong"), "sesame");
  const refused = await skills("unpack", "s.skillpack", "-o", "out", "--passphrase-file", "wrong");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/passphrase or key is not the right one, or what is sealed is damaged/);
  expect((await readdir(stage.temp.folder)).sort()).toEqual(["s.skillpack", "wrong"]);
});

it("refuses what must not be packed, and says why", async () => {
  const folder = await putDemo();
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await skills("pack", ...args);
    expect([code === 0, stdout, await exists(at("x.skillpack"))]).toEqual([false, "", false]);
    return stderr;
  };
  expect(await refused("demo", "-o", "x.skillpack", "--recipient", "nobody")).toContain("nobody");
  expect(await refused("demo", "-o", "x.skillpack", "--sign", "absent")).toContain("absent");
  expect(await refused("demo", "-o", "x.skillpack", "--passphrase-file", "p", "--recipient", "r")).toContain(
    "--recipient",
  );
  expect(await refused("nothing-here", "-o", "x.skillpack")).toContain("There is no skill nothing-here here");
  expect(await refused("demo", "-o", "demo")).toContain("is a folder");
  await symlink("/etc/passwd", join(folder, "link"));
  expect(await refused("demo", "-o", "x.skillpack")).toContain('"link" is a link');
  await putSkill(stage.temp.folder, "bad", "colour: red", "x");
  const errors = await refused("./bad", "-o", "x.skillpack");
  expect(errors).toContain("unknown-fields");
  expect(errors).toContain("description-missing");
  await putSkill(stage.temp.folder, "old", 'description: D.\nmetadata:\n  version: "2"', "x");
  expect(await refused("./old", "-o", "x.skillpack")).toContain(
    'version is not as the format wants it ("2")',
  );
});

it("finds a changed pack out", async () => {
  await putDemo();
  await skills("pack", "demo", "-o", "x.skillpack");
  const bytes = await readFile(at("x.skillpack"));
  const place = bytes.indexOf("echo done");
  bytes.write("evil", place);
  await writeFile(at("x.skillpack"), bytes);
  const verified = await skills("verify", "x.skillpack");
  expect([verified.code, verified.stdout]).toEqual([1, ""]);
  expect(verified.stderr).toContain("damaged or was changed");
  const told = await skills("verify", "x.skillpack", "--json");
  expect([told.code, json(told)]).toMatchObject([
    1,
    { valid: false, code: "pack-invalid", reason: "damaged" },
  ]);
  const unpacked = await skills("unpack", "x.skillpack", "-o", "out");
  expect([unpacked.code, await exists(at("out"))]).toEqual([1, false]);
  expect(await skills("verify", "absent.skillpack")).toMatchObject({ code: 1 });
  expect(await skills("unpack", "x.skillpack")).toMatchObject({ code: 2 });
});
