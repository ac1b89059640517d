import { defineTexts } from "./define-texts.ts";

export const builtinTexts = defineTexts({
  en: {},
  "zh-CN": {},
});
