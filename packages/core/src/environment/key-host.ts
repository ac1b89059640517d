/**
 * How the place that a key goes to is written down: host and port, with the scheme where it is not https, so that
 * a key entered for https never travels in clear. `undefined` for what is no web address.
 */
export function hostOf(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const url = new URL(baseUrl);
  if (url.protocol === "https:") return url.host;
  return url.protocol === "http:" ? `http://${url.host}` : undefined;
}

/** Where a key may go. */
export interface KeyTarget {
  /** Where it would be sent to. */
  baseUrl: string;
  /** The provider's own address: keys from the environment are meant for it. */
  presetUrl?: string | undefined;
  /** Addresses from a flag, an environment variable or the user's own files. Never one from a repository. */
  enteredUrls?: readonly string[] | undefined;
}

/** `recorded` is the host that a stored key was entered for; a key from the environment has none. */
export function mayReceiveKey(target: KeyTarget, recorded: string | undefined): boolean {
  const host = hostOf(target.baseUrl);
  if (host === undefined) return false;
  const entered = (target.enteredUrls ?? []).map(hostOf);
  const own = recorded ?? (target.presetUrl === undefined ? undefined : hostOf(target.presetUrl));
  return host === own || entered.includes(host);
}
