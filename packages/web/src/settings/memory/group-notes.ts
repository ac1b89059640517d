import type { MemoryNote } from "@skillmint/core/protocol/api";

export interface NoteGroup {
  scope: MemoryNote["scope"];
  /** Of the skill or the agent whose notes they are. */
  name: string;
  notes: MemoryNote[];
}

const order: readonly MemoryNote["scope"][] = ["user", "project", "skill", "agent"];

/** By whose they are; the person's own first, the newest first within each. */
export function groupNotes(notes: readonly MemoryNote[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const note of [...notes].sort((a, b) => b.modifiedAt - a.modifiedAt)) {
    const name = note.skill ?? note.agent ?? "";
    const key = `${note.scope} ${name}`;
    const group = groups.get(key) ?? { scope: note.scope, name, notes: [] };
    group.notes.push(note);
    groups.set(key, group);
  }
  return [...groups.values()].sort(
    (a, b) => order.indexOf(a.scope) - order.indexOf(b.scope) || a.name.localeCompare(b.name),
  );
}

/** What tells a note from all others with the same key. */
export function noteQuery({ scope, skill, agent }: MemoryNote, folder: string | undefined) {
  return {
    scope,
    ...(folder === undefined ? {} : { folder }),
    ...(skill === undefined ? {} : { skill }),
    ...(agent === undefined ? {} : { agent }),
  };
}
