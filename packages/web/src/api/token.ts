const key = "skillmint-token";

/** What can stand in a header. */
const isSendable = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** The token in what a person pasted: itself, or the address that the server printed. Undefined: there is none in it. */
export function readToken(pasted: string): string | undefined {
  const text = pasted.trim();
  const token = /^https?:/i.test(text) ? /#token=([^&]+)/.exec(text)?.[1] : text;
  return token !== undefined && isSendable(token) ? token : undefined;
}

/** The address that the server prints carries the token behind `#`: it is kept and taken out of sight. */
export function takeToken(): string | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given !== null) history.replaceState(null, "", location.pathname + location.search);
  if (given !== null && isSendable(given)) keepToken(given);
  return localStorage.getItem(key) ?? undefined;
}

export function keepToken(token: string): void {
  localStorage.setItem(key, token);
}
