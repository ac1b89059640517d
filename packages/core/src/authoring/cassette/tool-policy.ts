import type { SessionView } from "../../protocol/index.ts";
import type { Resource } from "../../permission/request.ts";
import { callOfOutputPath } from "../../tool/bound.ts";

/** Tools that work on files of this machine, or on the session alone: the same input has the same result. */
const local: ReadonlySet<string> = new Set([
  "Read",
  "Write",
  "Edit",
  "NotebookEdit",
  "Glob",
  "Grep",
  "LS",
  "TodoWrite",
  "Skill",
  "Task",
  "TaskOutput",
  "AskUserQuestion",
  "EnterPlanMode",
  "ExitPlanMode",
]);

/** Tools that show what lies in a folder. */
export function looksThroughFolders(name: string): boolean {
  return name === "Glob" || name === "Grep" || name === "LS";
}

/**
 * Whether a call runs again when it is replayed, whatever a file says. Files outside the workspace are not there on
 * another machine, except those of active skills, which may be read; full outputs are those of calls that do not run.
 */
export function runsLocally(name: string, resources: readonly Resource[], view: SessionView): boolean {
  if (!local.has(name)) return false;
  const readable = Object.values(view.skills).flatMap(({ folder, root }) =>
    [folder ?? [], root ?? []].flat(),
  );
  return resources.every((resource) => {
    if (resource.kind !== "path" || callOfOutputPath(resource.path) !== undefined) return false;
    if (isBelow(resource.path, view.folder)) return true;
    return resource.access === "read" && readable.some((place) => isBelow(resource.path, place));
  });
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
