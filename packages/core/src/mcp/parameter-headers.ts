const key = "x-mcp-header";
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const plainTypes = new Set<unknown>(["string", "integer", "boolean"]);
const maxDepth = 64;

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Whether what a tool's schema says about headers can be followed. An argument may ask to be repeated in a header of
 * the request; a tool that asks for it in another way than the protocol allows is not to be used.
 */
export function hasUsableHeaders(inputSchema: Json): boolean {
  const names = new Set<string>();
  /** `isArgument`: reached by names of properties alone, so that it is known where its value stands. */
  const check = (value: unknown, isArgument: boolean, depth: number): boolean => {
    if (depth > maxDepth) return false;
    if (Array.isArray(value)) return value.every((item) => check(item, false, depth + 1));
    if (!isObject(value)) return true;
    if (Object.hasOwn(value, key)) {
      const name = value[key];
      if (!isArgument || depth === 0 || typeof name !== "string" || !token.test(name)) return false;
      if (!plainTypes.has(value["type"]) || names.has(name.toLowerCase())) return false;
      names.add(name.toLowerCase());
    }
    return Object.entries(value).every(([part, inner]) => {
      if (part !== "properties" || !isObject(inner)) return check(inner, false, depth + 1);
      // Names of arguments, which may be any word.
      return Object.values(inner).every((property) => check(property, isArgument, depth + 1));
    });
  };
  return check(inputSchema, true, 0);
}
