import { createId, type EventDraft, type SessionId } from "../../packages/core/src/protocol/index.ts";
import { createSqlStore } from "../../packages/core/src/session/sql-store.ts";

export const lastWords = "These are the very last words.";

const runId = "run_bench" as const;
const proseOf = (
  round: number,
): string => `Round ${round}: a paragraph with **bold**, \`code\` and a [link](https://example.com), of the length that answers have.

- one thing that was found, in a line of its own
- another one, with \`src/file.ts:12\`

\`\`\`ts
export function add(a: number, b: number): number {
  return a + b + ${round}; // and a comment
}
\`\`\`
`;

/** A prompt, then an answer with two calls that are carried out: seven events. */
function createRound(round: number, seq: number): EventDraft[] {
  const messageId = `msg_${round}` as const;
  const prose = proseOf(round);
  const calls = [`call_${round}a`, `call_${round}b`] as const;
  const [read, bash] = calls;
  const output = Array.from({ length: 12 }, (_, line) => `${line + 1}\tline ${line} of ${round}`).join("\n");
  const settled = (callId: (typeof calls)[number], name: string): EventDraft => ({
    type: "tool.settled",
    callId,
    name,
    status: "ok",
    content: [{ type: "text", text: output }],
    durationMs: 12,
  });
  return [
    {
      type: "prompt.admitted",
      promptId: `prm_${round}`,
      content: [{ type: "text", text: `Round ${round}` }],
    },
    {
      type: "message.completed",
      messageId,
      runId,
      role: "assistant",
      text: prose,
      content: [{ type: "text", text: prose }, ...calls.map((callId) => ({ type: "call" as const, callId }))],
      model: "demo/demo",
      stop: "calls",
      usage: { input: 1_000, output: 200 },
      readTo: seq + 1,
    },
    { type: "tool.called", callId: read, messageId, name: "Read", input: { path: `src/file-${round}.ts` } },
    {
      type: "tool.called",
      callId: bash,
      messageId,
      name: "Bash",
      input: { command: `npm test -- ${round}` },
    },
    { type: "tool.started", callId: bash },
    settled(read, "Read"),
    settled(bash, "Bash"),
  ];
}

/** A session of so many events in the home of a server that is not running. */
export async function writeLongSession(path: string, events: number): Promise<SessionId> {
  const store = await createSqlStore({ path, isAlive: () => false });
  const id = createId("ses");
  const settings = { model: "demo/demo", mode: "default" as const };
  await store.create(id, [
    { type: "session.created", folder: "/bench", title: `${events} events`, settings },
  ]);
  let seq = 1;
  for (let round = 0; seq < events - 8; round++) {
    const drafts = createRound(round, seq);
    await store.append(id, drafts);
    seq += drafts.length;
  }
  const message: EventDraft = {
    type: "message.completed",
    messageId: "msg_last",
    runId,
    role: "assistant",
    text: lastWords,
    content: [{ type: "text", text: lastWords }],
    model: "demo/demo",
    stop: "end",
    usage: { input: 1, output: 1 },
    readTo: seq,
  };
  await store.append(id, [message]);
  await store.close();
  return id;
}
