import { longText, readPart } from "./context.fixture.ts";
import type { Script } from "../packages/core/src/testing/index.ts";

/** What a person does after `run`: `resume` with these words, and the exit code of it. */
interface Step {
  words: readonly string[];
  code: number;
}

export interface Capability {
  name: string;
  /** Made anew for each test: some count. */
  script(): Script;
  flags?: readonly string[];
  code: number;
  steps?: readonly Step[];
  /** Files of the home and of the folder that it works in. */
  home?: Record<string, string>;
  folder?: Record<string, string>;
  /** How much the model can read. */
  context?: number;
  /** What the person or the model must have read, in their language; where requirements.md fixes it, exactly so. */
  says: { en: readonly string[]; "zh-CN": readonly string[] };
}

const call = (name: string, input: Record<string, unknown> = {}) => ({ calls: [{ name, input }] });
const isChild = (system: string): boolean => /focused sub-agent|专注的子 agent/.test(system);
const turns =
  (...replies: (string | object)[]): (() => Script) =>
  () =>
  ({ turn }) =>
    replies[turn] ?? "end";
/** The conversation goes through `main`, its sub-agents through `child`. */
const tree =
  (main: (string | object)[], child: (string | object)[]): (() => Script) =>
  () =>
  ({ system, turn }) =>
    (isChild(system) ? child[turn] : main[turn]) ?? "end";
/** Fills the context with replies, which cannot be cleared, or with results, which can. */
const grow = (text: string, lines: number, summary: object | string, most: number) => (): Script => {
  let turn = 0;
  return ({ tools }) => {
    if (tools.length === 0) return summary;
    return ++turn > most ? "end" : { text: `${turn} ${text}`, calls: [readPart(turn * 20, lines)] };
  };
};
const free = ["--mode", "unrestricted", "--no-sandbox"];

