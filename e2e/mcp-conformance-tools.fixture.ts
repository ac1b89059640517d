import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fromJsonSchema, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

/** One red pixel. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A WAV file without a sample. */
const silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
const stepMs = 20;

/** The tools that the suite calls by name to see what kinds of content a server can give. */
export function addContentTools(server: McpServer): void {
  const image = { type: "image" as const, data: pixel, mimeType: "image/png" };
  const add = (name: string, content: Parameters<typeof toResult>[0]): void => {
    server.registerTool(name, { description: name }, () => toResult(content));
  };
  const toResult = (content: { type: "text"; text: string }[] | unknown[]) => ({ content: content as never });
  add("test_simple_text", [{ type: "text", text: "This is a simple text response for testing." }]);
  add("test_image_content", [image]);
  add("test_audio_content", [{ type: "audio", data: silence, mimeType: "audio/wav" }]);
  add("test_embedded_resource", [
    {
      type: "resource",
      resource: {
        uri: "test://embedded-resource",
        mimeType: "text/plain",
        text: "This is an embedded resource content.",
      },
    },
  ]);
  add("test_multiple_content_types", [
    { type: "text", text: "Multiple content types test:" },
    image,
    {
      type: "resource",
      resource: {
        uri: "test://mixed-content-resource",
        mimeType: "application/json",
        text: JSON.stringify({ test: "data", value: 123 }),
      },
    },
  ]);
  server.registerTool("test_error_handling", { description: "fails" }, () => {
    throw new Error("This tool intentionally returns an error for testing");
  });
}

/** Tools that tell something while they work. */
export function addTellingTools(server: McpServer): void {
  server.registerTool("test_tool_with_logging", { description: "logs" }, async ({ mcpReq }) => {
    await mcpReq.log("info", "Tool execution started");
    await sleep(stepMs);
    await mcpReq.log("info", "Tool processing data");
    await sleep(stepMs);
    await mcpReq.log("info", "Tool execution completed");
    return text("logged");
  });
  server.registerTool("test_tool_with_progress", { description: "progresses" }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100 },
        });
      await sleep(stepMs);
    }
    return text("progressed");
  });
  // Without a log level in the request nothing may be logged: the SDK keeps it back.
  server.registerTool("test_logging_tool", { description: "logs" }, async ({ mcpReq }) => {
    await mcpReq.log("info", "nobody asked for this");
    return text("logged");
  });
  server.registerTool(
    "test_reconnection",
    { description: "ends its stream and goes on" },
    async ({ http }) => {
      http?.closeSSE?.();
      await sleep(stepMs);
      return text("reconnected");
    },
  );
}

const defaults = {
  name: { type: "string" as const, default: "John Doe" },
  age: { type: "integer" as const, default: 30 },
  score: { type: "number" as const, default: 95.5 },
  status: { type: "string" as const, enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean" as const, default: true },
};
const three = ["option1", "option2", "option3"];
const titled = ["First", "Second", "Third"].map((title, index) => ({
  const: `value${index + 1}`,
  title: `${title} Option`,
}));
const enums = {
  untitledSingle: { type: "string" as const, enum: three },
  titledSingle: { type: "string" as const, oneOf: titled },
  legacyEnum: {
    type: "string" as const,
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array" as const, items: { type: "string" as const, enum: three } },
  titledMulti: { type: "array" as const, items: { anyOf: titled } },
};

/** Tools that ask the other side in the middle of a call, as the revisions before 2026-07-28 do. */
export function addAskingTools(server: McpServer): void {
  server.registerTool(
    "test_sampling",
    { description: "asks a model", inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const reply = await mcpReq.requestSampling({
        messages: [{ role: "user", content: { type: "text", text: prompt } }],
        maxTokens: 100,
      });
      return text(`LLM response: ${JSON.stringify(reply.content)}`);
    },
  );
  server.registerTool(
    "test_elicitation",
    { description: "asks a person", inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const requestedSchema = {
        type: "object" as const,
        properties: {
          username: { type: "string" as const, description: "User's response" },
          email: { type: "string" as const, description: "User's email address" },
        },
        required: ["username", "email"],
      };
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema });
      return text(`User response: action=${action}, content=${JSON.stringify(content)}`);
    },
  );
  for (const [name, properties] of Object.entries({
    test_elicitation_sep1034_defaults: defaults,
    test_elicitation_sep1330_enums: enums,
  })) {
    server.registerTool(name, { description: "asks a person" }, async ({ mcpReq }) => {
      const requestedSchema = { type: "object" as const, properties };
      const { action, content } = await mcpReq.elicitInput({ message: "Please fill in", requestedSchema });
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
    });
  }
}

/** Kept as JSON: it has keywords that mean something else to a program. */
const dialect = JSON.parse(
  await readFile(join(import.meta.dirname, "fixtures/json-schema-2020-12.json"), "utf8"),
) as { type: "object" };

/** Its one argument is repeated in a header of the request. */
const region: Record<string, unknown> = { type: "string", "x-mcp-header": "Region" };
const mirrored = { type: "object" as const, properties: { region }, required: ["region"] };

/** Tools whose schemas have to arrive as they were written. */
export function addSchemaTools(server: McpServer): void {
  const plain = { description: "with a schema of its own" };
  server.registerTool(
    "json_schema_2020_12_tool",
    { ...plain, inputSchema: fromJsonSchema<Record<string, unknown>>(dialect) },
    () => text("valid"),
  );
  server.registerTool(
    "test_x_mcp_header",
    {
      ...plain,
      inputSchema: fromJsonSchema<Record<string, unknown>>(mirrored),
    },
    ({ region }) => text(String(region)),
  );
}
