/** A word as a shell would read it, so that a person sees where one ends and the next begins. */
export function quoteWord(word: string): string {
  const visible = word.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return /^[\w@%+=:,./${}-]+$/.test(visible) ? visible : `'${visible.replaceAll("'", String.raw`'\''`)}'`;
}
