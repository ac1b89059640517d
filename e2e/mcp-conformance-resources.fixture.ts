import { completable, ResourceTemplate, type McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { pixel } from "./mcp-conformance-tools.fixture.ts";

const says = (text: string) => ({ role: "user" as const, content: { type: "text" as const, text } });

/** The prompts that the suite asks for by name. */
export function addPrompts(server: McpServer): void {
  server.registerPrompt("test_simple_prompt", { description: "plain" }, () => ({
    messages: [says("This is a simple prompt for testing.")],
  }));
  const argument = (about: string) => completable(z.string().describe(about), () => []);
  server.registerPrompt(
    "test_prompt_with_arguments",
    { description: "filled in", argsSchema: z.object({ arg1: argument("first"), arg2: argument("second") }) },
    ({ arg1, arg2 }) => ({
      messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "with a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: "user" as const,
          content: {
            type: "resource" as const,
            resource: {
              uri: resourceUri,
              mimeType: "text/plain",
              text: "Embedded resource content for testing.",
            },
          },
        },
        says("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "with an image" }, () => ({
    messages: [
      { role: "user" as const, content: { type: "image" as const, data: pixel, mimeType: "image/png" } },
      says("Please analyze the image above."),
    ],
  }));
}

/** The resources that the suite reads by address. */
export function addResources(server: McpServer): void {
  const plain = { description: "for tests", mimeType: "text/plain" };
  server.registerResource("static-text", "test://static-text", plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }],
  }));
  server.registerResource("static-binary", "test://static-binary", plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "image/png", blob: pixel }],
  }));
  server.registerResource("watched", "test://watched-resource", plain, ({ href: uri }) => ({
    contents: [{ uri, mimeType: "text/plain", text: "watched" }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    plain,
    ({ href: uri }, { id }) => {
      const data = { id, templateTest: true, data: `Data for ID: ${String(id)}` };
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(data) }] };
    },
  );
  server.server.registerCapabilities({ resources: { subscribe: true }, logging: {} });
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}
