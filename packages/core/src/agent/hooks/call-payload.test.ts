import { expect, it } from "vitest";
import { createId } from "../../protocol/index.ts";
import { createBuiltinTools } from "../../tool/builtin/index.ts";
import type { ReadyCall } from "../../tool/execute-env.ts";
import { callPayload, changeInput } from "./call-payload.ts";

const tools = createBuiltinTools();

function ready(name: string, input: Record<string, unknown>): ReadyCall {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`no ${name}`);
  const call = { callId: createId("call"), messageId: createId("msg"), name, input };
  return { call: { ...call, state: "called", calledAt: 0 }, tool, input };
}

const write = ready("Write", { path: "a.txt", content: "hi" });
const read = callPayload(write, "/work")["tool_input"] as Record<string, unknown>;

it("tells a file under the names of other clients, with its whole path", () => {
  expect(read).toMatchObject({ path: "a.txt", file_path: "/work/a.txt", content: "hi" });
});

it.each([
  ["nothing", read, { path: "a.txt", content: "hi" }],
  ["their name of a file", { ...read, file_path: "/work/b.txt" }, { path: "/work/b.txt", content: "hi" }],
  ["our name of it", { ...read, path: "b.txt" }, { path: "b.txt", content: "hi" }],
  ["both names", { ...read, path: "b.txt", file_path: "/c.txt" }, { path: "b.txt", content: "hi" }],
  ["another parameter", { ...read, content: "ho" }, { path: "a.txt", content: "ho" }],
  ["all it knows of", { file_path: "/work/a.txt", content: "ho" }, { path: "a.txt", content: "ho" }],
  ["what it leaves out", { path: "a.txt" }, { path: "a.txt" }],
  ["what was not there", { ...read, more: 1 }, { path: "a.txt", content: "hi", more: 1 }],
])("takes over what a hook changed: %s", (_, updated, expected) => {
  expect(changeInput(write, "/work", updated)).toEqual(expected);
});
