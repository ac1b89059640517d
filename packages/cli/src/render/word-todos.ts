import type { Todo } from "@skillmint/core/protocol";
import { oneLine } from "./sanitize.ts";

const marks: Record<Todo["status"], string> = { pending: "☐", in_progress: "▸", completed: "☑" };

/** The list of what is to do, one line each; what is being done in its own words. */
export function wordTodos(todos: readonly Todo[]): string[] {
  return todos.map(({ status, subject, activeForm }) => {
    const text = status === "in_progress" ? (activeForm ?? subject) : subject;
    return `  ${marks[status]} ${oneLine(text, 120)}`;
  });
}
