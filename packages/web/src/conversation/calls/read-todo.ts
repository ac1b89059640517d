const states = ["pending", "in_progress", "completed"] as const;
export type TodoState = (typeof states)[number];

export interface ShownTodo {
  text: string;
  state: TodoState;
}

/** Something to do as a model wrote it; nothing where it is none. */
export function readTodo(value: unknown): ShownTodo[] {
  if (value === null || typeof value !== "object") return [];
  const { content, subject, status } = value as Record<string, unknown>;
  const text = typeof content === "string" ? content : subject;
  if (typeof text !== "string") return [];
  return [{ text, state: states.find((state) => state === status) ?? "pending" }];
}
