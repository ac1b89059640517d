import { createAreaWords, type Language } from "../protocol/index.ts";
import { tourTexts } from "../protocol/text/tour.ts";
import type { Deed, Work } from "./current-work.ts";
import type { NormalRequest, ScriptedCall, TurnObject } from "./script.ts";

/** The first line of the bundled skill `tour`: where the model is told it, the demo shows around. */
export const tourMark = "# A tour of SkillMint";

const tourFile = "skillmint-tour.md";
const maxReason = 200;

type Words = ReturnType<typeof createAreaWords<(typeof tourTexts)["en"]>>;

interface Step {
  tool: string;
  /** The item of the plan it belongs to, from 0. */
  item: number;
  text: string;
  call: ScriptedCall;
}

const headOf = (state: "draft" | "done", words: Words): string =>
  `# ${words("tour.file.title")}\n\n${words(`tour.file.${state}`)}`;

/** The steps between the plan and the summary, in their order. Each has a tool that no other has. */
function stepsOf(words: Words): Step[] {
  const options = (["folder", "skill", "model"] as const).map((name) => ({
    label: words(`tour.ask.${name}`),
    description: words(`tour.ask.${name}.more`),
  }));
  const question = {
    question: words("tour.ask.question"),
    header: words("tour.ask.header"),
    options,
  };
  const content = `${headOf("draft", words)}\n\n${words("tour.file.list")}\n`;
  const change = { old_string: headOf("draft", words), new_string: headOf("done", words) };
  const task = {
    prompt: words("tour.agent.prompt"),
    description: words("tour.agent.title"),
    subagent_type: "explore",
  };
  const command = `echo "${words("tour.command.text")}" >> ${tourFile}`;
  const step = (tool: string, item: number, text: string, input: Record<string, unknown>): Step => ({
    tool,
    item,
    text,
    call: { name: tool, input },
  });
  return [
    step("Write", 0, words("tour.write"), { path: tourFile, content }),
    step("Edit", 0, words("tour.edit"), { path: tourFile, ...change }),
    step("Task", 1, words("tour.agent"), task),
    step("Bash", 2, words("tour.permission"), { command }),
    step("AskUserQuestion", 3, words("tour.question"), { questions: [question] }),
  ];
}

const planItems = ["file", "agent", "permission", "question"] as const;

/** The plan while the item `at` is worked on; what stands before it is done. */
function planCall(at: number, words: Words): ScriptedCall {
  const todos = planItems.map((name, index) => ({
    content: words(`tour.todo.${name}`),
    status: index < at ? "completed" : index === at ? "in_progress" : "pending",
  }));
  return { name: "TodoWrite", input: { todos } };
}

const lineOf = (text: string): string => text.split("\n", 1)[0]?.slice(0, maxReason) ?? "";

function nextHint(answer: Deed | undefined, words: Words): string | undefined {
  if (!answer || answer.isError) return undefined;
  const said = answer.text.slice(answer.text.lastIndexOf("→") + 1).trim();
  const chosen = (["folder", "skill", "model"] as const).find((name) => said === words(`tour.ask.${name}`));
  return chosen ? words(`tour.next.${chosen}`) : words("tour.next.own", { answer: lineOf(said) });
}

function summarize(deeds: readonly Deed[], steps: readonly Step[], words: Words): string {
  const told = deeds.filter(({ name }) => steps.some(({ tool }) => tool === name));
  const lines = told.map(({ name, text, isError }) =>
    isError ? words("tour.failed", { name, reason: lineOf(text) }) : words("tour.done", { name }),
  );
  const wrote = told.some(({ name, isError }) => name === "Write" && !isError);
  const hint = nextHint(
    told.find(({ name }) => name === "AskUserQuestion"),
    words,
  );
  return [
    `${words("tour.summary")}\n\n${lines.map((line) => `- ${line}`).join("\n")}`,
    ...(wrote ? [words("tour.undo")] : []),
    ...(hint === undefined ? [] : [hint]),
    words("tour.scripted"),
  ].join("\n\n");
}

/** What the sub-agent of the tour does: reads the file, and says what it found. */
function answerAsAgent({ deeds }: Work, request: NormalRequest, words: Words): TurnObject {
  const read = deeds.find(({ name }) => name === "Read");
  if (!read && request.tools.includes("Read"))
    return { text: words("tour.agent.read"), calls: [{ name: "Read", input: { path: tourFile } }] };
  if (!read || read.isError)
    return { text: words("tour.agent.failed", { reason: lineOf(read?.text ?? "Read") }) };
  const lines = read.text.trimEnd().split("\n");
  const state = ([words("tour.file.done"), words("tour.file.draft")] as const).find((line) =>
    read.text.includes(line),
  );
  return { text: words("tour.agent.report", { lines: lines.length, state: state ?? lineOf(read.text) }) };
}

/** In the language of whoever asks, where that can be seen. */
function wordsFor({ prompt }: Work, language: Language): Words {
  return createAreaWords(tourTexts, /\p{Script=Han}/u.test(prompt) ? "zh-CN" : language);
}

/** The next step that is neither done nor without ground: what was not written can be neither changed nor read. */
function nextStep(steps: readonly Step[], deeds: readonly Deed[]): Step | undefined {
  const isDone = (tool: string): boolean => deeds.some(({ name }) => name === tool);
  const isFileThere = deeds.some(({ name, isError }) => name === "Write" && !isError);
  return steps.find(({ tool }) => !isDone(tool) && (isFileThere || (tool !== "Edit" && tool !== "Task")));
}

/**
 * The part of the demo that shows somebody around: a plan, a file, a sub-agent, a permission, a question. `undefined`
 * where nobody asked for it. It goes by the conversation alone; what is refused or not on offer is left out and told.
 */
export function playTour(request: NormalRequest, work: Work, language: Language): TurnObject | undefined {
  const words = wordsFor(work, language);
  if (work.prompt.includes(words("tour.agent.prompt"))) return answerAsAgent(work, request, words);
  const isAsked = work.told.includes(tourMark) || (work.isFirst && request.system.includes(tourMark));
  if (!isAsked) return undefined;
  const { deeds } = work;
  const has = (name: string): boolean => request.tools.includes(name);
  const plan = (at: number): ScriptedCall[] => (has("TodoWrite") ? [planCall(at, words)] : []);
  const looks = has("Glob") ? [{ name: "Glob", input: { pattern: tourFile } }] : [];
  const begin = [...plan(0), ...looks];
  if (deeds.length === 0 && begin.length > 0) return { text: words("tour.welcome"), calls: begin };
  const steps = stepsOf(words).filter(({ tool }) => has(tool));
  const next = nextStep(steps, deeds);
  const isThere = deeds.some(({ name, text }) => name === "Glob" && text.includes(tourFile));
  if (next?.tool === "Write" && isThere && has("Read") && !deeds.some(({ name }) => name === "Read"))
    return { text: words("tour.readFirst"), calls: [{ name: "Read", input: { path: tourFile } }] };
  if (next) {
    const welcome = deeds.length === 0 ? `${words("tour.welcome")}\n\n` : "";
    const planned = next.item > 0 ? plan(next.item) : [];
    return { text: welcome + next.text, calls: [...planned, next.call] };
  }
  const last = deeds.findLast(({ name }) => name === "TodoWrite");
  if (last && JSON.stringify(last.input).includes("in_progress")) return { calls: plan(planItems.length) };
  return { text: summarize(deeds, steps, words) };
}
