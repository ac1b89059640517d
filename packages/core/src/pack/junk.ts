/** What tools and systems leave in folders; hidden files too, as what people keep in those is not meant for others. */
const junk =
  /^(?:\..*|node_modules|__pycache__|__MACOSX|Thumbs\.db|desktop\.ini|.*~|.*\.py[co]|.*\.skillpack)$/i;

/** Whether a file or folder of this name stays out of a pack. */
export function isJunk(name: string): boolean {
  return junk.test(name);
}

/** Whether a path in an archive is there only because a file manager made the archive. */
export function isForeignJunk(path: string): boolean {
  return /^__MACOSX\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path);
}
