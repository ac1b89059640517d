import { defineTexts } from "./define-texts.ts";

export const skillCatalogTexts = defineTexts({
  en: {
    "skillCatalog.absentPlugin": "There is no plugin {plugin} here; {id} is used.",

    "skillCatalog.list.heading": "## Available Skills",
    "skillCatalog.list.awareness":
      "The following skills are available. Use Bash to read SKILL.md for detailed instructions.",
    "skillCatalog.list.tool": "Use the `skill` tool to load detailed instructions for any skill.",
    "skillCatalog.list.description": "Description",
    "skillCatalog.list.path": "Path",
    "skillCatalog.list.files": "Files",
    "skillCatalog.list.skill": "Skill",
    "skillCatalog.list.toolDescription": "Execute a skill. Available skills:",
    "skillCatalog.list.more": "{count} more skills are not listed. Find them with `search`.",
    "skillCatalog.list.unlisted": "{count} more skills are not listed.",

    "skillCatalog.notFound": "Skill not found: {id}. Available skills: {nearest}",
    "skillCatalog.folder":
      "The folder of this skill is {folder}. Paths in its instructions are relative to it; read its files from there.",
    "skillCatalog.moreFiles": "… and {count} more files",
    "skillCatalog.projectOrigin": "These instructions come from the project's own files.",
    "skillCatalog.mcpOrigin": "These instructions come from the MCP server {server}.",
  },
  "zh-CN": {
    "skillCatalog.absentPlugin": "这里没有插件 {plugin}；改用 {id}。",

    "skillCatalog.list.heading": "## 可用技能",
    "skillCatalog.list.awareness": "以下技能可用。使用 Bash 读取 SKILL.md 以获取详细说明。",
    "skillCatalog.list.tool": "使用 `skill` 工具加载任意技能的详细说明。",
    "skillCatalog.list.description": "描述",
    "skillCatalog.list.path": "路径",
    "skillCatalog.list.files": "文件",
    "skillCatalog.list.skill": "技能",
    "skillCatalog.list.toolDescription": "执行一个技能。可用技能：",
    "skillCatalog.list.more": "另有 {count} 个技能未列出，可用 `search` 查找。",
    "skillCatalog.list.unlisted": "另有 {count} 个技能未列出。",

    "skillCatalog.notFound": "未找到技能：{id}。可用技能：{nearest}",
    "skillCatalog.folder": "此技能的文件夹是 {folder}。说明中的路径均相对于它；其文件可从那里读取。",
    "skillCatalog.moreFiles": "…… 另有 {count} 个文件",
    "skillCatalog.projectOrigin": "这些说明来自项目自身的文件。",
    "skillCatalog.mcpOrigin": "这些说明来自 MCP 服务器 {server}。",
  },
});
