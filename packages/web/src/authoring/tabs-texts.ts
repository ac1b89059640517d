import { defineTexts } from "@skillmint/core/protocol";

export const tabsTexts = defineTexts({
  en: {
    label: "About this skill",
    overview: "Overview",
    tests: "Tests",
    evals: "Evals",
    evaluate: "Evaluation",
    history: "History",
    improve: "Improve…",
    "failed.one": "This skill could not be read: {message}",
  },
  "zh-CN": {
    label: "关于此技能",
    overview: "概览",
    tests: "测试",
    evals: "评测",
    evaluate: "评估",
    history: "历史",
    improve: "改进…",
    "failed.one": "无法读取此技能：{message}",
  },
});
