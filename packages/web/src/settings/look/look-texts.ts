import { defineTexts } from "@skillmint/core/protocol";

export const lookTexts = defineTexts({
  en: {
    language: "Language",
    "language.lead":
      "This page and the server’s answers to it change at once. What models and the terminal are told follows with the server’s next start.",
    "theme.title": "Theme",
    "theme.lead": "Kept in this browser.",
    "theme.system": "As the system",
    "theme.system.text": "Light by day and dark by night, where the system does so.",
    "theme.light": "Light",
    "theme.dark": "Dark",
    "theme.kept": "Kept in this browser",
    "theme.lost": "This browser keeps nothing: it holds until the page is closed",
  },
  "zh-CN": {
    language: "语言",
    "language.lead": "此页面及服务器对它的回答立即切换。给模型和终端的文字在服务器下次启动后切换。",
    "theme.title": "主题",
    "theme.lead": "保存在此浏览器中。",
    "theme.system": "跟随系统",
    "theme.system.text": "随系统在浅色与深色之间切换。",
    "theme.light": "浅色",
    "theme.dark": "深色",
    "theme.kept": "已保存在此浏览器中",
    "theme.lost": "此浏览器不保存数据：关闭页面后失效",
  },
});
