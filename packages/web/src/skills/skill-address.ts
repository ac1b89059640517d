/** The page of a skill. Ids can hold anything, paths included. */
export function addressOfSkill(id: string): string {
  return `/skills/${encodeURIComponent(id)}`;
}

/** The skill that an address as the browser has it (`location.pathname`) is about. */
export function idOfAddress(pathname: string): string {
  const written = pathname.split("/")[2] ?? "";
  try {
    return decodeURIComponent(written);
  } catch (error) {
    if (error instanceof URIError) return written;
    throw error;
  }
}
