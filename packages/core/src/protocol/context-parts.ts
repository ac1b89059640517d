/** Who takes part of a context. `skills`: their list and the instructions of those that are active. */
export const contextParts = [
  "system",
  "tools",
  "skills",
  "instructions",
  "summary",
  "prompts",
  "replies",
  "results",
  "notes",
] as const;
export type ContextPart = (typeof contextParts)[number];
