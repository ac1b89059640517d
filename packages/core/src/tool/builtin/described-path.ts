import type { Translate } from "../../protocol/index.ts";
import { refuseSpecial } from "../../workspace/open-resolved.ts";
import { WorkspaceError } from "../../workspace/workspace-error.ts";
import type { ResolvedPath, Workspace } from "../../workspace/workspace.ts";
import type { Description, ToolContext, ToolResult } from "../define-tool.ts";
import { pathFailure, type FailureKey } from "./path-failure.ts";

/**
 * Holds a tool to the path that it described: what the gate judged, and a person saw, is what `touch` touches.
 * Both are given the same input object, by which the path is known again. No path means the root of the workspace.
 * What the workspace refuses becomes a failure that the model reads.
 */
export interface DescribedPath {
  /** With the real path in the title: what a person sees is what will be touched. */
  describe(
    input: object,
    path: string | undefined,
    workspace: Workspace,
    title?: string,
  ): Promise<Description>;
  touch(
    input: object,
    path: string | undefined,
    context: ToolContext,
    work: (resolved: ResolvedPath) => Promise<ToolResult>,
  ): Promise<ToolResult>;
}

export interface PathWords {
  name: string;
  access: "read" | "write";
  failed: FailureKey;
  t: Translate;
}

export function createDescribedPath({ name, access, failed, t }: PathWords): DescribedPath {
  const described = new WeakMap<object, string>();
  return {
    async describe(input, path, workspace, title = name) {
      try {
        const resolved = await workspace.resolve(path ?? workspace.root);
        refuseSpecial(resolved.real);
        described.set(input, resolved.real);
        return {
          title: `${title} ${workspace.display(resolved.real)}`,
          resources: [{ kind: "path", path: resolved.real, access, outside: resolved.outside }],
        };
      } catch (error) {
        throw pathFailure(error, failed, path ?? ".", t);
      }
    },
    async touch(input, path, context, work) {
      const { workspace } = context;
      try {
        const resolved = await workspace.resolve(path ?? workspace.root);
        const before = described.get(input);
        if (before !== undefined && before !== resolved.real)
          throw new WorkspaceError("swapped", resolved.real);
        refuseSpecial(resolved.real);
        return await work(resolved);
      } catch (error) {
        throw pathFailure(error, failed, path ?? ".", context.t);
      }
    },
  };
}
