import { registerHooks } from "node:module";

/** Runs one prompt in this folder with a scripted model, and prints which of the heavy modules that loaded. */
const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    if (
      /node_modules\/(?:@modelcontextprotocol|undici|playwright)|\/mcp\/(?:create-connections|tools|config)\.ts/.test(
        url,
      )
    )
      loaded.push(url);
    return next(url, context);
  },
});

const { createRuntime } = await import("../packages/core/src/index.ts");
const { createInProcessModel } = await import("../packages/core/src/testing/index.ts");
const name = process.argv[2];
const turns = name === undefined ? ["hello"] : [{ calls: [{ name, input: { message: "hi" } }] }, "hello"];
const models = { scripted: createInProcessModel(turns) };
const runtime = await createRuntime({ models });
const { sessionId } = await runtime.prompt({
  text: "hello",
  folder: process.cwd(),
  settings: { model: "scripted", mode: "unrestricted" },
});
const { text } = await runtime.run(sessionId);
await runtime.close();
process.stdout.write(`${JSON.stringify({ text, loaded })}\n`);
