import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { describe, expect, it } from "vitest";

async function bundle(minify: boolean): Promise<{ code: string; imports: string[] }> {
  const bundled = await rolldown({
    input: fileURLToPath(new URL("./index.ts", import.meta.url)),
    platform: "browser",
    external: /^node:/,
    logLevel: "silent",
  });
  const { output } = await bundled.generate({ format: "esm", minify, codeSplitting: false });
  await bundled.close();
  return {
    code: output[0].code,
    imports: output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.imports : [])),
  };
}

/** Names that a program uses as variables; names of properties do not count. */
function variablesOf(
  node: unknown,
  found = new Set<string>(),
  parent?: Record<string, unknown>,
): Set<string> {
  if (Array.isArray(node)) {
    for (const item of node) variablesOf(item, found, parent);
  } else if (node !== null && typeof node === "object") {
    const { type, name, ...rest } = node as Record<string, unknown>;
    const isProperty =
      parent !== undefined &&
      parent["computed"] === false &&
      (parent["property"] === node || parent["key"] === node);
    if (type === "Identifier" && typeof name === "string" && !isProperty) found.add(name);
    for (const child of Object.values(rest)) variablesOf(child, found, node as Record<string, unknown>);
  }
  return found;
}

const nodeOnly = ["process", "Buffer", "require", "global", "__dirname", "__filename", "setImmediate"];

describe("the protocol in a browser", () => {
  it("uses nothing that only Node has", async () => {
    const { code, imports } = await bundle(false);
    expect(imports).toEqual([]);
    const used = variablesOf(parseAst(code));
    expect(used).toContain("SkillmintError");
    expect(nodeOnly.filter((name) => used.has(name))).toEqual([]);
  });

  it("stays small", async () => {
    const { code } = await bundle(true);
    const bytes = gzipSync(code).byteLength;
    expect(bytes).toBeGreaterThan(5 * 1024);
    expect(bytes).toBeLessThan(90 * 1024);
  });

  it("would notice", () => {
    const used = variablesOf(parseAst("const a = { process: 1 }; a.Buffer; require('x'); a[global];"));
    expect(nodeOnly.filter((name) => used.has(name))).toEqual(["require", "global"]);
  });
});
