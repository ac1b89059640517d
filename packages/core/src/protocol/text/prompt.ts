import { defineTexts } from "./define-texts.ts";

export const promptTexts = defineTexts({
  en: {},
  "zh-CN": {},
});
