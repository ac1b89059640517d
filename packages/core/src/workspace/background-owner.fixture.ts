import { mkdirSync } from "node:fs";
import { createId } from "../protocol/index.ts";
import { createBackgroundShells, type ShellRecord } from "./background-shells.ts";
import { machineId } from "./machine-id.ts";
import { processStart } from "./process-table.ts";

/**
 * A process that owns a background shell, says what it knows of it, and then ends as told: `end` runs out of work,
 * `exit` and `throw` end in the middle of it, `hang` is killed by the test.
 */
const [folder = "", how = "", command = ""] = process.argv.slice(2);

interface Known extends ShellRecord {
  callId: string;
}

const shells = createBackgroundShells({
  owner: {
    machine: await machineId(),
    pid: process.pid,
    pidStart: (await processStart(process.pid)) ?? "",
  },
  append: async () => undefined,
  temporaryFolder: folder,
});
mkdirSync(folder, { recursive: true });
const callId = createId("call");
const record = await shells
  .forSession(createId("ses"), () => ({}))
  .start({
    command,
    folder,
    env: { PATH: process.env["PATH"] ?? "" },
    callId,
    signal: new AbortController().signal,
    onReady: async () => undefined,
  });
if (record === undefined) throw new Error("not started");
const known: Known = { ...record, callId };
process.stdout.write(`${JSON.stringify(known)}\n`, () => {
  if (how === "exit") process.exit(0);
  if (how === "throw") throw new Error("on purpose");
  if (how === "hang") setInterval(() => undefined, 1_000);
});
