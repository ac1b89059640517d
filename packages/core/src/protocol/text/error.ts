import type { ErrorCode } from "../error.ts";
import { defineTexts } from "./define-texts.ts";

const en = {
  "error.usage": "{message}",
  "error.internal": "Something went wrong inside SkillMint. Please report this with the command you ran.",
  "error.cancelled": "Cancelled.",
  "error.config-unreadable":
    "Cannot read {file}:{line}:{column}: {message}. Correct that place and try again.",
  "error.home-unwritable":
    "Cannot write to {path}. Make the folder writable, or set SKILLMINT_HOME to a folder that is.",
  "error.disk-full": "The disk is full. Free some space and continue; nothing that was saved is lost.",
  "error.store-corrupt":
    "The session database {path} is damaged and was left untouched. Move it away or restore a copy, then start again.",
  "error.store-newer":
    "The session database {path} was written by a newer version (schema {found}, this version knows {known}). Update SkillMint.",
  "error.store-busy": "The session database {path} was locked for {seconds} s by another process. Try again.",
  "error.session-not-found": "There is no session {id}. `skillmint sessions list` shows what there is.",
  "error.session-busy":
    "Session {id} is being worked on by {owner}. Wait for it, or stop it: skillmint sessions stop {id}",
  "error.lease-lost": "Session {id} was taken over by another process; this one stopped working on it.",
  "error.sequence-conflict": "Session {id} changed meanwhile.",
  "error.needs-model":
    "This needs a real model, and only the scripted demo was found. Set a key (export ANTHROPIC_API_KEY=…), store one (skillmint models add PROVIDER --key-stdin), start a local server, or name one: --model PROVIDER/MODEL",
  "error.job-not-found": "There is no work {id}. It is forgotten when the server restarts, or was long ago.",
  "error.jobs-full": "{count} pieces of work are under way. Wait for one, or stop one.",
  "error.task-not-found": "Session {id} has no task {task}. There is: {known}",
  "error.ask-not-found": "Session {id} has no open ask {ask}.",
  "error.ask-answered": "That was answered already.",
  "error.nothing-asked":
    'Session {id} is not waiting for an answer. For a new prompt: skillmint run --session {id} "…"',
  "error.nothing-to-undo": "There is nothing to {what} in session {id}.",
  "error.blob-missing": "Content {blob} is missing from the store.",
  "error.provider-unknown":
    "Unknown provider {provider}. Nearest: {nearest}. `skillmint models list` shows all.",
  "error.key-missing":
    "No key for {provider}. Set {variable}, or store one: skillmint models add {id} --key-stdin",
  "error.model-auth":
    "{provider} did not accept the key (HTTP {status}). Check it: skillmint models test {id}",
  "error.model-not-found": "{provider} does not offer the model {model}. Nearest names: {nearest}",
  "error.model-rejected": "{provider} rejected the request (HTTP {status}).",
  "error.model-rate-limited":
    "{provider} is limiting requests. Try again in {seconds} s, or use another model.",
  "error.model-overloaded": "{provider} is overloaded or failing (HTTP {status}). Try again later.",
  "error.model-unreachable":
    "Cannot reach {provider} at {host}. Check the network, the proxy and the base URL.",
  "error.model-stream-broken": "The reply of {provider} broke off.",
  "error.model-timeout": "{provider} sent nothing for {seconds} s.",
  "error.model-bad-reply":
    "{provider} answered with something that is no reply of a model. Check the base URL {host}.",
  "error.model-empty-reply": "{provider} sent an empty reply.",
  "error.model-refused": "The model refused to go on.",
  "error.model-filtered": "The provider's content filter stopped the reply.",
  "error.context-overflow":
    "The conversation is longer than the model {model} can read. Take back the last prompt (skillmint sessions undo), or use a model that reads more.",
  "error.cassette-mismatch": "The run left the recording at {place}: {what}.",
  "error.cassette-unreadable": "Cannot read the cassette {file}, line {line}: {message}",
  "error.skill-not-found":
    "There is no skill {name} here. Similar: {nearest}. See them all: skillmint skills list",
  "error.skill-refused": "The skill {name} cannot be used.",
  "error.draft-not-found": "There is no draft {id}. `skillmint skills drafts` shows what there is.",
  "error.version-not-found":
    "Skill {name} has no version {version}. `skillmint skills history {name}` shows what there is.",
  "error.authoring-failed": "The skill sub-agent did not give a result that can be used ({operation}).",
  "error.prompt-refused": "A hook did not let this prompt through: {reason}",
  "error.hook-stopped": "A hook ended this run: {reason}",
  "error.mcp-server-unknown": "There is no MCP server {name}",
  "error.mcp-failed": "{message}",
  "error.web-failed": "{message}",
  "error.browser-failed": "{message}",
  "error.browser-refused": "{message}",
  "error.package-missing": "This needs the package {package}. Install it: npm install {package}",
  "error.pack-invalid": "{message}",
  "error.pack-locked": "{message}",
  "error.pack-failed": "{message}",
  "error.install-refused": "{message}",
  "error.install-unapproved": "{message}",
} as const satisfies Record<`error.${ErrorCode}`, string>;

