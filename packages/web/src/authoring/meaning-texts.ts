import { defineTexts } from "@skillmint/core/protocol";

export const meaningTexts = defineTexts({
  en: {
    ask: "Find by meaning",
    "ask.hint": "Asks a model which skills fit, whatever words they use.",
    found: "By meaning, for “{query}”",
    none: "None of the skills fits “{query}”.",
  },
  "zh-CN": {
    ask: "按含义查找",
    "ask.hint": "询问模型哪些技能合适，不限于字面。",
    found: "按含义，“{query}”",
    none: "没有技能适合“{query}”。",
  },
});
