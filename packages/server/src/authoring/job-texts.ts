import { createAreaWords, defineTexts, type AreaWords, type Language } from "@skillmint/core/protocol";

/** What long work about skills tells of itself. */
const jobTexts = defineTexts({
  en: {
    asked: "The model was asked",
    tool: "{name} {title}",
    repair: "Not usable yet; it was told what is wrong: {problem}",
    accepted: "Measured and accepted: {message}",
    rejected: "Measured and not accepted: {message}",
    "eval.started": "{total} runs: {cases} cases, {triggers} trigger cases",
    "eval.case": "{done}/{total} · {id} · {arm} · run {number}: {passed} of {decided} met",
    "eval.trigger": "{done}/{total} · {id} · run {number}: {standing}",
    "eval.failed": "{done}/{total} · {id} · run {number} broke: {problem}",
    "eval.right": "as it should",
    "eval.wrong": "not as it should",
    "arm.with_skill": "with the skill",
    "arm.without_skill": "without it",
    "arm.old_skill": "older version",
    test: "{name}: {state}",
    "test.passed": "passed",
    "test.failed": "failed",
    "test.skipped": "skipped",
    "test.updated": "updated",
    pasted: "(pasted)",
    needsSkill: "untilBetter needs a skill",
    notOwn: "Only skills of your own and of a trusted project can be changed.",
  },
  "zh-CN": {
    asked: "已询问模型",
    tool: "{name} {title}",
    repair: "尚不可用，已告知问题所在：{problem}",
    accepted: "经测量，已接受：{message}",
    rejected: "经测量，未接受：{message}",
    "eval.started": "共 {total} 次运行：{cases} 个用例，{triggers} 个触发用例",
    "eval.case": "{done}/{total} · {id} · {arm} · 第 {number} 次：满足 {passed}/{decided}",
    "eval.trigger": "{done}/{total} · {id} · 第 {number} 次：{standing}",
    "eval.failed": "{done}/{total} · {id} · 第 {number} 次运行失败：{problem}",
    "eval.right": "符合预期",
    "eval.wrong": "不符合预期",
    "arm.with_skill": "使用技能",
    "arm.without_skill": "不使用技能",
    "arm.old_skill": "旧版本",
    test: "{name}：{state}",
    "test.passed": "通过",
    "test.failed": "未通过",
    "test.skipped": "跳过",
    "test.updated": "已更新",
    pasted: "（粘贴）",
    needsSkill: "untilBetter 需要指定技能",
    notOwn: "只能修改你自己的技能和受信任项目中的技能。",
  },
});

export type JobWords = AreaWords<(typeof jobTexts)["en"]>;

export const createJobWords = (language: Language): JobWords => createAreaWords(jobTexts, language);
