import { defineTexts } from "@skillmint/core/protocol";

export const sessionsTexts = defineTexts({
  en: {
    title: "Sessions",
    search: "Search in all that was said",
    empty: "No sessions yet. Start one, and it stays here.",
    nothingFound: "Nothing found for “{query}”.",
    new: "New session",
    failed: "The list could not be read: {message}",
    retry: "Try again",
    today: "Today",
    yesterday: "Yesterday",
    earlier: "Earlier",
    more: "Show older ones",
    fork: "Fork",
  },
  "zh-CN": {
    title: "会话",
    search: "搜索所有内容",
    empty: "还没有会话。开始一个，它会保留在这里。",
    nothingFound: "没有找到“{query}”。",
    new: "新会话",
    failed: "无法读取列表：{message}",
    retry: "重试",
    today: "今天",
    yesterday: "昨天",
    earlier: "更早",
    more: "显示更早的会话",
    fork: "分支",
  },
});
