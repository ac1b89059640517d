import { expect, it } from "vitest";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { createKillAtExit } from "../workspace/kill-at-exit.ts";
import { processStart } from "../workspace/process-table.ts";
import { until, useConnections } from "./connections.fixture.ts";
import { createStdioTransport } from "./transport-stdio-windows.ts";

const stage = useConnections();

/** How processes are started and ended there can only be seen there; everything else is seen here. */
it("talks to a server by way of the SDK, and ends it", async () => {
  const { launch } = stage.hostile();
  if (launch.type !== "stdio") throw new Error("not a process");
  const listeners = process.listenerCount("exit");
  const transport = createStdioTransport({
    command: launch.command,
    args: launch.args,
    env: {},
    folder: stage.folder(),
    id: "call_windows",
    maxBytes: 1_000_000,
    atExit: createKillAtExit(),
    parse: (line) => JSON.parse(line) as JSONRPCMessage,
    onLong: () => undefined,
  });
  const messages: JSONRPCMessage[] = [];
  let closed = 0;
  Object.assign(transport, {
    onmessage: (message: JSONRPCMessage) => messages.push(message),
    onclose: () => (closed += 1),
  });
  await transport.start();
  const pid = transport.pid ?? 0;
  expect(process.listenerCount("exit")).toBe(listeners + 1);
  await transport.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  await until(() => messages).toMatchObject([
    { id: 1, result: { tools: [{ name: "echo" }, { name: "crash" }] } },
  ]);
  await transport.close();
  await until(() => closed).toBe(1);
  expect(transport.ended()).toBeDefined();
  expect(await processStart(pid)).toBeUndefined();
  expect(process.listenerCount("exit")).toBe(listeners);
});
