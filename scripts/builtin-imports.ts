const pattern = /import\s*([^;"'()]*?)\s*from\s*"(node:[\w/]+)";?/g;

/** `{a,b as c}` as a destructuring pattern: `{a,b:c}`. */
function toPattern(names: string): string {
  return names.replaceAll(/([\w$]+)\s+as\s+([\w$]+)/g, "$1:$2");
}

/**
 * Imports of Node's own modules as look-ups. An import reads every export of such a module, and some of those load
 * much that nobody asked for (`node:http` a second HTTP client, `node:crypto` all of Web Crypto): some 20 ms of every
 * start. For the text of one bundled chunk, in which imports come first.
 */
export function replaceBuiltinImports(code: string): string {
  return code.replaceAll(pattern, (_, clause: string, name: string) => {
    const module = `process.getBuiltinModule("${name}")`;
    const [, whole, names] = /^([\w$]+|\*\s*as\s+[\w$]+)?\s*,?\s*(\{[^}]*\})?$/.exec(clause) ?? [];
    const binding = whole?.replace(/^\*\s*as\s+/, "");
    const parts = [
      ...(binding === undefined ? [] : [`${binding}=${module}`]),
      ...(names === undefined ? [] : [`${toPattern(names)}=${binding ?? module}`]),
    ];
    return `const ${parts.join(",")};`;
  });
}
