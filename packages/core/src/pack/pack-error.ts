import { SkillmintError, type ErrorCode, type Language } from "../protocol/index.ts";
import { fillText } from "../protocol/text/fill-text.ts";
import { packTexts } from "../protocol/text/pack.ts";

/** Why something was refused: a text of the area without its `pack.`. It stands in `params.reason` of the error. */
export type PackReason = keyof (typeof packTexts)["en"] extends infer Key
  ? Key extends `pack.${infer Reason}`
    ? Reason
    : never
  : never;

/** Of the functions of this folder: in which language their errors are worded. */
export interface PackOptions {
  /** Default: `en`. */
  language?: Language;
}

/** Makes the errors of this folder: a code, the reason, and a whole sentence in `params.message`. */
export type PackFault = (
  code: Extract<ErrorCode, `pack-${string}`>,
  reason: PackReason,
  params?: Readonly<Record<string, string | number>>,
  cause?: unknown,
) => SkillmintError;

export function createPackFault(language: Language = "en"): PackFault {
  return (code, reason, params = {}, cause) => {
    const message = fillText(packTexts[language][`pack.${reason}`], params);
    return new SkillmintError(code, { params: { ...params, reason, message }, cause });
  };
}
