import {
  createId,
  createTranslate,
  textOf,
  type CallView,
  type EventDraft,
  type Mode,
} from "../../protocol/index.ts";
import { parseRules, type Rules } from "../../permission/rules.ts";
import type { ExecuteEnv } from "../execute-env.ts";
import { runCall } from "../execute.ts";
import { judgeCall } from "../judge-call.ts";
import { createRegistry } from "../registry.ts";
import { createBuiltinTools, createOnDemandTools } from "./index.ts";
import type { TestContext } from "./test-context.ts";

export interface Executed {
  /** `asked`: the gate wants a person. */
  status: "ok" | "error" | "denied" | "interrupted" | "asked";
  text: string;
}

export interface TestSession {
  events: EventDraft[];
  /** Makes appends slow or failing: called before each. */
  onAppend: (events: EventDraft[]) => Promise<void> | void;
  /** From the model's arguments to the one result, as the loop does it. */
  execute(name: string, input: Record<string, unknown>): Promise<Executed>;
}

/** A session over a test's workspace, with a memory of its own and its log in memory. */
export function createTestSession(
  test: TestContext,
  mode: Mode = "acceptEdits",
  rules: () => Rules = () => parseRules({}),
): TestSession {
  const t = createTranslate("en");
  const session: TestSession = { events: [], onAppend: () => undefined, execute };
  const env: ExecuteEnv = {
    sessionId: createId("ses"),
    registry: createRegistry([...createBuiltinTools({ t }), ...createOnDemandTools({ t })]),
    workspace: test.workspace,
    mode: () => mode,
    rules,
    t,
    memory: new Map(),
    session: () => ({ settings: { model: "test", mode }, todos: [] }),
    append: async (events) => {
      await session.onAppend(events);
      session.events.push(...events);
    },
    emit: () => undefined,
    putBlob: async () => "0".repeat(64),
    getText: async () => "",
    readStored: async () => undefined,
  };
  async function execute(name: string, input: Record<string, unknown>): Promise<Executed> {
    const call: CallView = {
      callId: createId("call"),
      messageId: createId("msg"),
      name,
      input,
      state: "called",
      calledAt: 0,
    };
    const judged = await judgeCall(env, call);
    if (judged.kind === "ask") {
      const { event } = judged;
      const text = event.type === "permission.asked" ? event.title : (event.questions[0]?.question ?? "");
      return { status: "asked", text };
    }
    if (judged.kind === "run") await runCall(env, judged.ready, test.abort.signal);
    const results = session.events.filter((event) => event.type === "tool.settled");
    const event =
      judged.kind === "settle" ? judged.event : results.find((result) => result.callId === call.callId);
    return { status: event?.status ?? "interrupted", text: textOf(event?.content ?? []) };
  }
  return session;
}
