import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { forgePack } from "../../pack/pack.fixture.ts";
import { createAuthor, file, refusal, skillText, usePlaces } from "./install.fixture.ts";

const places = usePlaces();
const install = (source: string, more: Record<string, unknown> = {}) =>
  places.packs().install(source, { folder: places.folder, ...more });
const inspect = (source: string) => places.packs().inspect(source, { folder: places.folder });

describe("a folder", () => {
  it("is installed whole, with what it asks for told first, and again without a change", async () => {
    await places.put("demo/SKILL.md", skillText("demo", "Body.", "allowed-tools: Bash(git add:*) Read\n"));
    await places.put("demo/scripts/run.sh", "#!/bin/sh\n", 0o755);
    await places.put("demo/.git/config", "[core]");
    const plan = await inspect("demo");
    expect(plan).toMatchObject({ kind: "folder", source: places.at("demo"), leftOut: [] });
    expect(plan.skills).toMatchObject([
      {
        name: "demo",
        layer: "user",
        files: 2,
        wishes: { allowedTools: ["Bash(git add:*)", "Read"], scripts: ["scripts/run.sh"] },
        approvals: [],
        same: false,
      },
    ]);
    expect(await places.names()).toEqual([]);
    const [done] = await install("demo", { expected: plan.digest });
    expect(done).toMatchObject({ name: "demo", changed: true, folder: places.installed("skills", "demo") });
    expect((await stat(places.installed("skills", "demo", "scripts", "run.sh"))).mode & 0o777).toBe(0o700);
    expect(await places.names("skills", "demo")).toEqual(["SKILL.md", "scripts"]);
    expect(await install("demo")).toMatchObject([{ changed: false }]);
    expect(await places.names()).toEqual(["skills", "skills.lock"]);
    expect((await stat(places.installed("skills.lock"))).mode & 0o777).toBe(0o600);
    expect(await places.packs().list({ folder: places.folder })).toMatchObject([
      { name: "demo", kind: "skill", source: places.at("demo"), digest: plan.skills[0]?.digest },
    ]);
  });

  it("of several skills brings all of them or none", async () => {
    await places.put("repo/skills/one/SKILL.md", skillText("one"));
    await places.put("repo/skills/two/SKILL.md", skillText("two"));
    await places.put("repo/README.md", "x");
    expect((await install("repo")).map(({ name }) => name)).toEqual(["one", "two"]);
    await places.put("bad/skills/three/SKILL.md", skillText("three"));
    await places.put("bad/skills/four/SKILL.md", skillText("../../four"));
    expect(await refusal(install("bad"))).toContain("install-refused");
    expect(await places.names("skills")).toEqual(["one", "two"]);
    expect(await refusal(install("repo", { name: "three" }))).toContain("There is: one, two");
  });

  it("replaces its own older state, and what a person changed only when told to", async () => {
    await places.put("demo/SKILL.md", skillText("demo", "First."));
    await install("demo");
    await places.put("demo/SKILL.md", skillText("demo", "Second."));
    await install("demo");
    expect(await places.read("skills", "demo", "SKILL.md")).toContain("Second.");
    await writeFile(places.installed("skills", "demo", "SKILL.md"), "mine");
    expect(await refusal(install("demo"))).toMatch(/^install-unapproved: .*changed since[^]*--yes/);
    expect(await places.read("skills", "demo", "SKILL.md")).toBe("mine");
    await install("demo", { replace: true });
    expect(await places.read("skills", "demo", "SKILL.md")).toContain("Second.");
  });

  it("takes the names A01 and A02 list for nothing but refused ones", async () => {
    const names = [
      "../../outside",
      "/etc/x",
      "C:\\\\x",
      "a/b",
      "..",
      ".",
      "x.",
      "CON",
      "nul",
      "x".repeat(300),
    ];
    for (const name of names) {
      await places.put("evil/SKILL.md", `---\nname: "${name}"\ndescription: D.\n---\n\nx\n`);
      expect([name, await refusal(install("evil"))]).toEqual([name, expect.stringContaining("refused")]);
    }
    expect(await places.all()).toEqual([]);
    expect(await refusal(install("evil", { name: "../x" }))).toContain("usage");
    await install("evil", { name: "fine" });
    expect(await places.names("skills")).toEqual(["fine"]);
  });

  it("leaves links out with a word and reads nothing through them (A08)", async () => {
    const secret = await places.put("secret.txt", "top secret");
    await places.put("demo/SKILL.md", skillText("demo"));
    await mkdir(places.at("demo", "references"));
    await symlink(secret, places.at("demo", "references", "x.md"));
    await symlink(places.folder, places.at("demo", "all"));
    const { leftOut } = await inspect("demo");
    expect(leftOut.map(({ path, reason }) => `${path}: ${reason}`).sort()).toEqual([
      "all: a link; links are not installed",
      "references/x.md: a link; links are not installed",
    ]);
    await install("demo");
    expect(await places.names("skills", "demo")).toEqual(["SKILL.md"]);
  });

  it("that changed since it was shown, is refused", async () => {
    await places.put("demo/SKILL.md", skillText("demo"));
    const { digest } = await inspect("demo");
    await places.put("demo/more.md", "x");
    expect(await refusal(install("demo", { expected: digest }))).toContain("no longer what was shown");
  });

  it("goes into a project and its lockfile, never through a link out of it", async () => {
    await places.put("work/demo/SKILL.md", skillText("demo"));
    const folder = places.at("work");
    const packs = places.packs();
    await packs.install("demo", { folder, project: true });
    const lock = JSON.parse(await readFile(places.at("work", ".skillmint", "skills.lock"), "utf8")) as object;
    expect(lock).toMatchObject({ version: 1, skills: { demo: { source: "./demo", kind: "skill" } } });
    await rm(places.at("work", ".skillmint", "skills"), { recursive: true });
    await mkdir(places.at("elsewhere"));
    await symlink(places.at("elsewhere"), places.at("work", ".skillmint", "skills"));
    expect(await refusal(packs.install("demo", { folder, project: true }))).toContain("install-refused");
  });
});

