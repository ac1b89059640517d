import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { createHome } from "../../environment/home.ts";
import { readArchive } from "../../pack/read-archive.ts";
import { createAuthor, refusal, skillText, usePlaces } from "./install.fixture.ts";
import { packSkill } from "./pack-skill.ts";

const places = usePlaces();
const place = () => ({ folder: places.folder });

async function putMine(): Promise<void> {
  const more =
    "model: opus\nallowed-tools:\n  - Read\n  - Grep\ntype: meta\ncolour: red\nmetadata:\n  version: '2.0.0'\n";
  await places.put("mine/SKILL.md", skillText("mine", "Do it.", more));
  await places.put("mine/run.sh", "#!/bin/sh\n", 0o755);
  await symlink("/etc/passwd", places.at("mine", "passwd"));
  await places.packs().install("mine", place());
}

describe("exporting", () => {
  it("writes a skill that the strict profile takes, and that comes back as it was", async () => {
    await putMine();
    const done = await places.packs().exportSkill("mine", { ...place(), output: "out" });
    expect(done).toMatchObject({ path: places.at("out", "mine"), as: "plain", files: 2 });
    const text = await readFile(places.at("out", "mine", "SKILL.md"), "utf8");
    expect(text).toContain("allowed-tools: Read Grep\n");
    expect(text).toContain("version: 2.0.0");
    const { validateSkill } = await import("../../skill/validate/validate-skill.ts");
    const { createTranslate } = await import("../../protocol/index.ts");
    const report = await validateSkill(places.at("out", "mine"), {
      profile: "portable",
      t: createTranslate("en"),
    });
    expect(report.errors).toEqual([]);
    const { parseSkill } = await import("../../skill/parse/parse-skill.ts");
    const { fields } = parseSkill(text, { path: "", folderName: "mine", t: createTranslate("en") });
    expect(fields).toMatchObject({
      type: "meta",
      model: "opus",
      allowedTools: ["Read", "Grep"],
      version: "2.0.0",
    });
    expect(await refusal(places.packs().exportSkill("mine", { ...place(), output: "out" }))).toContain(
      "is there already",
    );
  });

  it("writes a zip with executable bits that other tools read, and a plugin", async () => {
    await putMine();
    const packs = places.packs();
    await packs.exportSkill("mine", { ...place(), output: "mine.zip" });
    const files = await readArchive(await readFile(places.at("mine.zip")));
    expect(files.map(({ path, executable }) => [path, executable])).toEqual([
      ["mine/SKILL.md", false],
      ["mine/run.sh", true],
    ]);
    await mkdir(places.at("other"));
    try {
      execFileSync("unzip", ["-q", places.at("mine.zip"), "-d", places.at("other")]);
      expect((await stat(places.at("other", "mine", "run.sh"))).mode & 0o111).not.toBe(0);
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOENT") throw error;
    }
    const plugin = await packs.exportSkill("mine", { ...place(), output: "plug", as: "plugin" });
    expect(plugin).toMatchObject({ files: 3 });
    expect(JSON.parse(await readFile(places.at("plug", "mine", "plugin.json"), "utf8"))).toMatchObject({
      name: "mine",
      version: "2.0.0",
    });
    expect(await packs.inspect("plug/mine", place())).toMatchObject({
      kind: "plugin",
      skills: [{ name: "mine" }],
    });
    expect(await packs.inspect("mine.zip", place())).toMatchObject({
      kind: "zip",
      skills: [{ name: "mine" }],
    });
  });

  it("refuses a sealed one", async () => {
    const seal = { passphrase: "word" };
    await places.put("s.skillpack", await (await createAuthor()).pack("hidden", { seal }));
    await places.packs().install("s.skillpack", { ...place(), key: seal });
    const write = () => places.packs().exportSkill("hidden", { ...place(), output: "out" });
    expect(await refusal(write())).toContain("is sealed");
    await rm(places.installed("skills.lock"));
    expect(await refusal(write())).toContain("is sealed");
    const home = createHome({ env: { SKILLMINT_HOME: places.home }, homedir: places.home });
    const stand = places.installed("packs", "hidden", "skill", "hidden");
    const packed = packSkill(stand, {}, { env: {}, home, language: "en" });
    expect(await refusal(packed)).toContain("It can be passed on as the pack that it came in");
  });
});
