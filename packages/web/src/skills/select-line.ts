/** Marks a line of a text field (from 1) and brings it into sight. */
export function selectLine(field: HTMLTextAreaElement, line: number): void {
  const lines = field.value.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const start = Math.min(before, field.value.length);
  field.focus();
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  // Lines are wrapped: how far down one is, is as near as its share of the text.
  const share = field.value.length === 0 ? 0 : start / field.value.length;
  field.scrollTop = Math.max(0, share * field.scrollHeight - field.clientHeight / 3);
}
