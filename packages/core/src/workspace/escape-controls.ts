/** Characters that would move the cursor, hide or reorder what a person reads. */
const unseen =
  /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu;

/** A text as one line that shows every character it has: what a person approves is what they see. */
export function escapeControls(text: string): string {
  return text.replaceAll(unseen, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
