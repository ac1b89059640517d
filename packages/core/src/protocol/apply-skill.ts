import type { DurableEvent } from "./event.ts";
import { moveBlobs } from "./apply-agent.ts";
import type { ActiveSkill, SessionView } from "./view.ts";

export function listSkills(view: SessionView, event: DurableEvent<"skills.listed">): void {
  const { seq, at, form, text, names, marks, environment, note, blobs = [] } = event;
  const ofMarks = moveBlobs(blobs, "marks", "value");
  view.marks = { value: marks, ...(ofMarks.length > 0 ? { blobs: ofMarks } : {}) };
  if (text !== undefined) {
    const ofList = blobs.filter(({ path }) => path[0] === "text" || path[0] === "names");
    view.listing = {
      seq,
      form: form ?? "tool",
      text,
      ...(names ? { names } : {}),
      ...(environment === undefined ? {} : { environment }),
      ...(ofList.length > 0 ? { blobs: ofList } : {}),
    };
  }
  if (note === undefined) return;
  const ofNote = moveBlobs(blobs, "note", "text");
  const entry = { kind: "note" as const, seq, at, noteKind: "skills", text: note };
  view.entries.push(ofNote.length > 0 ? { ...entry, blobs: ofNote } : entry);
}

export function activateSkill(view: SessionView, event: DurableEvent<"skill.activated">): void {
  const { type: _type, sessionId: _id, at, v: _v, text = "", terms = {}, ...rest } = event;
  const skill: ActiveSkill = { ...rest, text, terms, ...(view.run ? { runId: view.run.runId } : {}) };
  // Activated again it is the newest.
  delete view.skills[skill.skillId];
  view.skills[skill.skillId] = skill;
  if (skill.own || skill.callId) return;
  const { seq, skillId, name, blobs } = skill;
  view.entries.push({ kind: "skill", seq, at, skillId, name, text, ...(blobs ? { blobs } : {}) });
}

/** Its instructions leave the conversation wherever they stand. */
export function unloadSkill(view: SessionView, event: DurableEvent<"skill.unloaded">): void {
  const { skillId, note } = event;
  delete view.skills[skillId];
  view.contextChangedAt = event.seq;
  if (view.start)
    view.start = { ...view.start, skills: view.start.skills.filter((skill) => skill.skillId !== skillId) };
  view.entries = view.entries.map((entry) =>
    entry.kind === "skill" && entry.skillId === skillId ? { ...entry, text: note ?? "", blobs: [] } : entry,
  );
  for (const call of Object.values(view.calls)) {
    if (call.details?.["skillId"] !== skillId || call.status !== "ok") continue;
    const content = [{ type: "text" as const, text: note ?? "" }];
    const { resultBlobs: _, fullOutput: _whole, ...kept } = call;
    view.calls[call.callId] = { ...kept, content };
  }
}

/** A run that was cut off, or that waited for a person, goes on as another one: what held in it still does. */
export function continueSkills(view: SessionView, runId: ActiveSkill["runId"]): void {
  const { run, ended } = view;
  const isAnswered =
    ended?.reason === "waiting" &&
    !view.entries.some((entry) => entry.kind === "prompt" && entry.seq > ended.seq);
  const before = run?.runId ?? (isAnswered ? ended.runId : undefined);
  if (before === undefined || runId === undefined) return;
  for (const skill of Object.values(view.skills))
    if (skill.runId === before) view.skills[skill.skillId] = { ...skill, runId };
}