describe("the lockfile", () => {
  it("brings exactly what it says, and refuses any difference", async () => {
    await places.put("demo/SKILL.md", skillText("demo"));
    const author = await createAuthor();
    await places.put("other.skillpack", await author.pack("other"));
    await install("demo");
    await install("other.skillpack");
    const lock = await places.read("skills.lock");
    await rm(places.installed("skills"), { recursive: true });
    await rm(places.installed("packs"), { recursive: true });
    const packs = places.packs();
    const done = await packs.installFrozen({ folder: places.folder });
    expect(done.map(({ name, changed }) => [name, changed])).toEqual([
      ["demo", true],
      ["other", true],
    ]);
    expect(await places.read("skills.lock")).toBe(lock);
    await places.put("demo/SKILL.md", skillText("demo", "Other."));
    expect(await refusal(packs.installFrozen({ folder: places.folder }))).toContain("not what the lockfile");
    await places.put("new/SKILL.md", skillText("new"));
    expect(await refusal(packs.installFrozen({ folder: places.folder, source: "new" }))).toContain(
      "new is not in the lockfile",
    );
    await places.put("other.skillpack", await (await createAuthor()).pack("other"));
    expect(
      await refusal(packs.installFrozen({ folder: places.folder, source: "other.skillpack" })),
    ).toContain("is signed by");
    await writeFile(places.installed("skills.lock"), "{");
    expect(await refusal(packs.installFrozen({ folder: places.folder }))).toContain("Cannot read");
  });
});

