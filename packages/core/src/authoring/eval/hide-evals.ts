import type { FolderContent } from "../versions/folder-content.ts";

const isEval = (path: string): boolean => path === "evals" || path.startsWith("evals/");

/** A skill as its writer may see it: without the cases that it will be measured by. */
export function hideEvals({ files, links, folders }: FolderContent): FolderContent {
  return {
    files: files.filter(({ path }) => !isEval(path)),
    links: links.filter(({ path }) => !isEval(path)),
    folders: folders.filter((path) => !isEval(path)),
  };
}

const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);

/** What a writer left, with the cases that the skill had before: nobody who is measured changes the measure. */
export function restoreEvals(content: FolderContent, before: FolderContent): FolderContent {
  const shown = hideEvals(content);
  return {
    files: [...shown.files, ...before.files.filter(({ path }) => isEval(path))].sort(byPath),
    links: [...shown.links, ...before.links.filter(({ path }) => isEval(path))].sort(byPath),
    folders: [...shown.folders, ...before.folders.filter(isEval)].sort(),
  };
}
