import type { SkillPage } from "@skillmint/core/protocol/api";

type SkillFile = SkillPage["files"][number];

export interface TreeFolder {
  name: string;
  path: string;
  folders: TreeFolder[];
  files: (SkillFile & { name: string })[];
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

function sortFolder(folder: TreeFolder): TreeFolder {
  folder.folders.sort(byName).forEach(sortFolder);
  folder.files.sort(byName);
  return folder;
}

/** Files as the tree that they lie in, by name. */
export function buildTree(files: readonly SkillFile[]): TreeFolder {
  const root: TreeFolder = { name: "", path: "", folders: [], files: [] };
  const folders = new Map([["", root]]);
  const folderAt = (path: string): TreeFolder => {
    const known = folders.get(path);
    if (known) return known;
    const at = path.lastIndexOf("/");
    const folder: TreeFolder = { name: path.slice(at + 1), path, folders: [], files: [] };
    folders.set(path, folder);
    folderAt(path.slice(0, Math.max(at, 0))).folders.push(folder);
    return folder;
  };
  for (const file of files) {
    const at = file.path.lastIndexOf("/");
    folderAt(file.path.slice(0, Math.max(at, 0))).files.push({ ...file, name: file.path.slice(at + 1) });
  }
  return sortFolder(root);
}
