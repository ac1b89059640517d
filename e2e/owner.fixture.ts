import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createRuntime, defineTool, SkillmintError, textResult } from "../packages/core/src/index.ts";
import { createInProcessModel } from "../packages/core/src/testing/index.ts";

/** Works on a session that holds until the file `go` exists; tells on stdout what happens. `run` or `take SESSION`. */
const [action, id] = process.argv.slice(2);
const askFirst = process.argv.includes("--ask");
const folder = process.cwd();
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const hold = defineTool({
  name: "Hold",
  description: "Waits for the file go.",
  input: z.object({}),
  effect: "interact",
  describe: () => ({ title: "Hold", resources: [] }),
  run: async (_, { begin, signal }) => {
    await begin();
    say("holding");
    while (!existsSync(join(folder, "go"))) {
      signal.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return textResult("went");
  },
});
const model = createInProcessModel((request) =>
  request.turn === 0
    ? {
        calls: [
          ...(askFirst ? [{ name: "Bash", input: { command: "echo answered >> answered.txt" } }] : []),
          { name: "Hold", input: {} },
        ],
      }
    : `read: ${request.last}; result: ${request.results[0]?.text ?? "-"}`,
);
const runtime = await createRuntime({ tools: [hold], models: { scripted: model }, leaseMs: 600 });
try {
  let session = id;
  if (action === "run") {
    const admitted = await runtime.prompt({
      text: "first",
      folder,
      settings: { model: "scripted", mode: "default" },
    });
    session = admitted.sessionId;
    say(`session ${session}`);
  }
  const result = await runtime.run(session as `ses_${string}`);
  say(`ended ${result.reason}: ${result.text}`);
} catch (error) {
  say(`failed ${SkillmintError.is(error) ? error.code : String(error)}`);
}
await runtime.close();
