/** As the server reads it: in any case, `serpapi` is the engine that it serves first. */
export function readSearchId(value: unknown): string {
  if (typeof value !== "string") return "";
  const id = value.trim().toLowerCase();
  return id === "serpapi" ? "google" : id;
}
