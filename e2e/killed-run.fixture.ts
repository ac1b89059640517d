import { createRuntime } from "../packages/core/src/index.ts";
import type { SessionId } from "../packages/core/src/protocol/index.ts";
import { createSqlStore } from "../packages/core/src/session/sql-store.ts";
import type { Store } from "../packages/core/src/session/store.ts";
import { createInProcessModel } from "../packages/core/src/testing/index.ts";
import { isOwnerAlive, createOwner } from "../packages/core/src/runtime/owner.ts";

/**
 * A run of ten calls in a process that kills itself at one append.
 * Arguments: `start N before|after` kills at the N-th append; `resume` goes on with the newest session to the end.
 * What is acknowledged is told on stdout at once.
 */
const [action, point, side] = process.argv.slice(2);
const folder = process.cwd();
const calls = 10;

const model = createInProcessModel((request) => {
  if (request.turn >= calls) return "all done";
  const n = request.turn;
  return n % 3 === 2
    ? { calls: [{ name: "Write", input: { path: `file-${n}.txt`, content: `${n}` } }] }
    : { calls: [{ name: "Bash", input: { command: `echo ${n} >> effects.txt` } }] };
});

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

function withKill(store: Store): Store {
  let appends = 0;
  const guard = async <T>(append: () => Promise<T>): Promise<T> => {
    const mine = ++appends;
    if (mine === Number(point) && side === "before") die();
    const result = await append();
    if (mine === Number(point) && side === "after") die();
    return result;
  };
  return {
    ...store,
    create: (...args) => guard(() => store.create(...args)),
    append: (...args) => guard(() => store.append(...args)),
  };
}

const owner = await createOwner();
const path = `${process.env["HOME"]}/.skillmint/skillmint.db`;
const sql = await createSqlStore({ path, isAlive: (other) => isOwnerAlive(owner, other) });
const store = action === "start" ? withKill(sql) : sql;
const runtime = await createRuntime({ store, models: { scripted: model } });
if (action === "start") {
  const { sessionId } = await runtime.prompt({
    text: "go",
    folder,
    settings: { model: "scripted", mode: "unrestricted" },
  });
  process.stdout.write(`admitted ${sessionId}\n`);
  const result = await runtime.run(sessionId);
  process.stdout.write(`ended ${result.reason}\n`);
} else {
  const [session] = await runtime.sessions.list();
  if (!session) process.stdout.write("nothing\n");
  else {
    const id: SessionId = session.id;
    const before = await runtime.sessions.open(id);
    if (!before.entries.some((entry) => entry.kind === "prompt")) process.stdout.write("no prompt\n");
    else if (before.ended?.reason === "done") process.stdout.write("ended done\n");
    else process.stdout.write(`ended ${(await runtime.run(id)).reason}\n`);
    process.stdout.write(`view ${JSON.stringify(await runtime.sessions.open(id))}\n`);
  }
}
await runtime.close();
await sql.close();
