import { defineTexts } from "@skillmint/core/protocol";

export const apiTexts = defineTexts({
  en: {
    title: "HTTP API",
    lead: "Everything that this app does goes through these routes, and any program can use them.",
    "lead.token":
      "Send the token that the server printed as the header Authorization: Bearer <token>, and bodies as JSON.",
    find: "Find a route",
    none: "No route fits “{query}”.",
    required: "required",
    optional: "optional",
    open: "Needs no token.",
    parameters: "Parameters",
    body: "Body",
    reply: "Reply {status}",
    "reply.else": "Any failure",
    "copy.curl": "Copy the command",
    count: "routes: {count}",
  },
  "zh-CN": {
    title: "HTTP 接口",
    lead: "此应用所做的一切都通过这些接口，任何程序都可以使用。",
    "lead.token": "请以请求头 Authorization: Bearer <token> 发送服务器打印的令牌，请求体使用 JSON。",
    find: "查找接口",
    none: "没有匹配“{query}”的接口。",
    required: "必填",
    optional: "可选",
    open: "无需令牌。",
    parameters: "参数",
    body: "请求体",
    reply: "响应 {status}",
    "reply.else": "失败时",
    "copy.curl": "复制命令",
    count: "{count} 个接口",
  },
});
