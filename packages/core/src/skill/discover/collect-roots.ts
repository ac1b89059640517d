import type { Diagnostic } from "../../protocol/index.ts";
import { isFolder, isInside, realPathOf } from "./folders.ts";
import type { LayerContext, SkillLayer, SkillRoot } from "./layer.ts";
import { describeProblem } from "./problems.ts";

/** A root that is there, with its folder without links. */
export interface RealRoot {
  root: SkillRoot;
  real: string;
}

export interface Roots {
  roots: RealRoot[];
  diagnostics: Diagnostic[];
}

/** Asks all layers. A folder that two of them name counts once, where it is strongest. */
export async function collectRoots(layers: readonly SkillLayer[], context: LayerContext): Promise<Roots> {
  const diagnostics: Diagnostic[] = [];
  const roots: RealRoot[] = [];
  const seen = new Set<string>();
  const named = await Promise.all(layers.map((layer) => ask(layer, context, diagnostics)));
  for (const root of named.flat()) {
    const real = realPathOf(root.folder);
    if (real === undefined || !isFolder(real)) {
      if (root.isNamed) diagnostics.push(describeProblem(root.folder, "folder-missing", context.t));
      continue;
    }
    const within = root.within === undefined ? undefined : (realPathOf(root.within) ?? root.within);
    if (within !== undefined && !isInside(within, real)) {
      diagnostics.push(describeProblem(root.folder, "folder-link-outside", context.t));
      continue;
    }
    if (seen.has(real)) continue;
    seen.add(real);
    roots.push({ root: within === undefined ? root : { ...root, within }, real });
  }
  return { roots, diagnostics };
}

async function ask(
  layer: SkillLayer,
  context: LayerContext,
  diagnostics: Diagnostic[],
): Promise<SkillRoot[]> {
  try {
    return await layer.find(context);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = context.t("discover.layer-failed", { layer: layer.name, reason });
    diagnostics.push({ path: context.folder, severity: "error", code: "layer-failed", message });
    return [];
  }
}
