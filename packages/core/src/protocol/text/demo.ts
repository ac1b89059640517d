import { defineTexts } from "./define-texts.ts";

export const demoTexts = defineTexts({
  en: {
    "demo.notice": "(This is SkillMint's demo: a fixed script, not a real model.)",
    "demo.look": "First I look at what is in this folder.",
    "demo.readFirst": "A file of an earlier demo is here; I read it before I replace it.",
    "demo.write": "Now I write a small file that repeats your prompt.",
    "demo.edit": "Now I change one line of it.",
    "demo.read": "Let me read it back to be sure.",
    "demo.title": "SkillMint demo",
    "demo.draft": "State: draft",
    "demo.done": "State: finished",
    "demo.asked": "You asked:",
    "demo.footer":
      "Written by the scripted demo model of SkillMint. Nothing here was thought up by a real model.",
    "demo.report": "That was the demo. What I did:",
    "demo.did": "{name}: done",
    "demo.failed": "{name}: not done ({reason})",
    "demo.noTools": "This is SkillMint's demo, and no tools are on offer here, so I can only talk.",
    "demo.undo": "To take it back, the file included: skillmint sessions undo",
    "demo.scripted":
      "I am the scripted demo model: the same steps for every prompt, no real model was asked and your prompt went nowhere. It is used when no key and no local model server is found.",
    "demo.setup":
      "To use a real model, do one of these and run your prompt again:\n- set a key: export ANTHROPIC_API_KEY=… or export OPENAI_API_KEY=… (each provider has its own: skillmint models list)\n- store a key: skillmint models add PROVIDER --key-stdin\n- start a local server such as Ollama (it is found by itself on 127.0.0.1:11434)",
  },
  "zh-CN": {
    "demo.notice": "（这是 SkillMint 的演示：固定脚本，并非真实模型。）",
    "demo.look": "首先看看这个文件夹里有什么。",
    "demo.readFirst": "这里有之前演示留下的文件；替换之前先读取它。",
    "demo.write": "现在写一个小文件，内容是你的提示。",
    "demo.edit": "现在修改其中一行。",
    "demo.read": "再读一遍以确认。",
    "demo.title": "SkillMint 演示",
    "demo.draft": "状态：草稿",
    "demo.done": "状态：已完成",
    "demo.asked": "你的提示：",
    "demo.footer": "由 SkillMint 的脚本演示模型写入，没有任何内容出自真实模型。",
    "demo.report": "演示到此结束。我做了这些：",
    "demo.did": "{name}：完成",
    "demo.failed": "{name}：未完成（{reason}）",
    "demo.noTools": "这是 SkillMint 的演示，这里没有可用的工具，所以我只能对话。",
    "demo.undo": "如需撤销（包括该文件）：skillmint sessions undo",
    "demo.scripted":
      "我是脚本演示模型：对任何提示都执行同样的步骤，没有请求任何真实模型，你的提示也没有发往任何地方。没有找到密钥、也没有找到本地模型服务时，就会使用演示模型。",
    "demo.setup":
      "如需使用真实模型，请任选其一，然后重新运行你的提示：\n- 设置密钥：export ANTHROPIC_API_KEY=… 或 export OPENAI_API_KEY=…（各提供商的变量见：skillmint models list）\n- 保存密钥：skillmint models add PROVIDER --key-stdin\n- 启动本地模型服务，例如 Ollama（在 127.0.0.1:11434 上会被自动发现）",
  },
});
