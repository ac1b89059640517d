import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHome } from "../../environment/home.ts";
import { packSkill } from "./pack-skill.ts";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "skillmint-pack-skill-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function pack(frontmatter: string) {
  const skill = join(folder, "my-skill");
  await mkdir(skill, { recursive: true });
  await writeFile(join(skill, "SKILL.md"), `---\nname: my-skill\n${frontmatter}\n---\n\nDo it.\n`);
  const env = { SKILLMINT_HOME: join(folder, "home") };
  return packSkill(skill, {}, { env, home: createHome({ env, homedir: folder }), language: "en" });
}

it("takes the manifest from the frontmatter", async () => {
  const { pack: verified, ownKey } = await pack(
    [
      "description: Does it.",
      `license: "${"long ".repeat(60)}"`,
      "model: anthropic/claude",
      "metadata:",
      "  author: |",
      "    Someone",
      "    else",
      "  version: 2.0.0-rc.1",
      "  id: com.example.my-skill",
      "  skillmint:",
      "    requires:",
      "      binaries: [git]",
    ].join("\n"),
  );
  expect(verified.manifest).toMatchObject({
    id: "com.example.my-skill",
    name: "my-skill",
    description: "Does it.",
    version: "2.0.0-rc.1",
    author: "Someone else",
    license: "long ".repeat(40),
    recommendedModel: "anthropic/claude",
    requirements: [{ kind: "binary", name: "git" }],
    sealed: false,
  });
  expect(ownKey).toEqual({ file: join(folder, "home", "keys", "signing"), created: true });
});

it("needs no more than a name and a description", async () => {
  const { pack: verified } = await pack("description: Does it.");
  const { format, id, name, description, version, sealed, files, ...more } = verified.manifest;
  expect([format, id, name, description, version, sealed, more]).toEqual([
    1,
    "my-skill",
    "my-skill",
    "Does it.",
    "0.1.0",
    false,
    {},
  ]);
  expect(Object.keys(files ?? {})).toEqual(["SKILL.md"]);
});

it("refuses a skill with errors and a version that is none", async () => {
  await expect(pack("colour: red")).rejects.toMatchObject({
    code: "pack-failed",
    params: {
      reason: "skillErrors",
      name: "my-skill",
      errors: expect.stringContaining("description-missing") as string,
    },
  });
  await expect(pack("description: D.\nmetadata:\n  version: latest")).rejects.toMatchObject({
    params: { reason: "badAbout", field: "version" },
  });
});
