import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SessionEvent } from "../packages/core/src/protocol/index.ts";
import { eventsOf } from "./kit.ts";

/** Writes a skill as it stands on disk; `head` is what follows the name in its frontmatter. */
export async function putSkill(
  skills: string,
  name: string,
  head: string,
  body: string,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(skills, name);
  await putFile(join(folder, "SKILL.md"), `---\nname: ${name}\n${head}\n---\n\n${body}\n`);
  for (const [path, text] of Object.entries(files)) await putFile(join(folder, path), text);
  return folder;
}

export async function putFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export const skill = (name: string, more: Record<string, unknown> = {}) => ({
  name: "Skill",
  input: { skill: name, ...more },
});
export const read = (path: string) => ({ name: "Read", input: { path } });
export const write = (path: string, content: string) => ({ name: "Write", input: { path, content } });
export const edit = (path: string, from: string, to: string) => ({
  name: "Edit",
  input: { path, old_string: from, new_string: to },
});

type Events = { events: SessionEvent[] };

/** What each call got, in the order of the calls. */
export function resultsOf(result: Events): { name: string; status: string; text: string }[] {
  const order = eventsOf(result, "tool.called").map(({ callId }) => callId);
  const settled = eventsOf(result, "tool.settled");
  return order.flatMap((callId) => {
    const event = settled.find((each) => each.callId === callId);
    if (!event) return [];
    const text = event.content.map((part) => (part.type === "text" ? part.text : "")).join("");
    return [{ name: event.name, status: event.status, text }];
  });
}

export const asksOf = (result: Events) => eventsOf(result, "permission.asked");

/** The description of the Skill tool in a request: the list of skills. */
export function listIn(body: unknown): string {
  const { tools = [] } = body as {
    tools?: { name?: string; description?: string; function?: { name: string; description: string } }[];
  };
  const tool = tools.map((each) => each.function ?? each).find(({ name }) => name === "Skill");
  return tool?.description ?? "";
}
