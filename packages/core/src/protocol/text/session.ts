import { defineTexts } from "./define-texts.ts";

export const sessionTexts = defineTexts({
  en: {},
  "zh-CN": {},
});
