import { defineTexts } from "@skillmint/core/protocol";

/** What the modes are called, and what each of them means. */
export const modeTexts = defineTexts({
  en: {
    default: "Ask first",
    "default.more": "Reads on its own; asks before it changes files, runs commands or uses the network.",
    acceptEdits: "Edit freely",
    "acceptEdits.more": "Changes files of the folder on its own; asks before commands and the network.",
    plan: "Plan only",
    "plan.more": "Looks and makes a plan. Nothing is changed until you approve it.",
    dontAsk: "Never ask",
    "dontAsk.more": "What would need your answer is refused.",
    unrestricted: "Do anything",
    "unrestricted.more":
      "Never asks: files, commands and the network are all open. Only where nothing can break.",
  },
  "zh-CN": {
    default: "先询问",
    "default.more": "可自行读取；修改文件、运行命令或使用网络之前会询问。",
    acceptEdits: "自由编辑",
    "acceptEdits.more": "可自行修改文件夹中的文件；运行命令和使用网络之前会询问。",
    plan: "只做计划",
    "plan.more": "只查看并制定计划；在你批准之前不做任何修改。",
    dontAsk: "从不询问",
    "dontAsk.more": "需要你回答的操作一律拒绝。",
    unrestricted: "不受限制",
    "unrestricted.more": "从不询问：文件、命令和网络全部开放。仅用于不怕出错的地方。",
  },
});
