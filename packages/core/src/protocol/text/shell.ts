import { defineTexts } from "./define-texts.ts";

export const shellTexts = defineTexts({
  en: {
    "shell.bash.background":
      "Start it and return at once; read it with BashOutput, end it with KillShell. It ends with this session's process at the latest",
    "shell.title": "Bash (background) {command}",
    "shell.started": "Background process started, PID: {pid}",
    "shell.startedId": "Shell id: {shell}",
    "shell.unavailable": "Commands cannot run in the background here.",
    "shell.sandboxFailed": "Not run: the sandbox did not come up: {reason}",
    "shell.sandboxMissing": "Not run: a sandbox is required and there is none here: {reason}",
    "shell.tooMany": "{limit} background shells are running already. End one with KillShell first:\n{shells}",

    "shell.output.description":
      "New output of a background shell since it was last read, and whether it still runs.",
    "shell.output.filter": "Only lines that match this regular expression; the others are not shown again",
    "shell.output.none": "(no new output)",
    "shell.output.noMatch": "(no line of the new output matches)",
    "shell.output.more": "[{bytes} more bytes: call BashOutput again]",
    "shell.output.unreadable": "[Its output cannot be read: {reason}]",
    "shell.output.badFilter": "The filter is not a valid regular expression: {reason}",
    "shell.output.slowFilter": "The filter took too long. Use a simpler one.",
    "shell.shell": "Shell id (shl_…) or PID",

    "shell.kill.description": "End a background shell with all its processes.",
    "shell.kill.done": "Ended shell {shell} (PID {pid}) with all its processes.",
    "shell.kill.already": "Shell {shell} (PID {pid}) had ended before: {status}",

    "shell.none": "This session has no background shells.",
    "shell.notFound": "No background shell {shell} in this session. There are:\n{shells}",
    "shell.row": "{shell} (PID {pid}) {status}: {command}",

    "shell.status.running": "running",
    "shell.status.unknown": "on another machine, state unknown",
    "shell.status.code": "exited with code {code}",
    "shell.status.signal": "ended by a signal",
    "shell.status.killed": "killed",
    "shell.status.closed": "ended with its session",
    "shell.status.flooded": "ended: it printed more than {limit} MB",
    "shell.status.unwritable": "ended: its output could not be written",
    "shell.status.lost": "ended, its exit code is unknown: the process that had started it stopped",
    "shell.state": "[Shell {shell}: {status}]",

    "shell.lostNote":
      "SkillMint had stopped meanwhile, and with it these background shells: {shells}. What was left of them was ended. What they printed can still be read with BashOutput; start them again if they are needed.",
  },
  "zh-CN": {
    "shell.bash.background":
      "是否后台运行（可选，默认 false）：立即返回；用 BashOutput 读取，用 KillShell 结束。最迟随本会话的进程一起结束",
    "shell.title": "Bash（后台） {command}",
    "shell.started": "后台进程已启动，PID: {pid}",
    "shell.startedId": "Shell id: {shell}",
    "shell.unavailable": "此处不能在后台运行命令。",
    "shell.sandboxFailed": "未执行：沙箱未能启动：{reason}",
    "shell.sandboxMissing": "未执行：要求使用沙箱，但此处没有可用的沙箱：{reason}",
    "shell.tooMany": "已有 {limit} 个后台 shell 在运行。请先用 KillShell 结束一个：\n{shells}",

    "shell.output.description": "读取后台 shell 自上次读取以来的新输出，以及它是否仍在运行。",
    "shell.output.filter": "只显示匹配此正则表达式的行；其余行不会再显示",
    "shell.output.none": "（无新输出）",
    "shell.output.noMatch": "（新输出中没有匹配的行）",
    "shell.output.more": "[还有 {bytes} 字节：请再次调用 BashOutput]",
    "shell.output.unreadable": "[无法读取其输出：{reason}]",
    "shell.output.badFilter": "filter 不是有效的正则表达式：{reason}",
    "shell.output.slowFilter": "filter 耗时过长。请使用更简单的表达式。",
    "shell.shell": "Shell id（shl_…）或 PID",

    "shell.kill.description": "结束一个后台 shell 及其所有进程。",
    "shell.kill.done": "已结束 shell {shell}（PID {pid}）及其所有进程。",
    "shell.kill.already": "Shell {shell}（PID {pid}）此前已结束：{status}",

    "shell.none": "本会话没有后台 shell。",
    "shell.notFound": "本会话没有后台 shell {shell}。现有：\n{shells}",
    "shell.row": "{shell}（PID {pid}）{status}：{command}",

    "shell.status.running": "运行中",
    "shell.status.unknown": "在另一台机器上，状态未知",
    "shell.status.code": "已退出，退出码 {code}",
    "shell.status.signal": "被信号结束",
    "shell.status.killed": "已被结束",
    "shell.status.closed": "已随会话结束",
    "shell.status.flooded": "已结束：输出超过 {limit} MB",
    "shell.status.unwritable": "已结束：其输出无法写入",
    "shell.status.lost": "已结束，退出码未知：启动它的进程已停止",
    "shell.state": "[Shell {shell}：{status}]",

    "shell.lostNote":
      "SkillMint 在此期间停止过，以下后台 shell 也随之停止：{shells}。其残余进程已被结束。仍可用 BashOutput 读取其输出；如有需要请重新启动。",
  },
});
