import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root, testKey, useStage } from "./kit.ts";
import { plain } from "./mcp.fixture.ts";

const stage = useStage();
const terminal = ["/usr/bin/script", "/bin/script"].find((path) => existsSync(path));

/** Runs the command on a terminal of its own and types an answer each time one of these texts appears. */
function type(args: readonly string[], answers: readonly (readonly [text: string, answer: string])[]) {
  const words = [join(root, "node_modules/.bin/skillmint"), ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn(terminal ?? "script", ["-qec", words, "/dev/null"], {
    cwd: stage.temp.folder,
    env: { ...stage.temp.env, TERM: "xterm", ANTHROPIC_API_KEY: testKey },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let screen = "";
  let seen = 0;
  const left = [...answers];
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk.toString();
    const [next] = left;
    const at = next ? screen.indexOf(next[0], seen) : -1;
    if (!next || at === -1) return;
    seen = at + next[0].length;
    left.shift();
    child.stdin.write(`${next[1]}\n`);
  });
  return new Promise<{ code: number | null; screen: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, screen: screen.replaceAll("\r", "") }));
  });
}

describe.skipIf(terminal === undefined || process.platform !== "linux")("on a terminal", () => {
  it("approves a server, and answers what it asks while its call runs", async () => {
    await mkdir(join(stage.temp.folder, "srv"));
    const args = [plain, join(stage.temp.folder, "srv")];
    await stage.temp.write(
      ".mcp.json",
      JSON.stringify({ mcpServers: { plain: { command: process.execPath, args } } }),
    );
    await stage.cli(["trust"]);
    const ask = { name: "mcp__plain__ask", input: {} };
    await stage.serve(({ turn }) => (turn === 0 ? { calls: [ask] } : "all done"));
    const run = await type(
      ["run", "--model", "anthropic/claude", "--base-url", stage.baseUrl(), "go"],
      [
        ["[n] no", "y"],
        ["City", "Rome"],
        ["guests", "2"],
        ["window", "1"],
        ["meal", "2"],
        ["extras", "1"],
      ],
    );
    expect(run.screen).toContain("Nobody has approved it yet: saying yes starts it as shown");
    expect(run.screen).toContain("The MCP server plain asks: Where to?");
    expect(run.screen).toContain("all done");
    expect(run.code).toBe(0);
    const content =
      '{\\"city\\":\\"Rome\\",\\"guests\\":2,\\"window\\":true,\\"meal\\":\\"cake\\",\\"extras\\":[\\"tea\\"]}';
    expect(JSON.stringify(stage.server.requests.at(-1)?.normal?.messages)).toContain(content);
  });
});
