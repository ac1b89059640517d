const keyOf = (name: string): string => `skillmint-sent:${name}`;

/** Tells the other tabs what was sent from this one. */
export function tellSent(name: string, text: string): void {
  try {
    localStorage.setItem(keyOf(name), text);
    localStorage.removeItem(keyOf(name));
  } catch {
    // No room to tell it: the other tabs keep their copy, which is the better mistake.
  }
}

/** `onSent`: another tab sent this text in the same place. Returns how to stop listening. */
export function watchSent(name: string, onSent: (text: string) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent): void => {
    if (key === keyOf(name) && newValue !== null) onSent(newValue);
  };
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}
