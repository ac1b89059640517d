/** What the person is about to name: `/skill` at the beginning, `@file` anywhere. */
export interface Trigger {
  kind: "skill" | "file";
  /** Where its sign stands in the text. */
  start: number;
  /** What follows the sign, up to the caret. */
  query: string;
}

/** Like the engine reads it: names at the very beginning, several after each other. `/etc/hosts` is a path. */
const skillSign = /^(\s*(?:\/[^\s/]+\s+)*)\/([^\s/]*)$/;
/** Behind a letter it is part of an address: `me@example.org`. */
const fileSign = /(?:^|[^\w.@])@([^\s@]*)$/;
const maxQuery = 200;

export function findTrigger(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret);
  const skill = skillSign.exec(before);
  if (skill) return { kind: "skill", start: skill[1]?.length ?? 0, query: skill[2] ?? "" };
  const file = fileSign.exec(before.slice(-maxQuery));
  const query = file?.[1];
  return query === undefined ? undefined : { kind: "file", start: caret - query.length - 1, query };
}

/** The text with the sign and what followed it replaced, and where the caret goes. */
export function replaceTrigger(
  text: string,
  caret: number,
  { start }: Trigger,
  inserted: string,
): { text: string; caret: number } {
  const rest = text.slice(caret);
  const head = text.slice(0, start) + inserted;
  if (inserted === "") return { text: head + rest, caret: start };
  return { text: /^\s/.test(rest) ? head + rest : `${head} ${rest}`, caret: head.length + 1 };
}

/** A path as it stands in a prompt: quoted where it has blanks. */
export const quotePath = (path: string): string => (/\s/.test(path) ? `\`${path}\`` : path);
