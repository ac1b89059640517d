import {
  Bot,
  CircleHelp,
  FilePen,
  FilePlus,
  FileText,
  Folder,
  Globe,
  ListTodo,
  MousePointerClick,
  NotebookPen,
  Plug,
  Search,
  Sparkles,
  Terminal,
  Wrench,
  type LucideIcon,
} from "lucide-react";
import type { CallView } from "@skillmint/core/protocol";
import { readQuestions } from "./read-questions.ts";
import { readTodo } from "./read-todo.ts";

type Input = CallView["input"];

const icons: Readonly<Record<string, LucideIcon>> = {
  Read: FileText,
  Write: FilePlus,
  Edit: FilePen,
  NotebookEdit: FilePen,
  Bash: Terminal,
  BashOutput: Terminal,
  KillShell: Terminal,
  Glob: Search,
  Grep: Search,
  LS: Folder,
  TodoWrite: ListTodo,
  Task: Bot,
  TaskOutput: Bot,
  Skill: Sparkles,
  AskUserQuestion: CircleHelp,
  EnterPlanMode: NotebookPen,
  ExitPlanMode: NotebookPen,
  Memory: NotebookPen,
  WebFetch: Globe,
  WebSearch: Globe,
};

export function iconOf(name: string): LucideIcon {
  if (name.startsWith("mcp__")) return Plug;
  if (name.startsWith("browser_")) return MousePointerClick;
  return icons[name] ?? Wrench;
}

/** What of a call says most in one line, in this order. */
const telling = [
  "command",
  "path",
  "file_path",
  "pattern",
  "query",
  "url",
  "skill",
  "name",
  "description",
  "question",
  "prompt",
];

function firstLine(text: string): string {
  const line = text.trim().split("\n", 1)[0] ?? "";
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

/** `mcp__github__get_issue` → `github: get_issue`. */
export function shownName(name: string): string {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server === undefined || tool === undefined ? name : `${server}: ${tool}`;
}

/** How far a list is, and what of it is being done: `1/3 Change it`. */
function summarizeTodos({ todos }: Input): string | undefined {
  const shown = Array.isArray(todos) ? todos.flatMap(readTodo) : [];
  if (shown.length === 0) return undefined;
  const done = shown.filter(({ state }) => state === "completed").length;
  const now =
    shown.find(({ state }) => state === "in_progress") ?? shown.find(({ state }) => state === "pending");
  return [`${done}/${shown.length}`, now?.text ?? ""].join(" ").trim();
}

/** What was asked and, once it was, what was answered. */
function summarizeQuestions(input: Input, answers: CallView["answers"]): string | undefined {
  const questions = readQuestions(input).map(({ question }, index) => {
    const answer = answers?.[index]?.join(", ");
    return answer === undefined ? firstLine(question) : `${firstLine(question)} → ${firstLine(answer)}`;
  });
  return questions.length === 0 ? undefined : questions.join(" · ");
}

/** A call in one line. */
export function summarizeCall({ input, answers }: Pick<CallView, "input" | "answers">): string {
  const listed = summarizeQuestions(input, answers) ?? summarizeTodos(input);
  if (listed !== undefined) return firstLine(listed);
  for (const key of telling) {
    const value = input[key];
    if (typeof value === "string" && value.trim() !== "") return firstLine(value);
  }
  const plan = input["plan"];
  if (typeof plan === "string") return firstLine(plan).replace(/^#+\s*/, "");
  const text = JSON.stringify(input);
  return text === "{}" ? "" : firstLine(text);
}
