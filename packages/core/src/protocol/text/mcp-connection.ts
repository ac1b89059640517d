import { defineTexts } from "./define-texts.ts";

export const mcpConnectionTexts = defineTexts({
  en: {
    "mcpConnection.failed.command": "MCP server {server}: the command {command} was not found.",
    "mcpConnection.failed.folder": "MCP server {server}: its folder {folder} is not there.",
    "mcpConnection.failed.start": "MCP server {server} ended while it was starting ({exit}).",
    "mcpConnection.failed.startTime": "MCP server {server} was not ready within {seconds} s and was ended.",
    "mcpConnection.failed.crash":
      "MCP server {server} ended before it answered ({exit}). The next call starts it again.",
    "mcpConnection.failed.lost":
      "The connection to MCP server {server} broke before it answered. The next call connects again. {detail}",
    "mcpConnection.failed.callTime":
      "MCP server {server} did not answer within {seconds} s. It was told to stop.",
    "mcpConnection.failed.restarts":
      "MCP server {server} failed {count} times within a minute; it is tried again in {seconds} s. The last failure: {last}",
    "mcpConnection.failed.login":
      "MCP server {server} asks for a login. A person can give it: skillmint mcp login {server}",
    "mcpConnection.failed.forbidden":
      "MCP server {server} does not allow this with the login or headers it was given. {detail}",
    "mcpConnection.failed.address": "MCP server {server} may not be reached. {reason}",
    "mcpConnection.failed.unreachable": "MCP server {server} could not be reached. {detail}",
    "mcpConnection.failed.redirect":
      "MCP server {server} leads to another address, {address}. Nothing was sent there: enter that address if it is meant.",
    "mcpConnection.failed.version":
      "MCP server {server} speaks version {theirs} of the protocol; versions {ours} are known here.",
    "mcpConnection.failed.size":
      "MCP server {server} sent more than {megabytes} MB at once; it was not read.",
    "mcpConnection.failed.answer": "MCP server {server} answered with an error: {detail}",
    "mcpConnection.failed.reply": "MCP server {server} sent a reply that cannot be understood. {detail}",
    "mcpConnection.failed.closed": "MCP server {server} is closed.",
    "mcpConnection.failed.noLogin":
      "MCP server {server} runs on this machine: there is nothing to log in to.",
    "mcpConnection.failed.loginPage":
      "MCP server {server}: the address of the page to log in on is not one for a browser; it was not opened.",
    "mcpConnection.failed.loginDenied": "The login to MCP server {server} was refused: {detail}",
    "mcpConnection.failed.loginTime": "Nobody logged in to MCP server {server} within {seconds} s.",
    "mcpConnection.failed.loginFailed": "The login to MCP server {server} did not work. {detail}",
    "mcpConnection.failed.renewal":
      "The login to MCP server {server} could not be renewed now. It is kept; a later call tries again. {detail}",
    "mcpConnection.exit.code": "exit code {code}",
    "mcpConnection.exit.signal": "signal {signal}",
    "mcpConnection.tail": "The end of what it printed:\n{tail}",
    "mcpConnection.garbage": "{count} lines of its standard output were no messages and were left out.",
    "mcpConnection.note.image": "[An image ({mediaType}) whose data cannot be read]",
    "mcpConnection.note.audio": "[Audio ({mediaType}, {bytes} bytes)]",
    "mcpConnection.note.blob": "[Binary content of {uri} ({mediaType}, {bytes} bytes)]",
    "mcpConnection.note.link": "[Link to a resource: {uri} ({name})]",
    "mcpConnection.note.unknown": "[Content of an unknown kind: {kind}]",
    "mcpConnection.note.resource": "[Resource {uri}]",
    "mcpConnection.page.done": "You are logged in. This window can be closed.",
    "mcpConnection.page.failed": "The login did not work. The command that started it says why.",
  },
  "zh-CN": {
    "mcpConnection.failed.command": "MCP 服务器 {server}：找不到命令 {command}。",
    "mcpConnection.failed.folder": "MCP 服务器 {server}：文件夹 {folder} 不存在。",
    "mcpConnection.failed.start": "MCP 服务器 {server} 在启动时结束（{exit}）。",
    "mcpConnection.failed.startTime": "MCP 服务器 {server} 在 {seconds} 秒内未就绪，已被结束。",
    "mcpConnection.failed.crash": "MCP 服务器 {server} 在应答之前结束（{exit}）。下一次调用会重新启动它。",
    "mcpConnection.failed.lost":
      "与 MCP 服务器 {server} 的连接在应答之前中断。下一次调用会重新连接。{detail}",
    "mcpConnection.failed.callTime": "MCP 服务器 {server} 在 {seconds} 秒内没有应答，已通知它停止。",
    "mcpConnection.failed.restarts":
      "MCP 服务器 {server} 在一分钟内失败了 {count} 次；{seconds} 秒后再试。最近一次失败：{last}",
    "mcpConnection.failed.login": "MCP 服务器 {server} 需要登录。可由用户执行：skillmint mcp login {server}",
    "mcpConnection.failed.forbidden": "MCP 服务器 {server} 不允许以现有的登录或请求头执行此操作。{detail}",
    "mcpConnection.failed.address": "不允许访问 MCP 服务器 {server}。{reason}",
    "mcpConnection.failed.unreachable": "无法连接 MCP 服务器 {server}。{detail}",
    "mcpConnection.failed.redirect":
      "MCP 服务器 {server} 重定向到另一个地址 {address}。没有向它发送任何内容：如果确实要用，请改填该地址。",
    "mcpConnection.failed.version": "MCP 服务器 {server} 使用协议版本 {theirs}；此处支持的版本为 {ours}。",
    "mcpConnection.failed.size": "MCP 服务器 {server} 一次发送超过 {megabytes} MB，未读取。",
    "mcpConnection.failed.answer": "MCP 服务器 {server} 返回错误：{detail}",
    "mcpConnection.failed.reply": "无法理解 MCP 服务器 {server} 的应答。{detail}",
    "mcpConnection.failed.closed": "MCP 服务器 {server} 已关闭。",
    "mcpConnection.failed.noLogin": "MCP 服务器 {server} 在本机运行：无需登录。",
    "mcpConnection.failed.loginPage": "MCP 服务器 {server}：登录页面的地址不能用浏览器打开，已拒绝。",
    "mcpConnection.failed.loginDenied": "登录 MCP 服务器 {server} 被拒绝：{detail}",
    "mcpConnection.failed.loginTime": "{seconds} 秒内无人登录 MCP 服务器 {server}。",
    "mcpConnection.failed.loginFailed": "登录 MCP 服务器 {server} 失败。{detail}",
    "mcpConnection.failed.renewal":
      "MCP 服务器 {server} 的登录暂时无法续期；登录仍保留，之后的调用会再试。{detail}",
    "mcpConnection.exit.code": "退出码 {code}",
    "mcpConnection.exit.signal": "信号 {signal}",
    "mcpConnection.tail": "它最后输出的内容：\n{tail}",
    "mcpConnection.garbage": "其标准输出中有 {count} 行不是消息，已略去。",
    "mcpConnection.note.image": "[图像（{mediaType}），数据无法读取]",
    "mcpConnection.note.audio": "[音频（{mediaType}，{bytes} 字节）]",
    "mcpConnection.note.blob": "[{uri} 的二进制内容（{mediaType}，{bytes} 字节）]",
    "mcpConnection.note.link": "[资源链接：{uri}（{name}）]",
    "mcpConnection.note.unknown": "[未知类型的内容：{kind}]",
    "mcpConnection.note.resource": "[资源 {uri}]",
    "mcpConnection.page.done": "登录成功，可以关闭此窗口。",
    "mcpConnection.page.failed": "登录失败，原因见发起登录的命令。",
  },
});
