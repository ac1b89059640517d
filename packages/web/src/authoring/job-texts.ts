import { defineTexts } from "@skillmint/core/protocol";

/** How long work stands. */
export const jobTexts = defineTexts({
  en: {
    starting: "Starting…",
    steps: "Steps so far ({count})",
    cancel: "Stop",
    cancelling: "Stopping…",
    cancelled: "Stopped.",
    failed: "That did not work: {message}",
    lost: "The server was started anew meanwhile, so this work ended without a result. Start it again.",
    leave: "You may leave this page: the work goes on.",
  },
  "zh-CN": {
    starting: "正在开始…",
    steps: "目前的步骤（{count}）",
    cancel: "停止",
    cancelling: "正在停止…",
    cancelled: "已停止。",
    failed: "未能完成：{message}",
    lost: "期间服务器重新启动，这项工作没有结果就结束了。请重新开始。",
    leave: "可以离开此页：工作会继续。",
  },
});
