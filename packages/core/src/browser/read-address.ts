const local = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d{1,5})?(?:[/?#]|$)/i;
const named = /^[^\s/?#:@\\]+\.[^\s/?#:@\\]+(?::\d{1,5})?(?:[/?#]|$)/;

/** The address of a web page, as people write it; `undefined` for everything else, `file:` and `data:` included. */
export function readAddress(text: string): URL | undefined {
  const trimmed = text.trim();
  if (trimmed === "about:blank") return new URL(trimmed);
  const whole = /^https?:/i.test(trimmed)
    ? trimmed
    : local.test(trimmed)
      ? `http://${trimmed}`
      : named.test(trimmed)
        ? `https://${trimmed}`
        : "";
  return URL.canParse(whole) ? new URL(whole) : undefined;
}
