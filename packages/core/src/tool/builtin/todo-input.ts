import { z } from "zod";
import type { Todo, Translate } from "../../protocol/index.ts";
import { ToolFailure } from "../define-tool.ts";
import { isLoose, pick, present, toList, toText, type Loose } from "./loose-input.ts";
import type { TodoWish } from "./todo-list.ts";

const operations = ["create", "update", "list", "delete"] as const;
/** `replace`: the whole list. `show`: one item. */
export type Operation = (typeof operations)[number] | "replace" | "show";

export interface TodoCall {
  operation: Operation;
  items: TodoWish[];
}

const otherOperations: Readonly<Record<string, Operation>> = {
  add: "create",
  new: "create",
  edit: "update",
  set: "update",
  complete: "update",
  get: "list",
  read: "list",
  show: "list",
  remove: "delete",
  replace: "replace",
  write: "replace",
};

const statuses: Readonly<Record<string, TodoWish["status"]>> = {
  pending: "pending",
  todo: "pending",
  open: "pending",
  not_started: "pending",
  new: "pending",
  in_progress: "in_progress",
  inprogress: "in_progress",
  active: "in_progress",
  current: "in_progress",
  doing: "in_progress",
  started: "in_progress",
  completed: "completed",
  complete: "completed",
  done: "completed",
  finished: "completed",
  closed: "completed",
  cancelled: "gone",
  canceled: "gone",
  deleted: "gone",
  待处理: "pending",
  未开始: "pending",
  进行中: "in_progress",
  已完成: "completed",
  完成: "completed",
};

const idNames = ["id", "taskId", "task_id", "todoId", "todo_id"];
const subjectNames = ["content", "subject", "title", "task", "step", "text", "name"];
const listNames = ["todos", "todo_list", "tasks", "items", "plan", "list"];
const fields = { id: idNames, subject: subjectNames, activeForm: ["activeForm", "active_form"] };

function tidyItem(raw: unknown): unknown {
  if (!isLoose(raw)) return present({ content: toText(raw) });
  return present({
    id: toText(pick(raw, fields.id)),
    content: toText(pick(raw, fields.subject)),
    description: toText(raw["description"]),
    status: toText(raw["status"] ?? raw["state"]),
    activeForm: toText(pick(raw, fields.activeForm)),
  });
}

function tidyInput(raw: unknown): unknown {
  if (!isLoose(raw)) return raw;
  const list = toList(pick(raw, listNames));
  const { content, ...own } = tidyItem(raw) as Loose;
  return present({
    ...own,
    subject: content,
    operation: toText(pick(raw, ["operation", "action", "op", "command"])),
    todos: Array.isArray(list) ? list.map(tidyItem) : list,
  });
}

/** The whole list, or one operation; what other clients call things is understood. */
export function todoSchema(t: Translate) {
  const status = z.string().meta({ enum: ["pending", "in_progress", "completed"] });
  return z.preprocess(
    tidyInput,
    z.object({
      todos: z
        .array(
          z.object({
            content: z.string().optional(),
            status: status.optional(),
            activeForm: z.string().optional(),
            id: z.string().optional(),
            description: z.string().optional(),
          }),
        )
        .optional(),
      operation: z
        .string()
        .meta({ enum: [...operations] })
        .describe(t("interact.todo.operation"))
        .optional(),
      id: z.string().optional(),
      subject: z.string().optional(),
      description: z.string().optional(),
      status: status.optional(),
      activeForm: z.string().optional(),
    }),
  );
}

type Input = z.infer<ReturnType<typeof todoSchema>>;
type Item = NonNullable<Input["todos"]>[number];

function readOperation(input: Input, t: Translate): Operation {
  const word = input.operation?.trim().toLowerCase() ?? "";
  const known = operations.find((operation) => operation === word) ?? otherOperations[word];
  if (known) return known;
  if (word !== "") throw new ToolFailure(t("interact.todo.badOperation", { operation: word }));
  if (input.todos) return "replace";
  if (input.id === undefined) return input.subject === undefined ? "list" : "create";
  const { subject, description, status, activeForm } = input;
  return [subject, description, status, activeForm].every((value) => value === undefined) ? "show" : "update";
}

function readStatus(status: string | undefined): TodoWish["status"] | null {
  if (status === undefined || status.trim() === "") return undefined;
  const key = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return Object.hasOwn(statuses, key) ? statuses[key] : null;
}

/** What is wrong with an item is added to `problems`. */
function readItem(
  item: Item,
  place: number,
  operation: Operation,
  problems: string[],
  t: Translate,
): TodoWish {
  const status = readStatus(item.status);
  const id = item.id?.trim() ?? "";
  const subject = item.content?.trim() ?? "";
  const isNew = operation === "replace" || operation === "create";
  if (status === null) problems.push(t("interact.todo.badStatus", { place, status: item.status ?? "" }));
  if (isNew && subject === "") problems.push(t("interact.todo.noSubject", { place }));
  if (!isNew && operation !== "list" && id === "")
    problems.push(t("interact.todo.noId", { place, operation }));
  return {
    ...(id === "" ? {} : { id }),
    ...(subject === "" ? {} : { subject }),
    ...(item.description === undefined ? {} : { description: item.description }),
    ...(status ? { status } : {}),
    ...(item.activeForm === undefined ? {} : { activeForm: item.activeForm }),
  };
}

/** What a call wants. Throws `ToolFailure` with all that is wrong with it. */
export function readTodoCall(input: Input, t: Translate): TodoCall {
  const operation = readOperation(input, t);
  const { subject, todos, operation: word, ...own } = input;
  const done: { status?: Todo["status"] } =
    word?.trim().toLowerCase() === "complete" ? { status: "completed" } : {};
  const items: Item[] =
    operation === "list"
      ? []
      : (todos ?? [{ ...done, ...own, ...(subject === undefined ? {} : { content: subject }) }]);
  const problems: string[] = [];
  const wishes = items.map((item, index) => readItem(item, index + 1, operation, problems, t));
  if (problems.length > 0)
    throw new ToolFailure(t("interact.todo.broken", { problems: problems.join("\n") }));
  return { operation, items: wishes };
}
