import { execFileSync } from "node:child_process";
import { mkdir, readFile, readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import {
  answerOf,
  bash,
  eventsOf,
  sessionOf,
  statuses,
  testKey,
  useStage,
  wires,
  type CliResult,
} from "./kit.ts";

const stage = useStage();

const outputOf = (result: CliResult): string =>
  eventsOf(result, "tool.settled")
    .flatMap(({ content }) => content.map((part) => (part.type === "text" ? part.text : "")))
    .join("\n");

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

describe.each(wires)("%s", (...wire) => {
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  const resume = (id: string, ...answer: string[]): Promise<CliResult> =>
    stage.cli(["--json", "resume", id, ...answer], { [wire[2]]: testKey });

  it("reads, edits, runs a test and fixes it", async () => {
    await stage.temp.write("sum.mjs", "export const sum = (a, b) => a - b;\n");
    await stage.temp.write(
      "sum.test.mjs",
      'import assert from "node:assert";\nimport { sum } from "./sum.mjs";\nassert.equal(sum(1, 2), 3);\nconsole.log("passed");\n',
    );
    const result = await run(
      (request) => {
        const last = request.results.at(-1)?.text ?? "";
        const turns = [
          { calls: [{ name: "Read", input: { path: "sum.mjs" } }] },
          { calls: [bash("node sum.test.mjs")] },
          { calls: [{ name: "Edit", input: { path: "sum.mjs", old_string: "a * b", new_string: "a + b" } }] },
          { calls: [{ name: "Edit", input: { path: "sum.mjs", old_string: "a - b", new_string: "a + b" } }] },
          { calls: [bash("node sum.test.mjs")] },
        ];
        return turns[request.turn] ?? `the test says ${last.trim()}`;
      },
      ["--mode", "acceptEdits", "--allow", "Bash(node sum.test.mjs)"],
    );
    expect(result.code).toBe(0);
    expect(statuses(result)).toEqual(["Read ok", "Bash error", "Edit error", "Edit ok", "Bash ok"]);
    expect(answerOf(result)).toContain("passed");
    expect(await readFile(join(stage.temp.folder, "sum.mjs"), "utf8")).toBe(
      "export const sum = (a, b) => a + b;\n",
    );
  });

  it("refuses what a rule denies, tells the model so and goes on", async () => {
    const result = await run(
      (request) => (request.turn === 0 ? { calls: [bash("touch x")] } : `>> ${request.results[0]?.text}`),
      ["--deny", "Bash(touch x)", "--allow", "Bash"],
    );
    expect([result.code, ...statuses(result)]).toEqual([0, "Bash denied"]);
    expect(answerOf(result)).toContain("Bash(touch x)");
    expect(await readdir(stage.temp.folder)).toEqual([]);
  });

  it("waits with every question of a reply, and each answer counts for its own call", async () => {
    const script: Script = [{ calls: [bash("echo 1 > a.txt"), bash("echo 2 > b.txt")] }, "end"];
    const waiting = await run(script);
    expect(waiting.code).toBe(3);
    const id = sessionOf(waiting);
    const asks = eventsOf(waiting, "permission.asked");
    expect(asks.map(({ resources }) => resources.join())).toEqual([
      expect.stringContaining("echo 1 > a.txt"),
      expect.stringContaining("echo 2 > b.txt"),
    ]);
    const second = await resume(id, "once", "--ask", asks[1]?.askId ?? "");
    expect([second.code, ...statuses(second)]).toEqual([3, "Bash ok"]);
    expect(await readdir(stage.temp.folder)).toEqual(["b.txt"]);
    const first = await resume(id, "no: not that one");
    expect([first.code, ...statuses(first)]).toEqual([0, "Bash denied"]);
    expect(await readdir(stage.temp.folder)).toEqual(["b.txt"]);
  });

  it("asks once where the answer holds for the session, and again in the next one", async () => {
    const script: Script = (request) => (request.turn < 2 ? { calls: [bash("echo x >> log.txt")] } : "end");
    const waiting = await run(script);
    const resumed = await resume(sessionOf(waiting), "session");
    expect([resumed.code, ...statuses(resumed)]).toEqual([0, "Bash ok", "Bash ok"]);
    expect(await readFile(join(stage.temp.folder, "log.txt"), "utf8")).toBe("x\nx\n");
    expect((await run(script)).code).toBe(3);
  });

  it("takes edits inside the folder without a question in acceptEdits, and nothing else", async () => {
    await mkdir(join(stage.temp.folder, ".git/hooks"), { recursive: true });
    const result = await run(
      [
        { calls: [{ name: "Write", input: { path: "src/new.txt", content: "one\n" } }] },
        { calls: [{ name: "Edit", input: { path: "src/new.txt", old_string: "one", new_string: "two" } }] },
        {
          calls: [
            { name: "Write", input: { path: ".git/hooks/pre-commit", content: "#!/bin/sh\n" } },
            { name: "Write", input: { path: "../outside.txt", content: "x" } },
            bash("touch made.txt"),
          ],
        },
      ],
      ["--mode", "acceptEdits"],
    );
    expect(result.code).toBe(3);
    expect(statuses(result).slice(0, 2)).toEqual(["Write ok", "Edit ok"]);
    expect(await readFile(join(stage.temp.folder, "src/new.txt"), "utf8")).toBe("two\n");
    const asked = eventsOf(result, "permission.asked").flatMap(({ resources }) => resources);
    expect(asked.join("\n")).toMatch(/\.git\/hooks\/pre-commit[^]*touch made\.txt/);
    expect(await readdir(join(stage.temp.folder, ".git/hooks"))).toEqual([]);
    expect(await readdir(join(stage.temp.folder, ".."))).not.toContain("outside.txt");
    expect(await readdir(stage.temp.folder)).not.toContain("made.txt");
  });

  it("refuses in dontAsk what would be asked, and changes nothing in plan", async () => {
    const script: Script = [
      { calls: [bash("touch x"), { name: "Write", input: { path: "y", content: "" } }] },
      "end",
    ];
    for (const mode of ["dontAsk", "plan"]) {
      const result = await run(script, ["--mode", mode]);
      expect([result.code, ...statuses(result)]).toEqual([0, "Bash denied", "Write denied"]);
    }
    expect(await readdir(stage.temp.folder)).toEqual([]);
  });

  it("takes a prefix rule for commands: with arguments, never beyond one command", async () => {
    await stage.temp.write("package.json", JSON.stringify({ scripts: { test: "echo tested > tested.txt" } }));
    const flags = ["--allow", "Bash(npm run test:*)"];
    const allowed = await run([{ calls: [bash("npm run test -- --watch=false")] }, "end"], flags);
    expect([allowed.code, ...statuses(allowed)]).toEqual([0, "Bash ok"]);
    for (const command of [
      "npm run testing",
      "npm run test && touch more.txt",
      "npm run test; touch more.txt",
      "npm run test $(touch more.txt)",
      "npm run test > more.txt",
      "npm run test\ntouch more.txt",
    ]) {
      expect([command, (await run([{ calls: [bash(command)] }], flags)).code]).toEqual([command, 3]);
    }
    expect(await readdir(stage.temp.folder)).not.toContain("more.txt");
  });

  it("runs commands that only read without a question in default mode", async () => {
    execFileSync("git", ["init", "-q"], { cwd: stage.temp.folder });
    await stage.temp.write("needle.txt", "needle\n");
    const commands = ["git status", "ls", "grep -rn needle .", "cat needle.txt | head -1 && pwd"];
    const result = await run([{ calls: commands.map(bash) }, "end"]);
    expect(result.code).toBe(0);
    expect(eventsOf(result, "permission.asked")).toEqual([]);
    expect(eventsOf(result, "tool.settled").map(({ status }) => status)).toEqual(commands.map(() => "ok"));
    expect(outputOf(result)).toContain("needle.txt");
    const notInstalledEverywhere = await run([{ calls: [bash("rg needle")] }, "end"]);
    expect([notInstalledEverywhere.code, ...eventsOf(notInstalledEverywhere, "permission.asked")]).toEqual([
      0,
    ]);
  });

  it("asks where a command that reads could do more", async () => {
    for (const command of [
      "rg --pre ./x needle",
      "git -c core.pager=x log",
      "find . -delete",
      "ls > out.txt",
      "cat $FILE | sh",
    ]) {
      expect([command, (await run([{ calls: [bash(command)] }])).code]).toEqual([command, 3]);
    }
    expect(await readdir(stage.temp.folder)).toEqual([]);
  });

  it("starts a server in the background, reads what it says and kills it", async () => {
    await stage.temp.write(
      "server.mjs",
      [
        'import { createServer } from "node:net";',
        'import { writeFileSync } from "node:fs";',
        'const server = createServer().listen(0, "127.0.0.1", () => {',
        "  const { port } = server.address();",
        "  console.log(`listening on ${port}`);",
        '  writeFileSync("port.txt", String(port));',
        "});",
      ].join("\n"),
    );
    let id = "none";
    let whileRunning = false;
    const result = await run(
      async (request) => {
        switch (request.turn) {
          case 0:
            return {
              calls: [{ name: "Bash", input: { command: "node server.mjs", background: true } }],
            };
          case 1:
            id = /PID[:：]?\s*(\d+)/.exec(request.results[0]?.text ?? "")?.[1] ?? "none";
            return { calls: [bash("until [ -s port.txt ]; do sleep 0.05; done")] };
          case 2:
            whileRunning = await isListening(
              Number(await readFile(join(stage.temp.folder, "port.txt"), "utf8")),
            );
            return { calls: [{ name: "BashOutput", input: { bash_id: id } }] };
          case 3:
            return { calls: [{ name: "KillShell", input: { shell_id: id } }] };
          default:
            return "end";
        }
      },
      ["--allow", "Bash", "--allow", "KillShell", "--no-sandbox"],
    );
    expect([result.code, ...statuses(result)]).toEqual([
      0,
      "Bash ok",
      "Bash ok",
      "BashOutput ok",
      "KillShell ok",
    ]);
    expect(outputOf(result)).toMatch(/listening on \d+/);
    expect(whileRunning).toBe(true);
    const port = Number(await readFile(join(stage.temp.folder, "port.txt"), "utf8"));
    expect(await isListening(port)).toBe(false);
  });

  it("leaves no server behind when the run ends", async () => {
    await stage.temp.write(
      "server.mjs",
      'import { createServer } from "node:net";\nimport { writeFileSync } from "node:fs";\nconst s = createServer().listen(0, "127.0.0.1", () => writeFileSync("port.txt", String(s.address().port)));\n',
    );
    const result = await run(
      [
        { calls: [{ name: "Bash", input: { command: "node server.mjs", background: true } }] },
        { calls: [bash("until [ -s port.txt ]; do sleep 0.05; done")] },
        "end",
      ],
      ["--allow", "Bash", "--no-sandbox"],
    );
    expect(result.code).toBe(0);
    expect(await isListening(Number(await readFile(join(stage.temp.folder, "port.txt"), "utf8")))).toBe(
      false,
    );
  });
});
