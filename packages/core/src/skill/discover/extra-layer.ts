import { delimiter, isAbsolute } from "node:path";
import { askTrust } from "./ask-trust.ts";
import type { LayerContext, SkillLayer, SkillRoot } from "./layer.ts";
import { expandPath } from "./folders.ts";

const variables = ["SKILLMINT_SKILLS_DIR", "CLAUDE_SKILLS_DIR"];

async function toRoot(path: string, order: number, context: LayerContext): Promise<SkillRoot> {
  const folder = expandPath(path, context.folder, context.home);
  // A relative path means another folder in each repository: then the repository must be trusted.
  const isFixed = isAbsolute(path) || path === "~" || path.startsWith("~/");
  return {
    folder,
    layer: "extra",
    order,
    trusted: isFixed || (await askTrust(context, context.folder)),
    isNamed: true,
  };
}

/** The folders that environment variables name, lists with the platform's delimiter. */
export function createExtraLayer(): SkillLayer {
  return {
    name: "extra",
    find: (context) => {
      const paths = variables.flatMap((name) => (context.env[name] ?? "").split(delimiter));
      const named = paths.map((path) => path.trim()).filter((path) => path !== "");
      return Promise.all(named.map((path, order) => toRoot(path, order, context)));
    },
  };
}
