import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { Diagnostic } from "../protocol/index.ts";
import type { Words } from "./environment-texts.ts";
import type { Env } from "./home.ts";
import { positionAt, type JsoncDocument } from "./jsonc-document.ts";
import { findReferences } from "./reference.ts";

function textsOf(node: Node): Node[] {
  if (node.type === "string") return [node];
  const children = node.type === "property" ? (node.children ?? []).slice(1) : (node.children ?? []);
  return children.flatMap(textsOf);
}

/**
 * One warning for each `${NAME}` and `${secret:name}` below a path that stands for nothing: they are filled in when
 * they are used, and whoever needs one is told then. Secrets are looked for by name only.
 */
export async function checkReferences(
  document: JsoncDocument | undefined,
  below: readonly string[],
  sources: { env: Env; hasSecret?(name: string): Promise<boolean> },
  words: Words,
): Promise<Diagnostic[]> {
  const root = document?.root && findNodeAtLocation(document.root, [...below]);
  if (!document || !root) return [];
  const found = await Promise.all(
    textsOf(root).map(async (node) => {
      const { variables, secrets } = findReferences(node.value);
      const unset = variables.filter((name) => !Object.hasOwn(sources.env, name) || !sources.env[name]);
      const missing = await Promise.all(
        secrets.map(async (name) => (sources.hasSecret && !(await sources.hasSecret(name)) ? [name] : [])),
      );
      const references = [...unset, ...missing.flat().map((name) => `secret:${name}`)];
      return references.map((name): Diagnostic => ({
        path: document.file,
        ...positionAt(document.text, node.offset),
        severity: "warning",
        code: "reference-unset",
        message: words("environment.unset", { reference: `\${${name}}` }),
      }));
    }),
  );
  return found.flat();
}
