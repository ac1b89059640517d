import { defineTexts } from "./define-texts.ts";

export const modelTexts = defineTexts({
  en: {},
  "zh-CN": {},
});
