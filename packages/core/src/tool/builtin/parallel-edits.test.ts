import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestSession } from "./execute-env.fixture.ts";
import { notebook } from "./notebook.fixture.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const file = (name: string) => path.join(test.root, name);

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

/** Makes all calls arrive at the point of no return together. */
function meet(sessions: ReturnType<typeof createTestSession>[]): void {
  const all = Promise.withResolvers<void>();
  let waiting = 0;
  for (const session of sessions) {
    session.onAppend = (events) => {
      if (!events.some((event) => event.type === "tool.started")) return undefined;
      if (++waiting === sessions.length) all.resolve();
      return all.promise;
    };
  }
}

describe("changes of one file at the same time", () => {
  it.each([
    [
      "Edit",
      "a",
      "one two",
      (mark: string) => ({ path: "a", old_string: mark === "1" ? "one" : "two", new_string: mark }),
    ],
    ["Write", "a", "one two", (mark: string) => ({ path: "a", content: mark })],
    [
      "NotebookEdit",
      "n.ipynb",
      JSON.stringify(notebook),
      (mark: string) => ({ path: "n.ipynb", cell_number: 1, new_source: mark }),
    ],
  ])("lets one %s of two sessions through, and the other is told", async (tool, name, content, input) => {
    await writeFile(file(name), content);
    const sessions = [createTestSession(test), createTestSession(test)];
    for (const session of sessions) await session.execute("Read", { path: name });
    meet(sessions);
    const results = await Promise.all(
      sessions.map((session, index) => session.execute(tool, input(String(index + 1)))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["error", "ok"]);
    const loser = results.find(({ status }) => status === "error");
    expect(loser?.text).toContain("was changed by somebody else meanwhile");
    for (const session of sessions)
      expect(session.events.filter((event) => event.type === "tool.settled")).toHaveLength(2);
  });

  it("refuses the later one of another session, which read what is there no more", async () => {
    await writeFile(file("a"), "one two");
    const [first, second] = [createTestSession(test), createTestSession(test)];
    for (const session of [first, second]) await session.execute("Read", { path: "a" });
    expect(await first.execute("Edit", { path: "a", old_string: "one", new_string: "1" })).toMatchObject({
      status: "ok",
    });
    expect(await second.execute("Edit", { path: "a", old_string: "two", new_string: "2" })).toEqual({
      status: "error",
      text: "a changed after it was read. Read it again before you edit it.",
    });
    await second.execute("Read", { path: "a" });
    expect(await second.execute("Edit", { path: "a", old_string: "two", new_string: "2" })).toMatchObject({
      status: "ok",
    });
    expect(await readFile(file("a"), "utf8")).toBe("1 2");
  });

  it("loses nothing that two processes both changed", async () => {
    const script = `
      const { createTestContext } = await import(${JSON.stringify(path.join(import.meta.dirname, "test-context.ts"))});
      const { createWorkspace } = await import(${JSON.stringify(path.join(import.meta.dirname, "../../workspace/create-workspace.ts"))});
      const test = await createTestContext();
      const workspace = await createWorkspace({ root: process.argv[2], home: "/" });
      const done = [];
      for (let count = 0; done.length < 60 && count < 5_000; count++) {
        const mark = process.argv[3] + done.length + ";";
        const context = { ...test.context(), workspace, memory: new Map() };
        try {
          await test.tool("Read").run({ path: "a" }, context);
          await test.tool("Edit").run({ path: "a", old_string: "END", new_string: mark + "END" }, context);
          done.push(mark);
        } catch (error) {
          if (error.name !== "ToolFailure") throw error;
        }
      }
      await test.remove();
      console.log(done.join(""));
    `;
    await writeFile(path.join(test.base, "editor.mts"), script);
    await writeFile(file("a"), "END");
    const editors = ["x", "y", "z"].map(async (name) => {
      const args = ["--no-warnings", path.join(test.base, "editor.mts"), test.root, name];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
      return output.trim();
    });
    const marks = (await Promise.all(editors)).flatMap((output) => output.split(";")).filter(Boolean);
    const found = (await readFile(file("a"), "utf8")).replace("END", "").split(";").filter(Boolean);
    expect(marks).toHaveLength(180);
    expect(found.sort()).toEqual(marks.sort());
  });
});
