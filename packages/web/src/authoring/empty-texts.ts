import { defineTexts } from "@skillmint/core/protocol";

export const emptyTexts = defineTexts({
  en: {
    "tests.title": "This skill has no tests yet",
    "tests.explain":
      "A test is a prompt and what must come of it. Change this one to your needs and save it; the first run with a model can be recorded, and from then on it needs no key.",
    "evals.title": "This skill has no evals yet",
    "evals.explain":
      "Evals measure whether the skill helps: each case runs with it and without it. Write a few prompts and what a good result must have; six or more cases can show a difference.",
    name: "File",
    text: "Content",
    save: "Save",
    notOwn:
      "This skill is not yours, so nothing can be written into its folder here. This is what such a file looks like:",
    notJson: "This is not JSON yet: {message}",
    failed: "It was not saved: {message}",
    discard: "Start over",
  },
  "zh-CN": {
    "tests.title": "此技能还没有测试",
    "tests.explain":
      "测试是一个提示词以及它必须得到的结果。请按需修改并保存；首次使用模型运行时可以录制，此后无需密钥。",
    "evals.title": "此技能还没有评测",
    "evals.explain":
      "评测衡量技能是否有帮助：每个用例分别在有技能和没有技能时运行。写几个提示词以及好结果必须具备的内容；六个以上的用例才能显示差异。",
    name: "文件",
    text: "内容",
    save: "保存",
    notOwn: "此技能不属于你，不能在这里写入其文件夹。这样的文件形如：",
    notJson: "还不是 JSON：{message}",
    failed: "未能保存：{message}",
    discard: "重新开始",
  },
});
