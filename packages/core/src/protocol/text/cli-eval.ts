import { defineTexts } from "./define-texts.ts";

export const cliEvalTexts = defineTexts({
  en: {
    "cliEval.progress": "{done}/{total} {name}: {result}",
    "cliEval.started":
      "{total} runs: {cases} cases, {triggers} trigger cases. Ctrl-C stops and keeps what is there.",
    "cliEval.triggered": "triggered",
    "cliEval.silent": "not triggered",
    "cliEval.failed": "failed: {reason}",
    "cliEval.written": "Written to {folder}: open {report}",
    "cliEval.spent": "Used: {tokens} tokens, cost {cost}",
    "cliEval.badNumber": "{flag}: {value} is no number from {low} to {high}",
    "cliEval.badChoice": "{flag}: {choices}, not {value}",
    "cliEval.nothingCounts": "No run could be graded.",
    "cliEval.refused": "{count} calls that would have been asked about were refused.",
  },
  "zh-CN": {
    "cliEval.progress": "{done}/{total} {name}：{result}",
    "cliEval.started":
      "共 {total} 次运行：{cases} 个用例，{triggers} 个触发用例。Ctrl-C 可停止并保留已有结果。",
    "cliEval.triggered": "已触发",
    "cliEval.silent": "未触发",
    "cliEval.failed": "失败：{reason}",
    "cliEval.written": "已写入 {folder}：打开 {report}",
    "cliEval.spent": "用量：{tokens} 令牌，费用 {cost}",
    "cliEval.badNumber": "{flag}：{value} 不是 {low} 到 {high} 之间的数",
    "cliEval.badChoice": "{flag}：{choices}，而不是 {value}",
    "cliEval.nothingCounts": "没有任何运行可以评判。",
    "cliEval.refused": "有 {count} 次本应询问的调用被拒绝。",
  },
});
