/**
 * What stands before content that must not be written down in clear: the log, its blobs and all that is made of them
 * hold only this form. Whoever builds a request to the model can open it; everyone else shows what stands in its place.
 */
export const sealedPrefix = "skillmint-sealed:1:";

export function isSealedText(text: string): boolean {
  return text.startsWith(sealedPrefix);
}

export function isSealedBytes(bytes: Uint8Array): boolean {
  if (bytes.length < sealedPrefix.length) return false;
  for (let at = 0; at < sealedPrefix.length; at++)
    if (bytes[at] !== sealedPrefix.charCodeAt(at)) return false;
  return true;
}
