import { defineTexts } from "@skillmint/core/protocol";

/** Why a request is turned away. */
export const refusalTexts = defineTexts({
  en: {
    host: "This address is not one of this server's. Open it as it was printed when the server started.",
    origin: "Requests from pages of other sites are refused.",
    token:
      "The token is missing or wrong. Send the header: Authorization: Bearer <token>. The server prints it when it starts.",
    contentType: "Send JSON, with the header: Content-Type: application/json",
    uploadType:
      "Send the bytes with the headers Content-Type: application/octet-stream and X-Skillmint-File: <name, percent-encoded>",
    fileGone: "The file is no longer here: it is kept for half an hour. Send it, or have it made, again.",
    length: "The request is too large.",
    password: "The password is wrong.",
    attempts: "There were too many wrong passwords. Wait a little, then try again.",
    unknownRoute: "There is nothing at this address. /api/openapi.json describes what there is.",
  },
  "zh-CN": {
    host: "此地址不属于本服务器。请使用启动时打印的地址。",
    origin: "拒绝来自其他网站页面的请求。",
    token: "缺少令牌或令牌错误。请发送请求头：Authorization: Bearer <token>。令牌在服务器启动时打印。",
    contentType: "请发送 JSON，并带上请求头：Content-Type: application/json",
    uploadType:
      "请发送字节内容，并带上请求头 Content-Type: application/octet-stream 和 X-Skillmint-File: <百分号编码的文件名>",
    fileGone: "文件已不在此处：它只保留半小时。请重新发送或重新制作。",
    length: "请求过大。",
    password: "密码错误。",
    attempts: "错误密码次数过多。请稍候再试。",
    unknownRoute: "此地址没有内容。可用的接口见 /api/openapi.json。",
  },
});
export type Refusal = keyof (typeof refusalTexts)["en"];

export const serverTexts = defineTexts({
  en: {
    serving:
      "SkillMint: {page}\nCtrl-C ends it. For programs: {url}/api/openapi.json describes the API, the token is {token}",
    mcpAdded: "MCP server {name} was added",
    mcpRemoved: "MCP server {name} was removed",
    portBusy: "Port {port} is in use{by}. Choose another with --port, or 0 for any free one.",
    portDenied: "Port {port} is not for you to open on this machine. Choose one from 1024 on with --port.",
    byOurs: " by another SkillMint server",
    byOther: " by another program",
    badPort: "{port} is no port: a number from 0 to 65535",
    needsPassword:
      "At {host} others can reach this server, so it needs a password of at least {length} characters: --password-file FILE, or the variable SKILLMINT_PASSWORD.",
    badHost: "{host} is no address of this machine.",
    badOrigin: "{origin} is no origin: https:// and a name, such as https://skills.example.com",
    open: "Others can reach this server. What is sent is not encrypted: use it in a network that you trust, or through a tunnel.",
    noFolder: "There is no folder {folder} on the server's machine. Name it by its whole path.",
    folderGone:
      "The folder of this session is gone: {folder}. Put it back, or start a new session in another one.",
    noPrompt: "There is no prompt: text is empty.",
    noJson: "The body is no JSON: {reason}",
    noUtf8: "The body is not UTF-8.",
    noSequence: "{text} is no sequence of an event. It is a whole number, 0 for the beginning.",
    noCursors: "cursors names 1 to {most} sessions, each with the last sequence that was seen: ID:SEQ,ID:SEQ",
    noFormat: "{format} is no format of an export. There are: {formats}",
    noExport: "Name the skill and what becomes of it: skill=NAME&as=plain or skill=NAME&as=plugin",
  },
  "zh-CN": {
    serving:
      "SkillMint：{page}\n按 Ctrl-C 结束。供程序使用：接口说明见 {url}/api/openapi.json，令牌为 {token}",
    mcpAdded: "MCP 服务器 {name} 已添加",
    mcpRemoved: "MCP 服务器 {name} 已移除",
    portBusy: "端口 {port} 已被占用{by}。请用 --port 选择其他端口，或用 0 表示任意空闲端口。",
    portDenied: "在这台机器上无权打开端口 {port}。请用 --port 选择 1024 及以上的端口。",
    byOurs: "（另一个 SkillMint 服务器）",
    byOther: "（其他程序）",
    badPort: "{port} 不是端口：应为 0 到 65535 的数字",
    needsPassword:
      "其他人可以通过 {host} 访问此服务器，因此需要至少 {length} 个字符的密码：--password-file 文件，或变量 SKILLMINT_PASSWORD。",
    badHost: "{host} 不是这台机器的地址。",
    badOrigin: "{origin} 不是来源地址：应为 https:// 加名称，例如 https://skills.example.com",
    open: "其他人可以访问此服务器。传输内容未加密：请只在可信网络中使用，或通过隧道访问。",
    noFolder: "服务器所在的机器上没有文件夹 {folder}。请给出完整路径。",
    folderGone: "此会话的文件夹已不存在：{folder}。请恢复该文件夹，或在其他文件夹中新建会话。",
    noPrompt: "没有提示：text 为空。",
    noJson: "请求体不是 JSON：{reason}",
    noUtf8: "请求体不是 UTF-8。",
    noSequence: "{text} 不是事件的序号。序号为整数，0 表示从头开始。",
    noCursors: "cursors 列出 1 到 {most} 个会话，各附最后看到的序号：ID:SEQ,ID:SEQ",
    noFormat: "{format} 不是导出格式。可用的有：{formats}",
    noExport: "请给出技能及导出方式：skill=名称&as=plain 或 skill=名称&as=plugin",
  },
});
