import { describe, expect, it } from "vitest";
import { readSidecar } from "./sidecar.ts";

describe("readSidecar", () => {
  it.each([
    [
      "interface:\n  display_name: X\npolicy:\n  allow_implicit_invocation: false\n",
      { disableModelInvocation: true },
    ],
    ["policy: {allow_implicit_invocation: no}\n", { disableModelInvocation: true }],
    ["---\r\npolicy:\r\n  allow_implicit_invocation: false\r\n", { disableModelInvocation: true }],
    ["policy:\n  allow_implicit_invocation: true\n", {}],
    ["policy: false\n", {}],
    ["policy:\n  - x\n", {}],
    ["", {}],
    ["\0\0", {}],
    ["policy: [".repeat(5000), {}],
    ["x".repeat(200_000), {}],
  ])("%#", (text, fields) => expect(readSidecar(text)).toEqual(fields));
});
