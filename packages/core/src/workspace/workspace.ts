/** A path after links were resolved, as far as it exists; `outside` when it lies in none of the folders. */
export interface ResolvedPath {
  /** As the caller wrote it, made absolute. */
  asked: string;
  /** What will really be touched. */
  real: string;
  exists: boolean;
  outside: boolean;
}

/** The folder tree that a session may touch. */
export interface Workspace {
  root: string;
  added: readonly string[];
  /**
   * Resolves links on the way, also of parts that do not exist yet. A path that is merely strange resolves to
   * something that does not exist; only what can name no file at all (NUL, too long, a loop of links, a folder
   * that may not be searched) throws a WorkspaceError.
   */
  resolve(path: string, base?: string): Promise<ResolvedPath>;
  /** The path as a person would write it: relative inside the root, `~` for home, control characters escaped. */
  display(path: string): string;
}
