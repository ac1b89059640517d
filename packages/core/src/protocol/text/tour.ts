import { defineTexts } from "./define-texts.ts";

/** What the demo model says when it shows somebody around. */
export const tourTexts = defineTexts({
  en: {
    "tour.welcome":
      "Welcome. This is a tour on SkillMint's demo model: a fixed script, not a real model, but every step is a real tool call that you can open, answer and undo.\n\nFirst a plan, so that you can see how far we are.",
    "tour.todo.file": "Write a file and change it",
    "tour.todo.agent": "Send a sub-agent to read it",
    "tour.todo.permission": "Ask for a permission",
    "tour.todo.question": "Ask you a question",
    "tour.readFirst": "A file of an earlier tour is here; it is read before it is replaced.",
    "tour.write": "Now a file. It is written into the folder of this session, and shown as it is.",
    "tour.edit": "One line of it changes. Edits are shown as a difference, and can be undone.",
    "tour.agent":
      "Now a sub-agent: it works in a conversation of its own, and only its report comes back here. Open its card to see what it does.",
    "tour.agent.title": "Read the tour file",
    "tour.agent.prompt":
      "This is part of the tour: read skillmint-tour.md and report in one sentence what it says.",
    "tour.agent.read": "I read the file.",
    "tour.agent.report": "skillmint-tour.md is there, {lines} lines long, and says: {state}.",
    "tour.agent.failed": "skillmint-tour.md could not be read: {reason}",
    "tour.permission":
      "The next step is a command, and commands ask first. Allow it once, for this session or for this workspace, or refuse it: the tour goes on either way. Take your time: a session that waits costs nothing and survives a restart.",
    "tour.command.text": "The tour was here.",
    "tour.question": "Last, a question. Pick an answer, or write your own.",
    "tour.ask.header": "Next",
    "tour.ask.question": "What would you like to try next?",
    "tour.ask.folder": "Ask about a folder",
    "tour.ask.folder.more": "what is in it, how it works, where something is",
    "tour.ask.skill": "Write a skill of my own",
    "tour.ask.skill.more": "instructions that are kept and found when they fit",
    "tour.ask.model": "Connect a model",
    "tour.ask.model.more": "a key of a provider, or a local server",
    "tour.file.title": "A tour of SkillMint",
    "tour.file.draft": "State: draft",
    "tour.file.done": "State: finished",
    "tour.file.list":
      "- Ask about the files of a folder, and have them changed.\n- Write down how something is done as a skill, and have it done that way.\n- Leave, and come back later: nothing is lost.",
    "tour.summary": "That was the tour:",
    "tour.done": "{name}: done",
    "tour.failed": "{name}: not done ({reason})",
    "tour.undo":
      "To take it back: undo the last prompt in the menu above, or `skillmint sessions undo`. Edits are restored; what a command wrote stays.",
    "tour.next.folder":
      "Next: start a new session in the folder you want to know about, and ask. With the demo model you will see the steps, with a real model the answer.",
    "tour.next.skill":
      "Next: open Skills and create one, or write a SKILL.md into `.skillmint/skills/NAME/`. `skillmint skills check` tells what is missing.",
    "tour.next.model":
      "Next: open Settings and add the key of a provider, or start a local server such as Ollama, which is found by itself.",
    "tour.next.own": "You answered: {answer}. Write it as a prompt, and it is what happens next.",
    "tour.scripted":
      "I am the scripted demo model. No real model was asked, and what you wrote went nowhere.",
  },
  "zh-CN": {
    "tour.welcome":
      "欢迎。这是在 SkillMint 演示模型上的导览：固定脚本，并非真实模型；但每一步都是真实的工具调用，可以展开、回答和撤销。\n\n先列一个计划，让你看到进行到哪一步。",
    "tour.todo.file": "写一个文件并修改它",
    "tour.todo.agent": "派一个子 Agent 读取它",
    "tour.todo.permission": "请求一次许可",
    "tour.todo.question": "问你一个问题",
    "tour.readFirst": "这里有之前导览留下的文件；替换之前先读取它。",
    "tour.write": "现在写一个文件。它会写入此会话的文件夹，并原样显示。",
    "tour.edit": "修改其中一行。修改以差异的形式显示，可以撤销。",
    "tour.agent":
      "现在派出一个子 Agent：它在自己的对话中工作，只有报告会回到这里。展开它的卡片可以看到它做了什么。",
    "tour.agent.title": "读取导览文件",
    "tour.agent.prompt": "这是导览的一部分：读取 skillmint-tour.md，用一句话报告它的内容。",
    "tour.agent.read": "我来读取这个文件。",
    "tour.agent.report": "skillmint-tour.md 存在，共 {lines} 行，写着：{state}。",
    "tour.agent.failed": "无法读取 skillmint-tour.md：{reason}",
    "tour.permission":
      "下一步是一条命令，而命令会先征求同意。可以允许一次、在此会话中允许、在此工作区中允许，或者拒绝：无论如何导览都会继续。不必着急：等待中的会话没有任何开销，重启后依然存在。",
    "tour.command.text": "导览来过这里。",
    "tour.question": "最后是一个问题。选择一个答案，或写下自己的回答。",
    "tour.ask.header": "接下来",
    "tour.ask.question": "接下来想试试什么？",
    "tour.ask.folder": "询问一个文件夹",
    "tour.ask.folder.more": "里面有什么、如何工作、某样东西在哪里",
    "tour.ask.skill": "编写自己的技能",
    "tour.ask.skill.more": "保存下来的说明，合适时会被找到",
    "tour.ask.model": "连接一个模型",
    "tour.ask.model.more": "提供商的密钥，或本地服务",
    "tour.file.title": "SkillMint 导览",
    "tour.file.draft": "状态：草稿",
    "tour.file.done": "状态：已完成",
    "tour.file.list":
      "- 询问文件夹中的文件，并让它们被修改。\n- 把做事的方法写成技能，并照此执行。\n- 随时离开，以后再回来：不会丢失任何内容。",
    "tour.summary": "导览到此结束：",
    "tour.done": "{name}：完成",
    "tour.failed": "{name}：未完成（{reason}）",
    "tour.undo":
      "如需撤销：在上方菜单中撤销上一条提示，或运行 `skillmint sessions undo`。文件修改会恢复；命令写入的内容会保留。",
    "tour.next.folder": "接下来：在想了解的文件夹中新建会话并提问。演示模型会展示步骤，真实模型会给出答案。",
    "tour.next.skill":
      "接下来：打开“技能”新建一个，或在 `.skillmint/skills/NAME/` 中编写 SKILL.md。`skillmint skills check` 会指出缺少什么。",
    "tour.next.model": "接下来：打开“设置”添加提供商的密钥，或启动 Ollama 等本地服务，它会被自动发现。",
    "tour.next.own": "你的回答是：{answer}。把它写成提示，接下来就会照做。",
    "tour.scripted": "我是脚本演示模型。没有请求任何真实模型，你写的内容也没有发往任何地方。",
  },
});
