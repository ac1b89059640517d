/** What a person wrote before their words: skills to start, and what to hand to them. */
export interface PromptCommands {
  names: string[];
  arguments: string;
}

const maxStacked = 6;
/** A name and nothing else: `/etc/hosts` is a path. */
const command = /^\/([\p{L}\p{N}_][\p{L}\p{N}_:.@-]*)(?:\s+|$)/u;

/** Reads `/a /b words`: which of the names are skills is for the caller to find out, from the left. */
export function readCommands(text: string): PromptCommands {
  const names: string[] = [];
  let rest = text.trimStart();
  while (rest.startsWith("/") && names.length < maxStacked) {
    const match = command.exec(rest);
    if (!match?.[1]) break;
    names.push(match[1]);
    rest = rest.slice(match[0].length);
  }
  return { names, arguments: rest };
}
