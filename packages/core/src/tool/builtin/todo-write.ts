import type { Todo, Translate } from "../../protocol/index.ts";
import { defineTool, textResult, ToolFailure, type Tool } from "../define-tool.ts";
import { readTodoCall, todoSchema, type TodoCall } from "./todo-input.ts";
import {
  countTodos,
  createTodo,
  findTodo,
  isSameList,
  mostTodoChars,
  mostTodos,
  replaceTodos,
  updateTodo,
  wordTodos,
} from "./todo-list.ts";

interface Changed {
  todos: Todo[];
  /** What was done, for the model. */
  lines: string[];
}

function changeEach({ operation, items }: TodoCall, before: readonly Todo[], t: Translate): Changed {
  let todos: Todo[] = [...before];
  const lines: string[] = [];
  for (const item of items) {
    if (operation === "create") {
      const made = createTodo(todos, item);
      todos = made.todos;
      lines.push(t("interact.todo.created", { id: made.todo.id, subject: made.todo.subject }));
      continue;
    }
    const old = findTodo(todos, item.id ?? "", t);
    if (operation === "show") {
      lines.push(
        [wordTodos([old], t), ...(old.description === undefined ? [] : [old.description])].join("\n"),
      );
    } else if (operation === "delete" || item.status === "gone") {
      todos = todos.filter((other) => other !== old);
      lines.push(t("interact.todo.deleted", { id: old.id, subject: old.subject }));
    } else {
      const made = updateTodo(todos, old, item);
      todos = made.todos;
      const { id, status, subject } = made.todo;
      lines.push(t("interact.todo.updated", { id, status, subject }));
    }
  }
  return { todos, lines };
}

function change(call: TodoCall, before: readonly Todo[], t: Translate): Changed {
  if (call.operation === "list") return { todos: [...before], lines: [wordTodos(before, t)] };
  if (call.operation !== "replace") return changeEach(call, before, t);
  const todos = replaceTodos(before, call.items);
  return { todos, lines: [countTodos(todos, t)] };
}

function requireBounds(todos: readonly Todo[], t: Translate): void {
  const refuse = (most: number, unit: string): ToolFailure =>
    new ToolFailure(t("interact.todo.tooMuch", { most, unit }));
  if (todos.length > mostTodos) throw refuse(mostTodos, t("interact.todo.items"));
  if (JSON.stringify(todos).length > mostTodoChars)
    throw refuse(mostTodoChars, t("interact.todo.characters"));
}

export function createTodoWriteTool(t: Translate): Tool {
  return defineTool({
    name: "TodoWrite",
    description: t("interact.todo.description"),
    input: todoSchema(t),
    effect: "interact",
    describe: () => ({ title: t("interact.todo.title"), resources: [] }),
    async run(input, context) {
      const before = context.session().todos;
      const { todos, lines } = change(readTodoCall(input, context.t), before, context.t);
      requireBounds(todos, context.t);
      const result = textResult(lines.join("\n"), { todos });
      return isSameList(before, todos) ? result : { ...result, events: [{ type: "todo.changed", todos }] };
    },
  });
}
