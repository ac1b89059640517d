/** Sequences that move a cursor or set a colour, and other control characters: a page has neither. */
const controls =
  /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])|[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g;

/** What a command printed, as plain text; of a line that was written over, what stood there last. */
export function plainOutput(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replaceAll(controls, "")
    .split("\n")
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}
