const keyOf = (name: string): string => `skillmint-draft-${name}`;

/** What was typed and not saved yet, by the place it was typed in; it outlives the page. */
export function readKept<Value extends object>(name: string, empty: Value): Value | undefined {
  const written = localStorage.getItem(keyOf(name));
  if (written === null) return undefined;
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === "object" && value !== null ? { ...empty, ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Without a value it is forgotten. False where the browser has no room for it. */
export function keep(name: string, value: object | undefined): boolean {
  try {
    if (value === undefined) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), JSON.stringify(value));
    return true;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}
