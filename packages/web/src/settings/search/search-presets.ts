/** The providers by their ids in settings; `variable` holds the key of those that need one. */
export const searchPresets = [
  { id: "brave", name: "Brave Search", variable: "BRAVE_API_KEY" },
  { id: "tavily", name: "Tavily", variable: "TAVILY_API_KEY" },
  { id: "google", variable: "SERPAPI_API_KEY" },
  { id: "bing", variable: "SERPAPI_API_KEY" },
  { id: "bocha", name: "Bocha 博查", variable: "BOCHA_API_KEY" },
  { id: "metaso", name: "Metaso 秘塔", variable: "METASO_API_KEY" },
  { id: "searxng", name: "SearXNG" },
  { id: "duckduckgo", name: "DuckDuckGo" },
] as const;

/** As the server reads it: in any case, `serpapi` is the engine that it serves first. */
export function readSearchId(value: unknown): string {
  if (typeof value !== "string") return "";
  const id = value.trim().toLowerCase();
  return id === "serpapi" ? "google" : id;
}
