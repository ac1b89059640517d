import { defineTexts } from "./define-texts.ts";

export const modelTexts = defineTexts({
  en: {
    "model.which": "Which model of {id}? Write {id}/MODEL",
    "model.needsBaseUrl": "{id} needs a base URL: --base-url URL or {variable}",
    "model.notABaseUrl":
      "Not a base URL for a model: {url}. Expected http(s)://host/path without user name or password",
    "model.keyOfOther": "A key is stored, but for {host}, not for {url}",
    "model.otherHost": "another host",
  },
  "zh-CN": {
    "model.which": "使用 {id} 的哪个模型？请写成 {id}/MODEL",
    "model.needsBaseUrl": "{id} 需要基础地址：--base-url URL 或 {variable}",
    "model.notABaseUrl": "{url} 不是模型的基础地址。应为 http(s)://host/path，且不含用户名和密码",
    "model.keyOfOther": "保存了一个密钥，但它属于 {host}，而不是 {url}",
    "model.otherHost": "其他主机",
  },
});
