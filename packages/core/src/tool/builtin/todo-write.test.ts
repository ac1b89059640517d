import { describe, expect, it } from "vitest";
import { createTranslate, type Todo } from "../../protocol/index.ts";
import { ToolFailure } from "../define-tool.ts";
import { validateInput } from "../validate.ts";
import { createTodoWriteTool } from "./todo-write.ts";

const t = createTranslate("en");
const tool = createTodoWriteTool(t);
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

/** A session's list, changed by calls as the loop would. */
function createList(todos: Todo[] = []) {
  const list = {
    todos,
    changes: 0,
    async call(raw: Record<string, unknown>): Promise<string> {
      const validated = validateInput(tool, raw, t);
      if (!validated.ok) return `INVALID ${validated.message}`;
      const session = () => ({ settings: { model: "m", mode: "default" as const }, todos: list.todos });
      try {
        const context = { t, session } as unknown as Parameters<typeof tool.run>[1];
        const result = await tool.run(validated.input, context);
        for (const event of result.events ?? []) {
          if (event.type !== "todo.changed") throw new Error(event.type);
          list.todos = event.todos;
          list.changes++;
        }
        return result.content.map((part) => (part.type === "text" ? part.text : "")).join("");
      } catch (error) {
        if (error instanceof ToolFailure) return `FAILED ${error.message}`;
        throw error;
      }
    },
  };
  return list;
}

const short = (list: { todos: Todo[] }) => list.todos.map(({ subject, status }) => `${status} ${subject}`);

describe("the whole list", () => {
  it("is taken as public skills write it", async () => {
    const list = createList();
    const text = await list.call({
      todos: [
        { content: "Read", status: "completed", activeForm: "Reading" },
        { content: "Write", status: "in_progress", activeForm: "Writing" },
        { content: "Test", status: "pending" },
      ],
    });
    expect(text).toBe("The list has 3 items: 1 completed, 1 in progress, 1 pending.");
    expect(short(list)).toEqual(["completed Read", "in_progress Write", "pending Test"]);
    expect(list.todos[1]).toMatchObject({ id: expect.stringMatching(uuid), activeForm: "Writing" });
  });

  it.each<[string, unknown]>([
    ["other names", [{ subject: "A", status: "done" }, { title: "B", state: "in-progress" }, { step: "C" }]],
    [
      "other spellings of a status",
      [
        { content: "A", status: "Complete" },
        { content: "B", status: "inProgress" },
        { content: "C", status: "todo" },
      ],
    ],
    [
      "Chinese",
      [
        { content: "A", status: "已完成" },
        { content: "B", status: "进行中" },
        { content: "C", status: "待处理" },
      ],
    ],
    [
      "JSON in a text",
      '[{"content":"A","status":"completed"},{"content":"B","status":"in_progress"},{"content":"C"}]',
    ],
    [
      "cancelled ones left out",
      [
        { content: "A", status: "done" },
        { content: "B", status: "doing" },
        "C",
        { content: "D", status: "cancelled" },
      ],
    ],
  ])("takes %s", async (_, todos) => {
    const list = createList();
    await list.call({ todos });
    expect(short(list)).toEqual(["completed A", "in_progress B", "pending C"]);
  });

  it("keeps ids over rewrites: the model's own, and those of the same words", async () => {
    const list = createList();
    await list.call({ todos: [{ id: 1, content: "A" }, { content: "B" }, { content: "B" }] });
    const [, first, second] = list.todos.map(({ id }) => id);
    await list.call({
      todos: [{ content: "B", status: "completed" }, { id: "1", content: "A again" }, { content: "B" }],
    });
    expect(list.todos.map(({ id }) => id)).toEqual([first, "1", second]);
    await list.call({
      todos: [
        { id: "x", content: "A" },
        { id: "x", content: "B" },
      ],
    });
    expect(new Set(list.todos.map(({ id }) => id)).size).toBe(2);
  });

  it("can be emptied, and is not told of twice", async () => {
    const list = createList();
    await list.call({ todos: ["A"] });
    await list.call({ todos: ["A"] });
    expect(list.changes).toBe(1);
    expect(await list.call({ todos: [] })).toBe("The list is empty.");
    expect(list.todos).toEqual([]);
  });

  it("is refused as a whole, with all that is wrong in it", async () => {
    const list = createList();
    const text = await list.call({
      todos: ["A", { status: "pending" }, { content: "C", status: "soon" }, null],
    });
    expect(text).toContain("FAILED Nothing was changed:\nitem 2: `content`");
    expect(text).toContain("item 3: status is pending, in_progress or completed, not soon");
    expect(text).toContain("item 4: `content`");
    expect(await list.call({ todos: 7 })).toContain("INVALID");
    expect(await list.call({ todos: [[]] })).toMatch(/INVALID|FAILED/);
    expect(list.changes).toBe(0);
  });

  it("is bounded", async () => {
    const list = createList();
    expect(await list.call({ todos: Array.from({ length: 201 }, (_, n) => `item ${n}`) })).toContain(
      "200 items",
    );
    expect(await list.call({ todos: ["x".repeat(60_000)] })).toContain("60000 characters");
    expect(list.changes).toBe(0);
  });
});

