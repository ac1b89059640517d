const allowed = new Set(["http:", "https:", "mailto:"]);

/** The address of a link in a text that nobody vouches for; undefined where it is not one to follow. */
export function safeLink(href: string): string | undefined {
  const url = URL.parse(href);
  return url && allowed.has(url.protocol) ? url.href : undefined;
}
