import path from "node:path";
import { createGuard } from "../network/create-guard.ts";
import { createMcpConnections } from "./create-connections.ts";

/**
 * A process that has started a server and then ends as told: `exit` and `throw` in the middle of its work, `hang` is
 * killed by the test.
 */
const [how = "", mode = "", log = ""] = process.argv.slice(2);

const file = path.join(import.meta.dirname, "hostile-server.fixture.ts");
const connections = createMcpConnections({ guard: createGuard(), language: "en", version: "1" });
const connection = connections.open({
  name: "it",
  from: "user",
  startMs: 15_000,
  callMs: 15_000,
  launch: { type: "stdio", command: process.execPath, args: ["--no-warnings", file, mode, log], env: {} },
});
const input = { name: "SKILLMINT_CALL" };
const { content } = await connection.call("environment", input, { signal: new AbortController().signal });
const [mark] = content;
process.stdout.write(`${mark?.type === "text" ? mark.text : ""}\n`, () => {
  if (how === "exit") process.exit(0);
  if (how === "throw") throw new Error("on purpose");
  if (how === "hang") setInterval(() => undefined, 1_000);
});
