import { defineTexts } from "@skillmint/core/protocol";

export const startTexts = defineTexts({
  en: {
    title: "What shall we do?",
    "demo.title": "No model is connected yet",
    "demo.explain":
      "Until one is, everything runs on the built-in demo model. It is a fixed script: it shows what happens here with real files, but it does not think and does not know your question. Nothing you write leaves this machine.",
    "demo.connect": "Connect a model",
    "demo.how":
      "Any provider's key or a local server such as Ollama. A key in the environment is found by itself.",
    "demo.short": "Demo model: scripted, not a real one.",
    "tour.title": "Take the tour",
    "tour.explain":
      "Two minutes on the demo model: a file is written and changed, a sub-agent works, a permission and a question are yours to answer. It writes skillmint-tour.md into “{folder}”.",
    "tour.start": "Start the tour",
    "tour.short": "Tour",
    "tour.prompt": "Show me around",
    "tour.failed": "The tour could not be started: {message}",
    "try.title": "Or try one of these",
    "try.explain": "Explain what is in this folder and how it fits together.",
    "try.find": "Find the places that look unfinished, and list them with what is missing.",
    "try.write": "Write a README.md for this folder, short and true to what is here.",
    "try.plan": "Plan how to add tests here. Look first, change nothing.",
    "trust.hint":
      "“{folder}” is not trusted yet: skills, rules and instructions that lie in it count for nothing until you say so.",
    "trust.files": "Not read: {files}",
    "trust.link": "Trust settings",
    "folders.failed": "The server's folders could not be read: {message}",
  },
  "zh-CN": {
    title: "要做什么？",
    "demo.title": "还没有连接模型",
    "demo.explain":
      "在此之前，一切都在内置的演示模型上运行。它是固定脚本：用真实的文件展示这里会发生什么，但不会思考，也不了解你的问题。你写的内容不会离开这台机器。",
    "demo.connect": "连接模型",
    "demo.how": "任意提供商的密钥，或 Ollama 等本地服务。环境变量中的密钥会被自动发现。",
    "demo.short": "演示模型：固定脚本，并非真实模型。",
    "tour.title": "参加导览",
    "tour.explain":
      "在演示模型上用两分钟：写入并修改一个文件，一个子 Agent 工作，由你回答一次许可和一个问题。会在“{folder}”中写入 skillmint-tour.md。",
    "tour.start": "开始导览",
    "tour.short": "导览",
    "tour.prompt": "带我看看这里",
    "tour.failed": "无法开始导览：{message}",
    "try.title": "或者试试这些",
    "try.explain": "说明这个文件夹里有什么，以及它们之间的关系。",
    "try.find": "找出看起来未完成的地方，列出各自缺少什么。",
    "try.write": "为这个文件夹写一份 README.md，简短并符合实际内容。",
    "try.plan": "计划如何在这里添加测试。先查看，不做任何修改。",
    "trust.hint": "“{folder}”尚未被信任：在你同意之前，其中的技能、规则和说明都不起作用。",
    "trust.files": "未读取：{files}",
    "trust.link": "信任设置",
    "folders.failed": "无法读取服务器的文件夹：{message}",
  },
});
