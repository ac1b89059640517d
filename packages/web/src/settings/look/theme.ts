export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const key = "skillmint-theme";

/** What a person chose in this browser; one that keeps nothing, or something else, follows the system. */
export function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(key);
    return themes.find((theme) => theme === kept) ?? "system";
  } catch {
    // Some browsers refuse the storage as a whole.
    return "system";
  }
}

/** Shows the page in it. To be called before anything is painted, and whenever it changes. */
export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset["theme"];
  else dataset["theme"] = theme;
}

/** Shows the page in it from now on. False where it cannot be kept for the next visit. */
export function keepTheme(theme: Theme): boolean {
  applyTheme(theme);
  try {
    localStorage.setItem(key, theme);
    return true;
  } catch {
    return false;
  }
}

/** Tells when another tab chose one. */
export function watchTheme(listener: (theme: Theme) => void): () => void {
  const notice = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener(readTheme());
  };
  addEventListener("storage", notice);
  return () => removeEventListener("storage", notice);
}
