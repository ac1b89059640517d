import { defineTexts } from "./define-texts.ts";

export const cliTexts = defineTexts({
  en: {},
  "zh-CN": {},
});
