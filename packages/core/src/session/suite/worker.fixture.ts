import { createId, SkillmintError, type SessionId } from "../../protocol/index.ts";
import { createSqlStore } from "../sql-store.ts";
import type { Owner } from "../store.ts";
import { draft } from "./drafts.fixture.ts";

/** A process of its own for tests: `worker.fixture.ts <db> <session> append <n> | append-forever | hold`. */
const [path = "", session = "", what = "", count = "0"] = process.argv.slice(2);
const id = session as SessionId;

function say(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

const store = await createSqlStore({ path, isAlive: () => true });
const owner: Owner = { machine: "here", pid: process.pid, pidStart: "", instance: createId("ins") };

if (what === "append") {
  for (let index = 0; index < Number(count); index++) {
    const [event] = await store.append(id, [draft.note(`${process.pid}:${index}`)], {
      durable: index % 50 === 0,
    });
    say(event?.seq);
  }
  await store.close();
} else if (what === "append-forever") {
  for (let index = 0; ; index++) {
    const [event] = await store.append(id, [draft.note(`${process.pid}:${index}`)], { durable: true });
    say(event?.seq);
  }
} else {
  const result = await store.acquireLease(id, owner).catch((error: unknown) => {
    return SkillmintError.is(error) ? error.code : String(error);
  });
  say(result);
  // Holds until it is told to end or killed.
  process.stdin.resume();
  process.stdin.on("end", () => void store.close());
}
