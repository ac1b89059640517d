import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NormalRequest, Script } from "../packages/core/src/testing/index.ts";

/** What a person has: two skills with evals. `tables` has an effect, `politeness` has none. */
export const tablesMark = "Give every list of numbers as a table.";
const politeMark = "Say please.";

const skill = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

const cases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${index + 1}`,
    prompt: `c${index + 1}: list the numbers`,
    expected_output: "a table",
    assertions: [{ text: "has a table", type: "contains", phrase: "| n |" }, "names the total"],
  }));

const triggers = [
  { query: "make a table of these", should_trigger: true },
  { query: "list these in columns", should_trigger: true },
  { query: "set the table for dinner", should_trigger: false },
  { query: "write a poem", should_trigger: false },
];

export const betterText = `${tablesMark}\nMind the last ones too.`;

export const evalSkills: Readonly<Record<string, string>> = {
  "tables/SKILL.md": skill("tables", "Makes tables of numbers.", tablesMark),
  "tables/evals/evals.json": JSON.stringify({ skill_name: "tables", evals: cases(6) }, null, 2),
  "tables/evals/triggers.json": JSON.stringify(triggers, null, 2),
  "politeness/SKILL.md": skill("politeness", "Makes answers polite.", politeMark),
  "politeness/evals/evals.json": JSON.stringify({ skill: "politeness", cases: cases(6) }, null, 2),
};

export async function writeSkills(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(home, ".skillmint/skills", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

const sees = ({ system, messages }: NormalRequest, text: string): boolean =>
  system.includes(text) || messages.some((message) => message.text.includes(text));

/**
 * The truth: every answer names the total; with `tables` the cases c1 and c2 get a table too, with its better text all
 * of them. `politeness` changes nothing. The judge says what is there. `tables` triggers for whatever speaks of tables.
 */
export const knownModel: Script = (request) => {
  const { system, last, turn, messages } = request;
  const usage = { input: 1_000, output: 100 };
  if (system.includes("You grade what another program did")) {
    const shown = messages.map(({ text }) => text).join("\n");
    const isThere = shown.includes("the total is 6");
    const verdict = { number: 1, passed: isThere, quote: isThere ? "the total is 6" : "", why: "as it says" };
    return { text: JSON.stringify({ verdicts: [verdict] }), usage };
  }
  const id = Number(/^c(\d+):/.exec(last)?.[1] ?? 0);
  if (id === 0) {
    const isCalled = turn === 0 && /table/.test(last);
    return isCalled
      ? { calls: [{ name: "Skill", input: { skill: "tables" } }], usage }
      : { text: "no", usage };
  }
  const hasTable = sees(request, "Mind the last ones too.") || (sees(request, tablesMark) && id <= 2);
  return { text: `${hasTable ? "| n |\n|---|\n| 1 |\n" : "1, 2, 3"}\nthe total is 6`, usage };
};
