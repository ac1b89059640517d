import { expect, it } from "vitest";
import { readTarget } from "./read-target.ts";

it.each([
  ["https://x.example/mcp ", { url: "https://x.example/mcp" }],
  ["npx -y server .", { command: "npx", args: ["-y", "server", "."] }],
  [`node "my server.js" 'a b' c\\ d`, { command: "node", args: ["my server.js", "a b", "c\\", "d"] }],
  [`run "say \\"hi\\""`, { command: "run", args: ['say "hi"'] }],
])("reads %s", (typed, expected) => {
  expect(readTarget(typed)).toEqual(expected);
});
