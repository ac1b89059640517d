/** Puts a text into the clipboard. Rejects where the browser lets nobody. */
export async function copyText(text: string): Promise<void> {
  // Only there where the page came over a safe way: not in a network without encryption.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) return clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "fixed top-0 left-0 opacity-0";
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  if (!isDone) throw new Error("copy");
}
