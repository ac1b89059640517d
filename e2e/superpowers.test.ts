import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { eventsOf, sessionOf, testKey, useStage, wires, type CliResult, type Wire } from "./kit.ts";
import { asksOf, listIn, read, resultsOf, skill } from "./skill-files.fixture.ts";
import { openSuperpowers } from "./superpowers.fixture.ts";

const superpowers = openSuperpowers();
const stage = useStage();
let folderOf: (skill: string) => string = (name) => name;

beforeEach(async () => {
  if (superpowers) folderOf = await superpowers.install(stage.temp.home);
});

const needs = superpowers?.needs ?? [];
const names = [...needs.map((need) => need.skill), "finding-duplicate-functions", "slack-messaging"];
const halves = [names.slice(0, 9), names.slice(9)] as const;
const [anthropic, openai] = wires as readonly [Wire, Wire];

/** A path as a skill writes it: from its folder or from the root of its plugin. */
function pathIn(name: string, text: string): string {
  const [path = ""] = text.split(" ");
  return path.startsWith("skills/") ? join(folderOf(name), "../..", path) : join(folderOf(name), path);
}

const textOf = (result: CliResult, index: number): string => resultsOf(result)[index]?.text ?? "";

describe.skipIf(!superpowers)("the superpowers skills, installed as two plugins", () => {
  it("are 18 with the two that stand in", () => expect(names).toHaveLength(18));

  describe.each([
    ...halves.map((half, index) => [`anthropic ${index + 1}`, anthropic, half] as const),
    ...halves.map((half, index) => [`openai chat ${index + 1}`, openai, half] as const),
  ])("%s", (_, wire, half) => {
    it("are offered and load word for word, with folder and files", async () => {
      const result = await stage.run(wire, [{ calls: half.map((name) => skill(name)) }, "done"]);
      expect(result.code).toBe(0);
      const offered = listIn(stage.server.requests[0]?.body);
      for (const name of names) expect(offered).toContain(`- ${name}: `);
      expect(offered).not.toContain("Outdated");
      for (const [index, name] of half.entries()) {
        const text = textOf(result, index);
        expect(text, name).toContain(superpowers?.body(folderOf(name)));
        expect(text, name).toContain(folderOf(name));
      }
      expect(
        eventsOf(result, "skill.activated")
          .map(({ name }) => name)
          .sort(),
      ).toEqual(half.toSorted());
      // The model reads in the next request what the log holds.
      const told = stage.server.requests[1]?.normal?.results.map(({ text }) => text);
      expect(told).toEqual(resultsOf(result).map(({ text }) => text));
    });

    it("have every file that they point at, readable without a question", async () => {
      const wanted = half.flatMap((name) => {
        const need = needs.find((each) => each.skill === name);
        const files = [...(need?.files ?? []), ...(need?.second ?? [])];
        return files.filter((text) => !/^[\w-]+:/.test(text)).map((text) => pathIn(name, text));
      });
      const isFolder = (path: string): boolean => path.endsWith("references/");
      const calls = wanted.map((path) => (isFolder(path) ? { name: "LS", input: { path } } : read(path)));
      const result = await stage.run(wire, [{ calls: half.map((name) => skill(name)) }, { calls }, "done"]);
      expect([result.code, asksOf(result)]).toEqual([0, []]);
      const failed = resultsOf(result).filter(({ status }) => status !== "ok");
      expect(failed).toEqual([]);
      expect(resultsOf(result)).toHaveLength(half.length + wanted.length);
      for (const name of half) {
        const text = textOf(result, half.indexOf(name));
        for (const file of needs.find((each) => each.skill === name)?.files ?? [])
          if (!file.includes("..") && !file.startsWith("skills/"))
            expect(text).toContain(`- ${file.split(" ")[0]}`);
      }
    });
  });

  it.each(wires)("find each other by every spelling that they use: %s", async (...wire) => {
    const spellings = new Set(
      needs.flatMap(({ cross, second = [] }) =>
        [...cross, ...second.filter((text) => /^[\w-]+:/.test(text))].map((text) => text.split(" ")[0] ?? ""),
      ),
    );
    const absent = "elements-of-style:writing-clearly-and-concisely";
    expect(spellings.delete(absent)).toBe(true);
    const calls = [...spellings].map((name) => skill(name));
    const result = await stage.run(wire, [{ calls }, { calls: [skill(absent)] }, "done"]);
    const results = resultsOf(result);
    for (const [index, spelling] of [...spellings].entries()) {
      const name = spelling.split(":").at(-1) ?? "";
      expect(results[index], spelling).toMatchObject({ name: "Skill", status: "ok" });
      expect(results[index]?.text).toContain(`id="plugin:superpowers:${name}"`);
      expect(results[index]?.text).not.toContain("There is no plugin");
    }
    const last = results.at(-1);
    expect(last?.status).toBe("error");
    expect(last?.text).toMatch(/Skill not found: elements-of-style:.*Available skills: .*\bwriting-/s);
  });

  it("find each other where they were copied out of their plugin, with a note", async () => {
    const user = join(stage.temp.home, ".agents/skills");
    await cp(folderOf("test-driven-development"), join(user, "test-driven-development"), { recursive: true });
    await rm(join(stage.temp.home, ".claude"), { recursive: true });
    const result = await stage.run(anthropic, [
      { calls: [skill("superpowers:test-driven-development")] },
      { calls: [read(join(user, "test-driven-development/writing-good-tests.md"))] },
      "done",
    ]);
    expect(resultsOf(result).map(({ status }) => status)).toEqual(["ok", "ok"]);
    expect(textOf(result, 0)).toContain("There is no plugin superpowers here; user:test-driven-development");
  });

  it("are there from the first turn on, once, where one is the session's own", async () => {
    const first = await stage.run(
      openai,
      ["ok", { calls: [skill("superpowers:brainstorming")] }, "done"],
      ["--skill", "using-superpowers"],
    );
    await stage.cli(["--json", "run", "--session", sessionOf(first), "build it"], { [openai[2]]: testKey });
    for (const request of stage.server.requests) {
      const { system = "", messages = [] } = request.normal ?? {};
      expect(system.split("<EXTREMELY-IMPORTANT>")).toHaveLength(2);
      expect(system).toContain("</SUBAGENT-STOP>");
      expect(JSON.stringify(messages)).not.toContain("EXTREMELY-IMPORTANT");
    }
    expect(stage.server.requests).toHaveLength(3);
    expect(stage.server.requests[2]?.normal?.results[0]?.text).toContain(
      'id="plugin:superpowers:brainstorming"',
    );
  });

  it("keep tags, fences, a fake skill and `@paths` as they are written; nothing behind them is read", async () => {
    await stage.temp.write("skills/testing/test-driven-development/SKILL.md", "CANARY-OF-AT-PATH");
    await stage.run(anthropic, [{ calls: [skill("writing-skills"), skill("using-superpowers")] }, "done"]);
    const [one, two] = stage.server.requests[1]?.normal?.results ?? [];
    expect(one?.text).toContain("`@skills/testing/test-driven-development/SKILL.md`");
    expect(one?.text).toMatch(/```markdown\n---\nname: /);
    expect(one?.text).toContain("```dot");
    expect(two?.text).toContain("<SUBAGENT-STOP>");
    expect(JSON.stringify(stage.server.requests.map(({ body }) => body))).not.toContain("CANARY-OF-AT-PATH");
  });
});