export const capabilities: readonly Capability[] = [
  {
    name: "a sub-agent (S0-94, S0-105)",
    script: tree([call("Task", { prompt: "look", agent_type: "explore" })], ["found it"]),
    code: 0,
    says: {
      en: ["You are a focused sub-agent.", "Sub-agent (explore) finished:\n\nfound it"],
      "zh-CN": [
        "你是一个专注的子 agent。完成以下任务后返回结果。",
        "子 Agent (explore) 执行完成:\n\nfound it",
      ],
    },
  },
  {
    name: "a sub-agent at its limit (S0-106)",
    script:
      () =>
      ({ system, turn }) => {
        if (isChild(system))
          return { text: `look ${turn}`, calls: [{ name: "LS", input: { path: `${turn}` } }] };
        return turn === 0
          ? call("Task", { prompt: "look", agent_type: "explore", allowed_tools: ["LS"] })
          : "end";
      },
    code: 0,
    says: {
      en: ["Sub-agent (explore) reached its maximum of 5 iterations:\n\nLast output: look 4"],
      "zh-CN": ["子 Agent (explore) 达到最大迭代次数 (5):\n\n最后输出: look 4"],
    },
  },
  {
    name: "sub-agents in the background (S0-107…115)",
    script:
      () =>
      ({ system, turn }) => {
        if (isChild(system)) return { text: "late news", delayMs: 500 };
        const output = (block: boolean) => call("TaskOutput", { task_id: "task_1", block });
        return (
          [call("Task", { prompt: "look", run_in_background: true }), output(false), output(true)][turn] ??
          "end"
        );
      },
    code: 0,
    says: {
      en: ["running: task_1", "Sub-agent (general-purpose) finished:\n\nlate news", "task_1: Sub-agent"],
      "zh-CN": ["running: task_1", "子 Agent (general-purpose) 执行完成:\n\nlate news", "task_1：子 Agent"],
    },
  },
  {
    name: "a question (S0-167…178)",
    script: turns(call("AskUserQuestion", { question: "Which?", options: ["Red", "Blue"] })),
    code: 3,
    steps: [
      { words: ["9"], code: 2 },
      { words: ["2"], code: 0 },
      { words: ["1"], code: 1 },
    ],
    says: {
      en: ["Which?\n  1. Red\n  2. Blue\n", "There is no option 9", "The user answered:\n\nWhich?\n→ Blue"],
      "zh-CN": ["Which?\n  1. Red\n  2. Blue\n", "没有选项 9", "用户回答：\n\nWhich?\n→ Blue"],
    },
  },
  {
    name: "a permission (S0-128)",
    script: turns(call("Write", { path: "a.txt", content: "x" })),
    code: 3,
    steps: [{ words: ["no:", "later"], code: 0 }],
    says: { en: ["May it run this? Write a.txt", "later"], "zh-CN": ["是否允许执行？Write a.txt", "later"] },
  },
  {
    name: "todos (S0-43…50)",
    script:
      () =>
      ({ turn, messages }) => {
        // Later calls name the item by the id that the first result gave it.
        const id = messages.flatMap(({ text }) => /(?:Created|已创建) ([\w-]{36})/.exec(text)?.[1] ?? [])[0];
        const calls = [
          { operation: "create", subject: "Test", description: "all" },
          { operation: "update", id, status: "in_progress" },
          { operation: "delete", id },
          { operation: "list" },
        ];
        const input = calls[turn];
        return input ? call("TodoWrite", input) : "end";
      },
    code: 0,
    says: {
      en: [": Test\n", ": [in_progress] Test", "Deleted ", "The list is empty."],
      "zh-CN": ["：Test\n", "：[in_progress] Test", "已删除 ", "列表为空。"],
    },
  },
  {
    name: "a plan",
    script: turns(call("EnterPlanMode"), call("ExitPlanMode", { plan: "1. do it" })),
    flags: ["--mode", "acceptEdits"],
    code: 3,
    steps: [{ words: ["1"], code: 0 }],
    says: {
      en: ["Plan mode is on: look", "Shall it work by this plan?", "The user approved the plan."],
      "zh-CN": ["当前为计划模式", "是否按此计划执行？", "用户批准了计划。"],
    },
  },
  {
    name: "memory (S0-159…166)",
    script: turns(
      call("Memory", { operation: "write", scope: "user", key: "notes", content: "x" }),
      call("Memory", { operation: "list", scope: "user" }),
      call("Memory", { operation: "read", scope: "user", key: "../x" }),
      call("Memory", { operation: "delete", scope: "user", key: "notes" }),
    ),
    home: { ".skillmint/memory/user/MEMORY.md": "Likes tabs." },
    code: 0,
    says: {
      en: [
        "\n---\nPersistent memory (MEMORY.md):\nLikes tabs.",
        "Remembered notes",
        "is a path",
        "Forgot notes",
      ],
      "zh-CN": ["\n---\n持久记忆 (MEMORY.md):\nLikes tabs.", "已记住 notes", "是路径", "已删除 notes"],
    },
  },
  {
    name: "old results that are cleared",
    script: grow("", 400, "summary", 8),
    folder: { "long.txt": longText(2_000) },
    context: 32_000,
    code: 0,
    says: {
      en: ["characters of old tool results were left out)", "characters of output left out to save room."],
      "zh-CN": ["（对话过长：已省略旧工具结果的", "个字符的输出。用 Read 读取"],
    },
  },
  {
    name: "a summary",
    script: grow("said ".repeat(800), 3, "all was said", 14),
    folder: { "long.txt": longText(2_000) },
    context: 16_000,
    code: 0,
    says: {
      en: ["its middle was summarised)", "[Summary of the conversation so far]\nall was said"],
      "zh-CN": ["（对话过长：中间部分已被总结）", "[到目前为止的对话摘要]\nall was said"],
    },
  },
  {
    name: "what is left out without a summary (S0-39)",
    script: grow("said ".repeat(800), 3, { text: "no", stop: "refusal" }, 14),
    folder: { "long.txt": longText(2_000) },
    context: 16_000,
    code: 0,
    says: {
      en: [" earlier messages omitted]", "earlier messages were left out)"],
      "zh-CN": [" 条消息已省略]", "（对话过长：已省略前"],
    },
  },
  {
    name: "hooks",
    script: turns(call("Bash", { command: "touch a" })),
    flags: free,
    home: {
      ".skillmint/config.jsonc": JSON.stringify({
        hooks: {
          PreToolUse: [
            { matcher: "Bash", hooks: [{ type: "command", command: "echo not now >&2; exit 2" }] },
          ],
          UserPromptSubmit: [{ hooks: [{ type: "command", command: "echo it rains" }] }],
        },
      }),
    },
    code: 0,
    says: {
      en: ["A hook refused this call: not now", "Added by a hook (UserPromptSubmit):\nit rains"],
      "zh-CN": ["钩子拒绝了此调用：not now", "由钩子（UserPromptSubmit）补充：\nit rains"],
    },
  },
  {
    name: "a budget of iterations",
    script: turns(call("LS", { path: "." }), call("LS", { path: "./" })),
    flags: ["--max-iterations", "1"],
    code: 4,
    steps: [{ words: [], code: 4 }],
    says: {
      en: ["Stopped at the limit of 1 iterations.", "To go on: skillmint resume"],
      "zh-CN": ["达到最大迭代次数 1", "继续：skillmint resume"],
    },
  },
  {
    name: "going in circles",
    script: () => () => call("LS", { path: "." }),
    code: 4,
    says: {
      en: ["the same calls", "Stopped: the model"],
      "zh-CN": ["你连续多次发出相同的调用并得到相同的结果。", "已停止：模型重复相同的调用而没有进展。"],
    },
  },
];
