import { randomUUID } from "node:crypto";
import type { Todo, Translate } from "../../protocol/index.ts";
import { ToolFailure } from "../define-tool.ts";

export const mostTodos = 200;
export const mostTodoChars = 60_000;

/** What one item of a call says. `gone`: it is no longer to be done. */
export interface TodoWish {
  id?: string;
  subject?: string;
  description?: string;
  status?: Todo["status"] | "gone";
  activeForm?: string;
}

/** By its id, or by the beginning of it where only one begins so. */
export function findTodo(todos: readonly Todo[], id: string, t: Translate): Todo {
  const exact = todos.find((todo) => todo.id === id);
  if (exact) return exact;
  const wanted = id.toLowerCase();
  const near = wanted.length < 4 ? [] : todos.filter((todo) => todo.id.toLowerCase().startsWith(wanted));
  const [only] = near;
  if (only && near.length === 1) return only;
  const known = todos.map((todo) => `${todo.id} (${todo.subject.slice(0, 60)})`).join(", ");
  throw new ToolFailure(t("interact.todo.unknownId", { id, known: known || "–" }));
}

function merge(todo: Todo, { subject, description, status, activeForm }: TodoWish): Todo {
  return {
    ...todo,
    ...(subject === undefined ? {} : { subject }),
    ...(description === undefined ? {} : { description }),
    ...(status === undefined || status === "gone" ? {} : { status }),
    ...(activeForm === undefined ? {} : { activeForm }),
  };
}

function create(wish: TodoWish, id: string): Todo {
  return merge({ id, subject: wish.subject ?? "", status: "pending" }, wish);
}

/** The new list as a whole. What was in the old one keeps its id, by that or by its words. */
export function replaceTodos(todos: readonly Todo[], wishes: readonly TodoWish[]): Todo[] {
  const free = new Map(todos.map((todo) => [todo.id, todo]));
  const taken = new Set<string>();
  const claim = (wish: TodoWish): string => {
    const same = [...free.values()].find(({ subject }) => subject === wish.subject)?.id;
    const wanted = wish.id ?? same;
    return wanted === undefined || taken.has(wanted) ? randomUUID() : wanted;
  };
  return wishes.flatMap((wish) => {
    if (wish.status === "gone") return [];
    const id = claim(wish);
    const before = free.get(id);
    free.delete(id);
    taken.add(id);
    if (!before) return [create(wish, id)];
    const { description } = before;
    return [create({ ...(description === undefined ? {} : { description }), ...wish }, id)];
  });
}

export function createTodo(todos: readonly Todo[], wish: TodoWish): { todos: Todo[]; todo: Todo } {
  const isTaken = wish.id === undefined || todos.some((other) => other.id === wish.id);
  const todo = create(wish, isTaken ? randomUUID() : (wish.id ?? randomUUID()));
  return { todos: [...todos, todo], todo };
}

export function updateTodo(todos: readonly Todo[], old: Todo, wish: TodoWish): { todos: Todo[]; todo: Todo } {
  const todo = merge(old, wish);
  return { todos: todos.map((other) => (other === old ? todo : other)), todo };
}

export function isSameList(one: readonly Todo[], other: readonly Todo[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const marks: Record<Todo["status"], string> = { pending: " ", in_progress: "~", completed: "x" };

/** One line for each: `[x] subject (id)`. */
export function wordTodos(todos: readonly Todo[], t: Translate): string {
  if (todos.length === 0) return t("interact.todo.empty");
  return todos.map(({ id, subject, status }) => `[${marks[status]}] ${subject} (${id})`).join("\n");
}

export function countTodos(todos: readonly Todo[], t: Translate): string {
  const of = (status: Todo["status"]): number => todos.filter((todo) => todo.status === status).length;
  if (todos.length === 0) return t("interact.todo.empty");
  return t("interact.todo.changed", {
    count: todos.length,
    completed: of("completed"),
    active: of("in_progress"),
    pending: of("pending"),
  });
}
