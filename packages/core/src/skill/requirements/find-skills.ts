import type { AddRequirement } from "./requirement.ts";
import { bareWords, stripMarks, type MarkdownParts } from "./split-markdown.ts";

const verbs = new Set(
  "use using uses invoke invokes invoking load loads loading run runs running call calls calling follow follows following activate activates activating via see with through read apply".split(
    " ",
  ),
);
const slug = /^[a-z0-9]+(?:-[a-z0-9]+){0,12}$/;
const qualified = /^[a-z][a-z0-9]*(?:-[a-z0-9]+){0,8}:[a-z][a-z0-9]*(?:-[a-z0-9]+){0,12}$/;
const noName = new Set(
  "this that the a an any each every another other relevant right same new your my its one calling which current existing appropriate no all other's sub parent child whole available following second first next user project plugin".split(
    " ",
  ),
);
const maybe =
  /\b(?:if (?:available|installed|present|you have)|optional(?:ly)?|when available)\b|如(?:果)?可用/i;
/** What stands before a colon in code and addresses, never a plugin. */
const notPlugins = new Set(
  "http https node npm file git ssh data mailto localhost jsr pnpm yarn bun deno domain feat fix chore docs test build lint dev start origin upstream head type kind name id is author label repo path tag image std workspace urn skill tool mode posture status state scope level format param".split(
    " ",
  ),
);

interface Word {
  text: string;
  /** It was marked as a name: between backticks, bold, or written as a command. */
  marked: boolean;
}

function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  for (const raw of line.split(/[\s(),;"“”→]+/)) {
    if (raw === "" || raw.length > 200) continue;
    const text = stripMarks(raw).replace(/^[/$]/, "");
    words.push({ text, marked: /^[[{]?(?:`|\*\*)+[/$]?\w/.test(raw) || /^[/$][a-z]/.test(raw) });
  }
  return words;
}

/**
 * The skills a text calls: `plugin:name`, "use the name skill", `Skill(name)`. `self` is the skill's own name, which
 * texts announce and do not need; `plugin` its own plugin, whose other skills are meant for certain.
 */
export function findSkills(
  parts: MarkdownParts,
  self: { names: readonly string[]; plugin?: string },
  file: string | undefined,
  add: AddRequirement,
): void {
  const own = new Set(self.names);
  const isOwn = (name: string): boolean => {
    const at = name.indexOf(":");
    return own.has(name) || (at !== -1 && name.slice(0, at) === self.plugin && own.has(name.slice(at + 1)));
  };
  for (const { text, line } of parts.prose) {
    const optional = maybe.test(text);
    const spoken = /\bskills?\b|SUB-SKILL|REQUIRED|技能/i.test(text);
    const put = (name: string, guess: boolean): void => {
      if (!isOwn(name)) add("skill", name, { guess: guess || optional, where: line, file });
    };
    for (const word of bareWords(text)) {
      const name = word.replace(/^[/$]/, "").replace(/['’]s$/, "");
      if (!qualified.test(name)) continue;
      const prefix = name.slice(0, name.indexOf(":"));
      if (notPlugins.has(prefix)) continue;
      put(name, prefix !== self.plugin && !(spoken && name.includes("-")));
    }
    for (const match of text.matchAll(
      /\bSkill\(\s{0,4}["'`]?([a-z0-9][a-z0-9:_-]{0,128})["'`]?[^)]{0,200}\)/g,
    )) {
      if (match[1] !== undefined && !noName.has(match[1])) put(match[1], false);
    }
    const words = wordsOf(text);
    for (const [index, word] of words.entries()) {
      if (!/^(?:sub-?)?skills?$/i.test(word.text)) continue;
      const before = words[index - 1];
      if (before === undefined || !slug.test(before.text) || noName.has(before.text)) continue;
      const article = words[index - 2]?.text.toLowerCase() === "the";
      const verb = words[article ? index - 3 : index - 2]?.text.toLowerCase();
      if (before.marked) put(before.text, verb === undefined || !verbs.has(verb));
      else if (verb !== undefined && verbs.has(verb) && (article || before.text.includes("-")))
        put(before.text, true);
    }
    for (const match of text.matchAll(/\binvok(?:e|es|ing) ([a-z0-9]+(?:-[a-z0-9]+){1,8})\b/gi)) {
      if (match[1] !== undefined && slug.test(match[1])) put(match[1], true);
    }
  }
}
