/** Characters that show nothing (joiners, marks of direction, variation selectors, tags). */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** A name as names are compared: composed, full-width folded, without characters that show nothing. */
export function comparableName(name: string): string {
  if (/^[\x21-\x7E]*$/.test(name)) return name;
  return name.normalize("NFKC").replaceAll(ignorable, "").trim();
}

/** Scripts with letters that look like Latin ones. */
const lookalikes =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]/u;
const latin = /\p{Script=Latin}/u;

/** Whether a name looks like another: letters of scripts that resemble each other mixed in one word, `I` for `l`. */
export function isConfusable(name: string): boolean {
  if (/^[a-z0-9-]*$/.test(name)) return false;
  const words = comparableName(name).split(/[^\p{L}\p{N}\p{M}]+/u);
  return words.some((word) => (latin.test(word) && lookalikes.test(word)) || /\p{Ll}I\p{Ll}/u.test(word));
}
