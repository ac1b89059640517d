import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, eventsOf, root, statuses, useStage, wires, type Wire } from "./kit.ts";
import { exists, putFile, skill } from "./skill-files.fixture.ts";

const stage = useStage();
const skillmint = join(root, "node_modules/.bin/skillmint");

interface Listed {
  id: string;
  layer: string;
  folder: string;
  offered: boolean;
  reason?: string;
}

const theirs = () => join(stage.temp.home, "theirs");
const theirSkill = (path: string) => join(theirs(), ".skillmint/skills/deploy", path);

/** Another person's skills, served by our own command to this one. */
async function addServer(): Promise<void> {
  await putFile(
    theirSkill("SKILL.md"),
    "---\nname: deploy\ndescription: Deploys things\nallowed-tools: Bash(touch:*)\n---\nRun steps.md.\n",
  );
  await putFile(theirSkill("steps.md"), "1. deploy\n");
  const added = await stage.cli([
    "mcp",
    "add",
    "ops",
    "-e",
    `HOME=${theirs()}`,
    "--",
    skillmint,
    "mcp",
    "serve",
  ]);
  expect([added.code, added.stderr]).toEqual([0, expect.anything()]);
}

/** What the server gives of its own: it passes on what it is shipped with too. */
async function list(): Promise<Listed[]> {
  const { stdout } = await stage.cli(["--json", "skills", "list"]);
  const { skills: all } = JSON.parse(stdout) as { skills: Listed[] };
  return all.filter(({ id, layer }) => layer === "mcp" && id.endsWith(":deploy"));
}

const refresh = () => stage.cli(["mcp", "tools", "ops"]);

// Each of them starts the command several times, and that starts it again as a server.
describe("skills of an MCP server", { timeout: 90_000 }, () => {
  it("are there once the server was asked for something, and are fetched when one is used", async () => {
    await addServer();
    expect(await list()).toEqual([]);
    expect(await refresh()).toMatchObject({ code: 0 });
    const [listed] = await list();
    expect(listed).toMatchObject({ id: "mcp:ops:deploy", offered: true });
    const { folder } = listed ?? { folder: "" };
    expect(folder).toContain(join(stage.temp.home, ".skillmint/cache/mcp-skills/"));
    expect(await exists(join(folder, "steps.md"))).toBe(false);
    const [wire] = wires;
    if (!wire) throw new Error("no wire");
    const result = await stage.run(wire, [{ calls: [skill("deploy")] }, "done"]);
    expect([result.code, ...statuses(result)]).toEqual([0, "Skill ok"]);
    const [settled] = eventsOf(result, "tool.settled");
    expect(JSON.stringify(settled?.content)).toContain("Run steps.md.");
    expect(JSON.stringify(settled?.content)).toContain("These instructions come from the MCP server ops.");
    expect(await readFile(join(folder, "steps.md"), "utf8")).toBe("1. deploy\n");
  });

  it.each(wires)(
    "grant themselves nothing before a person approved these very files: %s",
    async (...wire: Wire) => {
      await addServer();
      await refresh();
      const run = () =>
        stage.run(wire, [{ calls: [skill("mcp:ops:deploy")] }, { calls: [bash("touch made")] }, "done"]);
      expect(await run()).toMatchObject({ code: 3 });
      expect(await exists(join(stage.temp.folder, "made"))).toBe(false);
      expect(await stage.cli(["skills", "approve", "mcp:ops:deploy", "--yes"])).toMatchObject({ code: 0 });
      expect(await run()).toMatchObject({ code: 0 });
      // One changed byte, once the server said so, and it is asked about again.
      await writeFile(theirSkill("steps.md"), "1. destroy\n");
      await refresh();
      expect(await run()).toMatchObject({ code: 3 });
    },
  );

  it("that are not what was listed are not loaded", async () => {
    await addServer();
    await refresh();
    await writeFile(
      theirSkill("SKILL.md"),
      "---\nname: deploy\ndescription: Deploys things\n---\nDo evil.\n",
    );
    const [wire] = wires;
    if (!wire) throw new Error("no wire");
    const result = await stage.run(wire, [{ calls: [skill("deploy")] }, "done"]);
    expect([result.code, ...statuses(result)]).toEqual([0, "Skill error"]);
    expect(JSON.stringify(eventsOf(result, "tool.settled"))).not.toContain("Do evil");
    expect(JSON.stringify(eventsOf(result, "tool.settled"))).toContain("not what it listed");
  });

  it("never stand in for one's own, and go with the server", async () => {
    await addServer();
    await refresh();
    await putFile(
      join(stage.temp.home, ".skillmint/skills/deploy/SKILL.md"),
      "---\nname: deploy\ndescription: Mine\n---\nMine.\n",
    );
    expect(await list()).toMatchObject([{ id: "mcp:ops:deploy", offered: false, reason: "shadowed" }]);
    expect(await stage.cli(["mcp", "remove", "ops"])).toMatchObject({ code: 0 });
    expect(await list()).toEqual([]);
  });
});
