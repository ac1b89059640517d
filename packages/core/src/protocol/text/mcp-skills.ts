import { defineTexts } from "./define-texts.ts";

/** Of skills that MCP servers give; loaded with the first of them. */
export const mcpSkillTexts = defineTexts({
  en: {
    unfetched:
      "The instructions of this skill are with the MCP server {server}. They are fetched and checked when the skill is used.",
    gone: "The MCP server {server}, which this skill comes from, is not configured here any more.",
    unlisted: "The MCP server {server} does not list this skill any more.",
    refused: "The skill {name} of the MCP server {server} was not loaded: {reason}",
    changed: "what the server sent is not what it listed ({uri}, {what})",
    dynamic: "its files are not listed, so they cannot be checked",
    tooMany: "it has more than {limit} files",
    tooLarge: "its files are larger than {limit} bytes together",
    path: "the address of a file is no path below the skill: {uri}",
    tooLong: "what is said about it is longer than {limit} characters",
    more: "the server lists more than {limit} skills",
  },
  "zh-CN": {
    unfetched: "此技能的说明在 MCP 服务器 {server} 上。使用该技能时才会获取并校验。",
    gone: "此技能所属的 MCP 服务器 {server} 已不在此处的配置中。",
    unlisted: "MCP 服务器 {server} 不再列出此技能。",
    refused: "未加载 MCP 服务器 {server} 的技能 {name}：{reason}",
    changed: "服务器发送的内容与其列出的不一致（{uri}，{what}）",
    dynamic: "未列出其文件，因此无法校验",
    tooMany: "文件数超过 {limit}",
    tooLarge: "文件合计大于 {limit} 字节",
    path: "文件地址不是技能之下的路径：{uri}",
    tooLong: "其说明信息超过 {limit} 个字符",
    more: "服务器列出的技能超过 {limit} 个",
  },
});
