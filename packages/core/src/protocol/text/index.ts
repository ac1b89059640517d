import type { Language } from "../settings.ts";
import type { ParamsOf } from "./define-texts.ts";
import { fillText } from "./fill-text.ts";
import { cliTexts } from "./cli.ts";
import { cliEnvTexts } from "./cli-env.ts";
import { cliSkillsTexts } from "./cli-skills.ts";
import { contextTexts } from "./context.ts";
import { demoTexts } from "./demo.ts";
import { environmentTexts } from "./environment.ts";
import { errorTexts } from "./error.ts";
import { hooksTexts } from "./hooks.ts";
import { builtinTexts } from "./builtin.ts";
import { interactTexts } from "./interact.ts";
import { memoryTexts } from "./memory.ts";
import { modelTexts } from "./model.ts";
import { permissionTexts } from "./permission.ts";
import { promptTexts } from "./prompt.ts";
import { sandboxTexts } from "./sandbox.ts";
import { sessionTexts } from "./session.ts";
import { shellTexts } from "./shell.ts";
import { skillActivateTexts } from "./skill-activate.ts";
import { skillCatalogTexts } from "./skill-catalog.ts";
import { skillDiscoverTexts } from "./skill-discover.ts";
import { skillManageTexts } from "./skill-manage.ts";
import { skillParseTexts } from "./skill-parse.ts";
import { taskTexts } from "./task.ts";
import { toolTexts } from "./tool.ts";

const catalogue = {
  en: {
    ...errorTexts.en,
    ...toolTexts.en,
    ...taskTexts.en,
    ...builtinTexts.en,
    ...hooksTexts.en,
    ...interactTexts.en,
    ...memoryTexts.en,
    ...modelTexts.en,
    ...permissionTexts.en,
    ...promptTexts.en,
    ...contextTexts.en,
    ...sandboxTexts.en,
    ...sessionTexts.en,
    ...shellTexts.en,
    ...skillActivateTexts.en,
    ...skillCatalogTexts.en,
    ...skillDiscoverTexts.en,
    ...skillManageTexts.en,
    ...skillParseTexts.en,
    ...cliTexts.en,
    ...cliEnvTexts.en,
    ...cliSkillsTexts.en,
    ...environmentTexts.en,
    ...demoTexts.en,
  },
  "zh-CN": {
    ...errorTexts["zh-CN"],
    ...toolTexts["zh-CN"],
    ...taskTexts["zh-CN"],
    ...builtinTexts["zh-CN"],
    ...hooksTexts["zh-CN"],
    ...interactTexts["zh-CN"],
    ...memoryTexts["zh-CN"],
    ...modelTexts["zh-CN"],
    ...permissionTexts["zh-CN"],
    ...promptTexts["zh-CN"],
    ...contextTexts["zh-CN"],
    ...sandboxTexts["zh-CN"],
    ...sessionTexts["zh-CN"],
    ...shellTexts["zh-CN"],
    ...skillActivateTexts["zh-CN"],
    ...skillCatalogTexts["zh-CN"],
    ...skillDiscoverTexts["zh-CN"],
    ...skillManageTexts["zh-CN"],
    ...skillParseTexts["zh-CN"],
    ...cliTexts["zh-CN"],
    ...cliEnvTexts["zh-CN"],
    ...cliSkillsTexts["zh-CN"],
    ...environmentTexts["zh-CN"],
    ...demoTexts["zh-CN"],
  },
};

type Texts = (typeof catalogue)["en"];
export type TextKey = keyof Texts;

type Args<K extends TextKey> = [ParamsOf<Texts[K]>] extends [never]
  ? []
  : [params: Record<ParamsOf<Texts[K]>, string | number>];

/** Words a text of the catalogue in one language: `t("tool.unknown", { name, nearest })`. */
export type Translate = <K extends TextKey>(key: K, ...args: Args<K>) => string;

export function createTranslate(language: Language): Translate {
  const texts = catalogue[language];
  return (key, ...args) => fillText(texts[key], args[0] ?? {});
}

/** The best of our languages for a locale such as `zh_CN.UTF-8`. */
export function languageOfLocale(locale: string | undefined): Language {
  return locale !== undefined && /^zh/i.test(locale) ? "zh-CN" : "en";
}
