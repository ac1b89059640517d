import type { Description } from "../define-tool.ts";
import { refuseSpecial } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";

/**
 * Holds a tool to the path that it described: what the gate judged, and a person saw, is what `run` touches.
 * Both are given the same input object, by which the path is known again.
 */
export interface DescribedPath {
  /** With the real path in the title: what a person sees is what will be touched. */
  describe(
    input: object,
    path: string,
    workspace: Workspace,
    words: { title: string; access: "read" | "write" },
  ): Promise<Description>;
  resolve(input: object, path: string, workspace: Workspace): Promise<ResolvedPath>;
}

export function createDescribedPath(): DescribedPath {
  const described = new WeakMap<object, string>();
  return {
    async describe(input, path, workspace, { title, access }) {
      const resolved = await workspace.resolve(path);
      refuseSpecial(resolved.real);
      described.set(input, resolved.real);
      return {
        title: `${title} ${workspace.display(resolved.real)}`,
        resources: [{ kind: "path", path: resolved.real, access, outside: resolved.outside }],
      };
    },
    async resolve(input, path, workspace) {
      const resolved = await workspace.resolve(path);
      const before = described.get(input);
      if (before !== undefined && before !== resolved.real) throw new WorkspaceError("swapped", path);
      refuseSpecial(resolved.real);
      return resolved;
    },
  };
}
