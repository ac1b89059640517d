const key = "skillmint-prompts";
const maxPrompts = 100;
const maxChars = 20_000;

/** What was sent from this browser, newest first. */
export function readPrompts(): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.filter((text): text is string => typeof text === "string") : [];
  } catch {
    // Somebody else wrote it.
    return [];
  }
}

/** The same text counts once; very long ones are not kept. */
export function rememberPrompt(text: string): void {
  if (text.trim() === "" || text.length > maxChars) return;
  const next = [text, ...readPrompts().filter((other) => other !== text)].slice(0, maxPrompts);
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // No room: what is being typed needs it more.
    localStorage.removeItem(key);
  }
}
