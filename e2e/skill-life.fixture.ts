import type { NormalRequest, Turn } from "../packages/core/src/testing/index.ts";

/** Whoever has the skill reads this, and nobody else. */
export const mark = "Write every total as TOTAL: n.";
/** What the conversation adds to it. */
export const step = "Name the source of each number.";
export const wish = "add numbers up in the house form";
export const conversation = "user: where does each number come from?\n";

const path = "skills/totals/SKILL.md";
/** The validator minds the list; the conversation's change puts it right. */
const [firstHead, betterHead] = ["version: 1.0.0\n  for:\n    - sums", "version: 1.1.0"];

const skillText = `---
name: totals
description: Adds numbers up and writes the total in the house form. Use when somebody wants a sum or a total.
license: Apache-2.0
metadata:
  ${firstHead}
---

# Totals

Write the result to total.txt. ${mark}
`;

const test = {
  prompt: "Add 2 and 3",
  cassette: "add.cassette.jsonc",
  expect: { files: { "total.txt": { contains: "TOTAL: 5" } }, calls: ["Write"], text: "TOTAL: 5" },
};

const evals = {
  skill_name: "totals",
  evals: [1, 2, 3].map((n) => ({
    id: `e${n}`,
    prompt: `Add ${n} and 3`,
    expectations: [{ text: "house form", type: "contains", phrase: `TOTAL: ${n + 3}`, target: "answer" }],
  })),
};

const write = (file: string, content: string) => ({ name: "Write", input: { file_path: file, content } });
const edit = (from: string, to: string) => ({
  name: "Edit",
  input: { file_path: path, old_string: from, new_string: to },
});

/** Writes the skill with its test and its evals; from a conversation, one more step into it. */
function author({ turn, messages }: NormalRequest): Turn {
  const isNew = !messages.some(({ text }) => text.startsWith("Analyse the conversation"));
  const action = isNew ? "created" : "enhanced";
  if (turn > 0) return JSON.stringify({ action, skillName: "totals", message: `It is ${action}.` });
  if (isNew)
    return {
      calls: [
        write(path, skillText),
        write("skills/totals/tests/add.jsonc", JSON.stringify(test, null, 2)),
        write("skills/totals/evals/evals.json", JSON.stringify(evals, null, 2)),
      ],
    };
  return {
    calls: [
      { name: "Read", input: { file_path: path } },
      edit(mark, `${mark} ${step}`),
      edit(firstHead, betterHead),
    ],
  };
}

/** Adds; knows the house form only where the skill told it. */
function worker({ turn, system, messages }: NormalRequest): Turn {
  const prompt = messages.find(({ role }) => role === "user")?.text ?? "";
  const [, a = "0", b = "0"] = /Add (\d+) and (\d+)/.exec(prompt) ?? [];
  const sum = Number(a) + Number(b);
  const told = `${system}${messages.map(({ text }) => text).join("\n")}`.includes(mark);
  const words = told ? `TOTAL: ${sum}` : `It is ${sum}.`;
  return told && turn === 0 ? { calls: [write("total.txt", `${words}\n`)] } : words;
}

/** A model that writes the skill `totals`, and works with it. */
export function playTotals(request: NormalRequest): Turn {
  return request.system.includes("Skill Sub-Agent") ? author(request) : worker(request);
}
