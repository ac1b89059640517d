/** A part of an address as it is meant; as it is written where it cannot be decoded. */
export function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
