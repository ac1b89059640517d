import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { explain, type Language } from "../../protocol/index.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import { addressOf, type ServeWords } from "./publish-skill.ts";
import type { SkillHost } from "./skill-host.ts";

export interface ToolParts {
  host: SkillHost;
  words: ServeWords;
  language: Language;
  folder: string;
}

const maxQuery = 1_000;
const maxArguments = 100_000;
const mostFound = 50;

export const textOf = (text: string): { type: "text"; text: string } => ({ type: "text", text });

export function failure(error: unknown, language: Language): CallToolResult {
  return { isError: true, content: [textOf(explain(error, language))] };
}

const found = z.object({
  skills: z.array(z.object({ name: z.string(), id: z.string(), description: z.string() })),
});

/** `skill_search` and `skill_activate`, for clients that do not know the extension. */
export function addSkillTools(server: McpServer, { host, words, language }: ToolParts): void {
  const readOnly = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    "skill_search",
    {
      description: words("search.description"),
      inputSchema: z.object({
        query: z.string().max(maxQuery).default("").describe(words("search.query")),
        limit: z.number().int().min(1).max(mostFound).default(10).describe(words("search.limit")),
      }),
      outputSchema: found,
      annotations: readOnly,
    },
    async ({ query, limit }) => {
      const skills = (await host.search(query, limit)).map(({ name, id, description }) => ({
        name,
        id,
        description,
      }));
      const lines = skills.map(
        ({ name, description }) => `- ${toPromptLine(name)}: ${toPromptLine(description)}`,
      );
      const text = lines.length > 0 ? lines.join("\n") : words("search.none", { query });
      return { content: [textOf(text)], structuredContent: { skills } };
    },
  );
  server.registerTool(
    "skill_activate",
    {
      description: words("activate.description", { uri: "skill://NAME/PATH" }),
      inputSchema: z.object({
        name: z.string().max(maxQuery).describe(words("activate.name")),
        arguments: z.string().max(maxArguments).default("").describe(words("activate.arguments")),
      }),
      annotations: readOnly,
    },
    async ({ name, arguments: text }) => {
      try {
        const activated = await host.activate(name, text);
        const uri = addressOf(activated.skill.name);
        return { content: [textOf(`${activated.text}\n${words("activate.resources", { uri })}`)] };
      } catch (error) {
        return failure(error, language);
      }
    },
  );
}