describe("a pack", () => {
  it("by an unknown signer is installed and the signer noted; --require-trusted refuses it", async () => {
    const author = await createAuthor();
    const name = await places.put(
      "demo.skillpack",
      await author.pack("demo", { files: [file("a.md", "x")] }),
    );
    expect(await refusal(install(name, { requireTrusted: true }))).toContain("whom you do not trust");
    expect(await places.names()).toEqual([]);
    const plan = await inspect(name);
    expect(plan.skills[0]?.signer).toMatchObject({ state: "unknown", fingerprint: author.fingerprint });
    await install(name);
    const packs = places.packs();
    expect(await packs.signers.list()).toMatchObject([
      { fingerprint: author.fingerprint, publicKey: author.publicKey, trusted: false },
    ]);
    expect((await stat(places.installed("signers.json"))).mode & 0o777).toBe(0o600);
    await packs.signers.trust(author.fingerprint, { name: "me" });
    expect((await packs.list({ folder: places.folder }))[0]).toMatchObject({
      signedBy: { state: "trusted", name: "me" },
    });
    await install(name, { requireTrusted: true });
    expect(await places.names("packs", "demo")).toEqual(["pack.json", "pack.skillpack", "skill"]);
    expect(await refusal(install("x.zip", { requireTrusted: true }))).toContain("nothing at");
    await places.put("plain/SKILL.md", skillText("plain"));
    expect(await refusal(install("plain", { requireTrusted: true }))).toContain("is not signed");
  });

  it("by another signer, or of an older version, asks again (K4, K8)", async () => {
    const [first, second] = [await createAuthor(), await createAuthor()];
    await places.put("two.skillpack", await first.pack("demo", { version: "2.0.0" }));
    await places.put("one.skillpack", await first.pack("demo", { version: "1.9.0" }));
    await places.put("other.skillpack", await second.pack("demo", { version: "2.1.0" }));
    await install("two.skillpack");
    expect(await refusal(install("one.skillpack"))).toMatch(
      /install-unapproved: .*older[^]*--allow-downgrade/,
    );
    const refused = await refusal(install("other.skillpack", { allowDowngrade: true, replace: true }));
    expect(refused).toContain(`--accept-signer ${second.fingerprint}`);
    expect(refused).toContain(first.fingerprint);
    expect(await refusal(install("other.skillpack", { acceptSigners: [first.fingerprint] }))).toContain(
      "install-unapproved",
    );
    expect((await places.packs().list({ folder: places.folder }))[0]).toMatchObject({ version: "2.0.0" });
    await install("one.skillpack", { allowDowngrade: true });
    await install("other.skillpack", { acceptSigners: [second.fingerprint] });
    expect((await places.packs().list({ folder: places.folder }))[0]).toMatchObject({
      version: "2.1.0",
      signer: second.fingerprint,
    });
    await places.put("demo/SKILL.md", skillText("demo"));
    expect(await refusal(install("demo"))).toContain("this one is not signed");
  });

  it("that is cut, changed, unsigned or of another skill inside, leaves nothing behind (K4)", async () => {
    const author = await createAuthor();
    const bytes = await author.pack("demo");
    for (const bad of [
      bytes.subarray(0, bytes.length - 7),
      Uint8Array.from(bytes, (b, i) => (i === 400 ? b ^ 1 : b)),
    ]) {
      await places.put("bad.skillpack", bad);
      expect(await refusal(install("bad.skillpack"))).toContain("pack-invalid");
    }
    await places.put("x.skillpack", await author.pack("demo", { text: skillText("other") }));
    expect(await refusal(install("x.skillpack"))).toContain(
      'the content of the pack is of the skill "other"',
    );
    await places.put("y.skillpack", await forgePack({ signature: "" }));
    expect(await refusal(install("y.skillpack"))).toContain("pack-invalid");
    expect(await places.all()).toEqual([]);
  });

  it("is removed with its record and its key", async () => {
    const author = await createAuthor();
    await places.put("s.skillpack", await author.pack("demo", { seal: { passphrase: "word" } }));
    expect(await refusal(install("s.skillpack"))).toContain("is sealed");
    expect(await refusal(install("s.skillpack", { key: { passphrase: "no" } }))).toContain("pack-locked");
    expect(await places.names("packs")).toEqual([]);
    await install("s.skillpack", { key: { passphrase: "word" } });
    expect(await places.read("secrets.json")).toContain("pack:demo");
    const packs = places.packs();
    await packs.remove("demo", { folder: places.folder });
    expect(await places.read("secrets.json")).not.toContain("pack:demo");
    expect(await places.names("packs")).toEqual([]);
    expect(await packs.list({ folder: places.folder })).toEqual([]);
    for (const name of ["demo", "constructor", "__proto__"])
      expect(await refusal(packs.remove(name, { folder: places.folder }))).toContain(
        `No skill named ${name}`,
      );
  });
});