export const errorTexts = defineTexts({
  en,
  "zh-CN": {
    "error.usage": "{message}",
    "error.internal": "SkillMint 内部出错。请连同所执行的命令一起反馈。",
    "error.cancelled": "已取消。",
    "error.config-unreadable": "无法读取 {file}:{line}:{column}：{message}。请修正该处后重试。",
    "error.home-unwritable": "无法写入 {path}。请将该文件夹设为可写，或把 SKILLMINT_HOME 指向可写的文件夹。",
    "error.disk-full": "磁盘已满。请释放空间后继续；已保存的内容不会丢失。",
    "error.store-corrupt":
      "会话数据库 {path} 已损坏，未对其做任何改动。请移走该文件或恢复备份，然后重新启动。",
    "error.store-newer":
      "会话数据库 {path} 由更新的版本写入（结构版本 {found}，本版本只支持 {known}）。请升级 SkillMint。",
    "error.store-busy": "会话数据库 {path} 被其他进程锁定了 {seconds} 秒。请重试。",
    "error.session-not-found": "没有会话 {id}。用 `skillmint sessions list` 查看现有会话。",
    "error.session-busy": "会话 {id} 正由 {owner} 处理。请等待，或停止它：skillmint sessions stop {id}",
    "error.lease-lost": "会话 {id} 已被其他进程接管，本进程已停止处理。",
    "error.sequence-conflict": "会话 {id} 在此期间已发生变化。",
    "error.needs-model":
      "此操作需要真实的模型，但只找到了脚本演示模型。请设置密钥（export ANTHROPIC_API_KEY=…）、保存密钥（skillmint models add PROVIDER --key-stdin）、启动本地服务器，或指定模型：--model PROVIDER/MODEL",
    "error.job-not-found": "没有任务 {id}。服务器重启后或时间久了会被遗忘。",
    "error.jobs-full": "已有 {count} 项任务在进行。请等待其中一项结束，或停止一项。",
    "error.task-not-found": "会话 {id} 没有任务 {task}。现有：{known}",
    "error.ask-not-found": "会话 {id} 没有待回答的请求 {ask}。",
    "error.ask-answered": "该请求已经回答过了。",
    "error.nothing-asked": '会话 {id} 没有在等待回答。发送新提示：skillmint run --session {id} "…"',
    "error.nothing-to-undo": "会话 {id} 中没有可{what}的内容。",
    "error.blob-missing": "存储中缺少内容 {blob}。",
    "error.provider-unknown":
      "未知的提供商 {provider}。最接近的有：{nearest}。用 `skillmint models list` 查看全部。",
    "error.key-missing":
      "缺少 {provider} 的密钥。请设置 {variable}，或保存密钥：skillmint models add {id} --key-stdin",
    "error.model-auth": "{provider} 不接受该密钥（HTTP {status}）。请检查：skillmint models test {id}",
    "error.model-not-found": "{provider} 没有模型 {model}。最接近的名称：{nearest}",
    "error.model-rejected": "{provider} 拒绝了请求（HTTP {status}）。",
    "error.model-rate-limited": "{provider} 正在限流。请在 {seconds} 秒后重试，或换用其他模型。",
    "error.model-overloaded": "{provider} 过载或故障（HTTP {status}）。请稍后重试。",
    "error.model-unreachable": "无法连接 {provider}（{host}）。请检查网络、代理和基础地址。",
    "error.model-stream-broken": "{provider} 的回复中断了。",
    "error.model-timeout": "{provider} 在 {seconds} 秒内没有发送任何内容。",
    "error.model-bad-reply": "{provider} 返回的不是模型回复。请检查基础地址 {host}。",
    "error.model-empty-reply": "{provider} 返回了空回复。",
    "error.model-refused": "模型拒绝继续。",
    "error.model-filtered": "提供商的内容过滤中止了回复。",
    "error.context-overflow":
      "对话长度超出了模型 {model} 可读取的范围。请撤回上一个提示（skillmint sessions undo），或换用可读取更多内容的模型。",
    "error.cassette-mismatch": "运行在 {place} 处偏离了录制内容：{what}。",
    "error.cassette-unreadable": "无法读取录制文件 {file} 第 {line} 行：{message}",
    "error.skill-not-found": "这里没有技能 {name}。相近的有：{nearest}。查看全部：skillmint skills list",
    "error.skill-refused": "无法使用技能 {name}。",
    "error.draft-not-found": "没有草稿 {id}。`skillmint skills drafts` 可列出全部草稿。",
    "error.version-not-found":
      "技能 {name} 没有版本 {version}。`skillmint skills history {name}` 可列出全部版本。",
    "error.authoring-failed": "技能子 Agent 没有给出可用的结果（{operation}）。",
    "error.prompt-refused": "钩子没有放行此提示：{reason}",
    "error.hook-stopped": "钩子结束了此次运行：{reason}",
    "error.mcp-server-unknown": "MCP 服务器 {name} 不存在",
    "error.mcp-failed": "{message}",
    "error.web-failed": "{message}",
    "error.browser-failed": "{message}",
    "error.browser-refused": "{message}",
    "error.package-missing": "此功能需要软件包 {package}。请安装：npm install {package}",
    "error.pack-invalid": "{message}",
    "error.pack-locked": "{message}",
    "error.pack-failed": "{message}",
    "error.install-refused": "{message}",
    "error.install-unapproved": "{message}",
  },
});
