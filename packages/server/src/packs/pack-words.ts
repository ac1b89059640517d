import { defineTexts } from "@skillmint/core/protocol";

/** What jobs about packs tell a person, and why some cannot be. */
export const packJobTexts = defineTexts({
  en: {
    fetching: "Fetching…",
    checking: "Checking what is in it…",
    writing: "Writing…",
    packing: "Packing and signing…",
    sealing: "Packing, sealing and signing…",
    changed: "{name} is no longer what was shown. Look at it again; nothing was installed.",
    sealedSkill: "{name} is sealed: only who made the pack can pack it again.",
    noFolder: "{name} is no folder with a SKILL.md that could be packed.",
  },
  "zh-CN": {
    fetching: "正在获取……",
    checking: "正在检查其中内容……",
    writing: "正在写入……",
    packing: "正在打包并签名……",
    sealing: "正在打包、封装并签名……",
    changed: "{name} 与先前展示的不同。请重新查看；未安装任何内容。",
    sealedSkill: "{name} 已封装：只有制作者才能重新打包。",
    noFolder: "{name} 不是可以打包的含 SKILL.md 的文件夹。",
  },
});
