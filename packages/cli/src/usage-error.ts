import { createTranslate, type Language, type Translate } from "@skillmint/core/protocol";

type Word = (t: Translate, first: string, second: string) => string;

/** How commander words what is wrong with a command line: the only way in which it tells. */
const forms: readonly [pattern: RegExp, word: Word][] = [
  [/unknown option '(.*?)'/s, (t, name) => t("cli.wrong.option", { name })],
  [/unknown command '(.*?)'/s, (t, name) => t("cli.wrong.command", { name })],
  [/missing required argument '(.*?)'/s, (t, name) => t("cli.wrong.missing", { name })],
  [/option '(.*?)' argument missing/s, (t, name) => t("cli.wrong.noValue", { name })],
  [
    /option '(.*?)' cannot be used with option '(.*?)'/s,
    (t, one, other) => t("cli.wrong.both", { one, other }),
  ],
  [/too many arguments.* but got \d+: (.*)\.$/s, (t, words) => t("cli.wrong.tooMany", { words })],
];
const suggestion = /\(Did you mean (?:one of )?(.*)\?\)$/s;

/** Behind everything that is wrong with a command line. */
export const helpHint = "(skillmint --help)";

/** What is wrong with a command line, in the person's language; what commander says where it is none of the known. */
export function wordUsageError(message: string, language: Language): string {
  const t = createTranslate(language);
  const lines: string[] = [];
  for (const [pattern, word] of forms) {
    const found = pattern.exec(message);
    if (!found) continue;
    lines.push(word(t, found[1] ?? "", found[2] ?? ""));
    const names = suggestion.exec(message)?.[1];
    if (names !== undefined) lines.push(t("cli.wrong.similar", { names }));
    break;
  }
  if (lines.length === 0) lines.push(message);
  return [...lines, helpHint].join("\n");
}
