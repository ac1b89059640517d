/** A path as seen from a folder that it is in; else as it is. */
export function insideFolder(path: string, folder: string): string {
  const rest = path.startsWith(folder) ? path.slice(folder.length) : path;
  return rest !== path && /^[/\\]/.test(rest) ? rest.slice(1) : path;
}
