import { defineTexts } from "./define-texts.ts";

export const toolTexts = defineTexts({
  en: {
    "tool.missingParameter": "Missing parameter: {name}",
    "tool.invalidParameter": "Invalid parameter {name}: {problem}",
    "tool.unknown": "Unknown tool: {name}. Available: {nearest}",
    "tool.badArguments":
      "The arguments of this call could not be read ({problem}). Nothing was done. Send the call again with complete, valid JSON arguments.",
    "tool.cutArguments":
      "Your reply reached its length limit inside this call, so its arguments are incomplete. Nothing was done. Send it again in smaller pieces.",
    "tool.failed": "{name} failed: {message}",
    "tool.cancelled": "Cancelled before it finished.",
    "tool.sampleLimit": "The run has used up what it may: nothing more is written for this call.",
    "tool.sampleFailed": "The model could not answer: {problem}",
    "tool.interrupted":
      "Interrupted: SkillMint stopped while this call was running, so its outcome is unknown. Check the state before you repeat it.",
    "tool.notStarted": "Not started: the run ended before this call could begin. Nothing was done.",
    "tool.denied": "The user refused this operation",
    "tool.deniedBecause": "The user refused this operation: {reason}",
    "tool.deniedByMode": "Not allowed in {mode} mode: {name}. Nobody can be asked.",
    "tool.deniedByPlan": "Plan mode is read-only: {name} was not run.",
    "tool.deniedByRule": "Refused by the rule {rule}",
    "tool.withdrawn": "Not run: the user sent a new prompt instead of answering: {prompt}",
    "tool.truncated":
      "\n\n[Output truncated: {total} characters in all, the first {shown} are shown. The rest: Read {path}]",
    "tool.truncatedMiddle": "\n\n[… {omitted} of {total} characters omitted; the whole: Read {path} …]\n\n",
  },
  "zh-CN": {
    "tool.missingParameter": "缺少 {name} 参数",
    "tool.invalidParameter": "参数 {name} 无效：{problem}",
    "tool.unknown": "工具不存在: {name}。可用工具：{nearest}",
    "tool.badArguments":
      "无法读取此调用的参数（{problem}）。未执行任何操作。请用完整有效的 JSON 参数重新调用。",
    "tool.cutArguments":
      "回复在此调用中途达到长度上限，参数不完整。未执行任何操作。请分成更小的部分重新发送。",
    "tool.failed": "{name} 执行失败：{message}",
    "tool.cancelled": "在完成前已取消。",
    "tool.sampleLimit": "本次运行的额度已用完：不再为此调用生成内容。",
    "tool.sampleFailed": "模型未能回答：{problem}",
    "tool.interrupted": "已中断：此调用运行期间 SkillMint 停止了，结果未知。重复执行前请先检查状态。",
    "tool.notStarted": "未开始：运行在此调用开始前已结束。未执行任何操作。",
    "tool.denied": "用户拒绝了此操作",
    "tool.deniedBecause": "用户拒绝了此操作：{reason}",
    "tool.deniedByMode": "{mode} 模式下不允许：{name}，且无人可询问。",
    "tool.deniedByPlan": "计划模式为只读：未执行 {name}。",
    "tool.deniedByRule": "被规则 {rule} 拒绝",
    "tool.withdrawn": "未执行：用户没有回答，而是发送了新的提示：{prompt}",
    "tool.truncated": "\n\n[输出已截断，共 {total} 字符，已显示前 {shown} 字符。其余内容：Read {path}]",
    "tool.truncatedMiddle": "\n\n[… 共 {total} 字符，已省略 {omitted} 字符；完整内容：Read {path} …]\n\n",
  },
});