describe("one operation", () => {
  it("creates and returns the id, updates, lists and deletes", async () => {
    const list = createList();
    const created = await list.call({ operation: "create", subject: "A", description: "all of it" });
    const id = uuid.exec(created)?.[0] ?? "";
    expect(created).toBe(`Created ${id}: A`);
    expect(list.todos).toEqual([{ id, subject: "A", description: "all of it", status: "pending" }]);
    expect(await list.call({ operation: "update", id, status: "in_progress" })).toBe(
      `Updated ${id}: [in_progress] A`,
    );
    expect(await list.call({ operation: "update", id: id.slice(0, 8), subject: "A2" })).toContain("A2");
    expect(await list.call({ operation: "list" })).toBe(`[~] A2 (${id})`);
    expect(await list.call({ operation: "delete", id })).toBe(`Deleted ${id}: A2`);
    expect(list.todos).toEqual([]);
    expect(await list.call({ operation: "list" })).toBe("The list is empty.");
  });

  it("adds to the list and changes several at once", async () => {
    const list = createList();
    await list.call({ todos: ["A"] });
    await list.call({ action: "add", todos: ["B", { title: "C", status: "doing" }] });
    expect(short(list)).toEqual(["pending A", "pending B", "in_progress C"]);
    const [a, , c] = list.todos.map(({ id }) => id);
    await list.call({
      operation: "update",
      todos: [
        { id: a, status: "done" },
        { id: c, status: "deleted" },
      ],
    });
    expect(short(list)).toEqual(["completed A", "pending B"]);
  });

  it("is understood without its name, as other clients' tools are called", async () => {
    const list = createList();
    await list.call({ subject: "A", description: "d", activeForm: "Doing A" });
    const id = list.todos[0]?.id ?? "";
    await list.call({ taskId: id, status: "in_progress" });
    expect(short(list)).toEqual(["in_progress A"]);
    expect(await list.call({ taskId: id })).toBe(`[~] A (${id})\nd`);
    expect(await list.call({})).toBe(`[~] A (${id})`);
    await list.call({ action: "complete", id });
    expect(short(list)).toEqual(["completed A"]);
  });

  it.each([
    ["no subject", { operation: "create" }, "item 1: `content`"],
    ["no id", { operation: "update", status: "done" }, "item 1: update needs `id`"],
    ["an unknown id", { operation: "delete", id: "nope" }, "there is no item nope. Items: 1 (A)"],
    [
      "an unknown operation",
      { operation: "shuffle" },
      "operation is create, update, list or delete, not shuffle",
    ],
    ["an unknown status", { operation: "update", id: "1", status: "soon" }, "not soon"],
  ])("tells the model of %s", async (_, raw, expected) => {
    const list = createList([{ id: "1", subject: "A", status: "pending" }]);
    expect(await list.call(raw)).toContain(expected);
    expect(list.changes).toBe(0);
  });
});
