import { defineTexts } from "./define-texts.ts";

export const skillManageTexts = defineTexts({
  en: {
    "skill.notFound": "Skill not found",
    "skill.onlyUser": "Can only delete user skills",
    "skill.notBelowRoot": "Not deleted: {path} is not a folder below the user's skills.",
    "skill.notEditable":
      "Only your own skills, and those of projects that you trust, can be changed here. Installed ones would lose the change.",
    "skill.changedMeanwhile": "Its SKILL.md was changed meanwhile. Look at it again before you save.",
    "skill.exists": "A skill named {name} is already there: {path}",
    "skill.badName":
      "Not a name for a skill: {name}. Use 1 to 64 lower-case letters, digits and single hyphens, such as review-code.",
    "skill.reservedName": "Not a name for a skill: {name} is reserved by some systems. Choose another.",
    "skill.badDescription":
      "The description must have 1 to {max} characters: what the skill does and when to use it.",
    "skill.linkedRoot": "Not written: {path} leads out of {root}.",
    "skill.template":
      "# {title}\n\nSay in one or two sentences what this skill achieves and for whom.\n\n## When to use\n\n- Name the requests and files that should lead here, in the words a person would use.\n- Name what looks alike but is not meant.\n\n## Steps\n\n1. Look first: which files, which state, what is already there.\n2. Do the work, one instruction per step, in the imperative.\n3. Check the result with a command or a rule that can fail.\n\n## Result\n\nSay what is handed over at the end and how it looks. Show one short example.\n",
    "skill.templateDescription": "{title}. Use when a task needs {subject}.",
    "skill.hint.tool":
      "SkillMint offers no tool {name} here. The skill may still work: the model can use what is offered instead.",
    "skill.hint.mcp": "Add the MCP server: skillmint mcp add {name} -- <command>",
    "skill.hint.binary": "Install {name}, or put it on PATH.",
    "skill.hint.language": "Its scripts need {name}: install it, or put it on PATH.",
    "skill.hint.env": "Set the environment variable {name} before you start SkillMint.",
    "skill.hint.file":
      "The skill points at {name}, which it does not bring. Install the skill again, with all its files.",
    "skill.hint.skill": "Install the skill {name}, or check that it is switched on.",
    "skill.hint.platform": "The skill says that it runs on {name} only.",
    "skill.hint.client": "The skill was written for {name}.",
    "skill.change.added": "Added: {path}",
    "skill.change.removed": "Removed: {path}",
    "skill.change.changed": "Changed: {path}",
    "skill.change.noText": "{path} changed; its text was not kept, so the difference cannot be shown.",
    "skill.change.cut": "… {lines} more lines of difference are not shown",
    "skill.change.mode": "The same files with other rights, or a file that is not listed.",
  },
  "zh-CN": {
    "skill.notFound": "技能不存在",
    "skill.onlyUser": "只能删除用户技能",
    "skill.notBelowRoot": "未删除：{path} 不是用户技能目录下的文件夹。",
    "skill.notEditable": "此处只能修改你自己的技能和受信任项目的技能。对已安装技能的修改会丢失。",
    "skill.changedMeanwhile": "其 SKILL.md 在此期间已被更改。保存前请重新查看。",
    "skill.exists": "名为 {name} 的技能已存在：{path}",
    "skill.badName": "技能名称无效：{name}。请使用 1 到 64 个小写字母、数字和单个连字符，例如 review-code。",
    "skill.reservedName": "技能名称无效：{name} 是某些系统的保留名称。请另选一个。",
    "skill.badDescription": "描述须为 1 到 {max} 个字符：说明技能做什么、何时使用。",
    "skill.linkedRoot": "未写入：{path} 指向 {root} 之外。",
    "skill.template":
      "# {title}\n\n用一两句话说明此技能实现什么、为谁服务。\n\n## 何时使用\n\n- 用人们会说的话，列出应当用到它的请求和文件。\n- 列出看似相近但不适用的情况。\n\n## 步骤\n\n1. 先查看：涉及哪些文件、当前状态、已有什么。\n2. 逐步完成工作，每步一条指令，使用祈使句。\n3. 用可能失败的命令或规则检查结果。\n\n## 结果\n\n说明最终交付什么、形式如何，并给出一个简短示例。\n",
    "skill.templateDescription": "{title}。当任务需要 {subject} 时使用。",
    "skill.hint.tool": "SkillMint 在此没有提供工具 {name}。技能仍可能可用：模型可以改用已提供的工具。",
    "skill.hint.mcp": "请添加 MCP 服务器：skillmint mcp add {name} -- <command>",
    "skill.hint.binary": "请安装 {name}，或将其加入 PATH。",
    "skill.hint.language": "其脚本需要 {name}：请安装，或将其加入 PATH。",
    "skill.hint.env": "请在启动 SkillMint 前设置环境变量 {name}。",
    "skill.hint.file": "技能引用了 {name}，但没有附带该文件。请重新安装完整的技能。",
    "skill.hint.skill": "请安装技能 {name}，或检查它是否已启用。",
    "skill.hint.platform": "该技能声明只能在 {name} 上运行。",
    "skill.hint.client": "该技能是为 {name} 编写的。",
    "skill.change.added": "新增：{path}",
    "skill.change.removed": "删除：{path}",
    "skill.change.changed": "修改：{path}",
    "skill.change.noText": "{path} 已更改；未保留其文本，无法显示差异。",
    "skill.change.cut": "… 另有 {lines} 行差异未显示",
    "skill.change.mode": "文件相同但权限不同，或有未列出的文件。",
  },
});
