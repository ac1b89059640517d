import { defineTexts } from "./define-texts.ts";

/** What every request tells a model of the tools; what they say when they run is in `internetResultTexts`. */
export const internetTexts = defineTexts({
  en: {
    "internet.fetch.description": "Get a web page as Markdown; also PDF, JSON, text, images.",
    "internet.fetch.prompt": "What to find in it",
    "internet.search.description": "Search the web: titles, addresses, summaries.",
    "internet.search.count": "Default 5",
    "internet.search.title": "Search: {query}",
  },
  "zh-CN": {
    "internet.fetch.description": "以 Markdown 获取网页；也支持 PDF、JSON、文本和图片。",
    "internet.fetch.prompt": "要在其中找什么",
    "internet.search.description": "搜索网络：标题、网址、摘要。",
    "internet.search.count": "默认 5",
    "internet.search.title": "搜索：{query}",
  },
});
