import { registerHooks } from "node:module";

/** Runs a session and prints what was loaded for it. Started as a process of its own. */
const [folder = "", text = "", url = ""] = process.argv.slice(2);
const loaded: string[] = [];
registerHooks({
  load(module, context, next) {
    loaded.push(module);
    return next(module, context);
  },
});
const { createRuntime } = await import("../runtime.ts");
const { createInProcessModel } = await import("../testing/index.ts");
const uses = text.includes("browser");
const model = createInProcessModel(({ turn }) =>
  uses && turn === 0 ? { calls: [{ name: "browser_navigate", input: { url } }] } : "done",
);
const runtime = await createRuntime({ models: { scripted: model } });
const { sessionId } = await runtime.prompt({
  text,
  folder,
  settings: { model: "scripted", mode: "unrestricted" },
});
await runtime.run(sessionId);
await runtime.close();
process.stdout.write(JSON.stringify(loaded));
