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

/** Of a list the entry that matters now: a question, or what is being done. */
function listed(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.filter((entry) => entry !== null && typeof entry === "object") as Record<
    string,
    unknown
  >[];
  const entry = entries.find(({ status }) => status === "in_progress") ?? entries[0];
  const text = entry?.["question"] ?? entry?.["content"] ?? entry?.["subject"];
  return typeof text === "string" ? text : undefined;
}

export function summarizeCall(input: Readonly<Record<string, unknown>>): string {
  for (const key of telling) {
    const value = input[key];
    if (typeof value === "string" && value.trim() !== "") return firstLine(value);
  }
  const entry = listed(input["questions"]) ?? listed(input["todos"]);
  if (entry !== undefined) return firstLine(entry);
  const text = JSON.stringify(input);
  return text === "{}" ? "" : firstLine(text);
}
