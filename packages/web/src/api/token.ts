const key = "skillmint-token";

/** The address that the server prints carries the token behind `#`: it is kept and taken out of sight. */
export function takeToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    localStorage.setItem(key, given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return localStorage.getItem(key) ?? undefined;
}

export function keepToken(token: string): void {
  localStorage.setItem(key, token);
}
