import { CircleCheck, CircleDashed, CircleDot, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useWords } from "../../text/use-words.tsx";
import { callTexts } from "./call-texts.ts";
import { JsonView } from "./json-view.tsx";
import { readTodo, type ShownTodo, type TodoState } from "./read-todo.ts";

const marks: Readonly<Record<TodoState, [LucideIcon, string]>> = {
  pending: [CircleDashed, "text-ink-3"],
  in_progress: [CircleDot, "text-accent"],
  completed: [CircleCheck, "text-ink-3"],
};

export function TodoList({ todos }: { todos: readonly ShownTodo[] }): ReactNode {
  const t = useWords(callTexts);
  return (
    <ul className="my-1 space-y-0.5 text-sm">
      {todos.map(({ text, state }, index) => {
        const [Icon, tone] = marks[state];
        return (
          <li className="flex items-start gap-2" key={index}>
            <Icon aria-label={t(`todo.${state}`)} className={`mt-1 shrink-0 ${tone}`} size={14} />
            <span
              className={`min-w-0 [overflow-wrap:anywhere] ${state === "completed" ? "text-ink-3 line-through" : ""}`}
            >
              {text}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** A list of things to do as the model wrote it; single changes as what they are. */
export function TodoView({ input }: { input: Readonly<Record<string, unknown>> }): ReactNode {
  const { todos } = input;
  const shown = Array.isArray(todos) ? todos.flatMap(readTodo) : [];
  return shown.length > 0 ? <TodoList todos={shown} /> : <JsonView value={input} />;
}
