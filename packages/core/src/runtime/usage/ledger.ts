import {
  addUsage,
  isKnown,
  noUsage,
  type DurableEvent,
  type DurableType,
  type SessionId,
  type StoredEvent,
  type Usage,
} from "../../protocol/index.ts";

/** The events that say what a session used up; all others can be left unread. */
export const ledgerTypes = [
  "session.created",
  "session.compacted",
  "message.completed",
  "message.failed",
  "sample.completed",
  "run.started",
  "run.ended",
  "skill.activated",
  "skill.unloaded",
  "agent.started",
] as const satisfies readonly DurableType[];

/** Every zone's midnight is at a whole quarter of an hour. */
export const slotMs = 15 * 60 * 1000;

/** What was used up in one quarter of an hour, by one model and for one skill. */
export interface Slot {
  /** When it began. */
  at: number;
  model: string;
  /** The id of the skill that was followed. */
  skill: string | undefined;
  usage: Usage;
  /** Requests to models, and how many of them have no known price. */
  requests: number;
  unpriced: number;
  /** Runs that ended, and how long they took. */
  runs: number;
  timeMs: number;
}

/** What one session used up, as far as its log was read. */
export interface Ledger {
  /** Everything up to here is in it. */
  seq: number;
  isChild: boolean;
  slots: Map<string, Slot>;
  /** Which skill was followed when a sub-agent was started. */
  startedBy: Map<SessionId, string | undefined>;
  /** A fork begins with a copy of another log: what was used up until then was so there. */
  copiedUntil: number;
  model: string;
  /** Those that are active, the one that is followed last. */
  skills: string[];
  run: { runId: string; at: number } | undefined;
}

export function createLedger(): Ledger {
  return {
    seq: 0,
    isChild: false,
    slots: new Map(),
    startedBy: new Map(),
    copiedUntil: -1,
    model: "",
    skills: [],
    run: undefined,
  };
}

const maxSkills = 100;

function slotOf(ledger: Ledger, at: number): Slot {
  const begin = at - (at % slotMs);
  const { model } = ledger;
  const skill = ledger.skills.at(-1);
  const key = `${begin} ${model} ${skill ?? ""}`;
  const known = ledger.slots.get(key);
  if (known) return known;
  const slot = { at: begin, model, skill, usage: noUsage, requests: 0, unpriced: 0, runs: 0, timeMs: 0 };
  ledger.slots.set(key, slot);
  return slot;
}

function spend(ledger: Ledger, at: number, usage: Usage): void {
  if (at <= ledger.copiedUntil) return;
  const slot = slotOf(ledger, at);
  slot.usage = addUsage(slot.usage, usage);
  slot.requests++;
  if (usage.cost === undefined) slot.unpriced++;
}

function endRun(ledger: Ledger, { runId, at }: DurableEvent<"run.ended">): void {
  const { run } = ledger;
  ledger.run = undefined;
  // The runs of a sub-agent are part of those of its parent.
  if (run?.runId !== runId || ledger.isChild || run.at <= ledger.copiedUntil) return;
  const slot = slotOf(ledger, at);
  slot.runs++;
  slot.timeMs += Math.max(0, at - run.at);
}

function without(skills: readonly string[], id: string): string[] {
  return skills.filter((skill) => skill !== id);
}

function book(ledger: Ledger, event: DurableEvent): void {
  switch (event.type) {
    case "session.created":
      ledger.isChild = event.parentSessionId !== undefined;
      ledger.copiedUntil = event.forkOf ? event.at : -1;
      ledger.model = event.settings.model;
      return;
    case "message.completed":
    case "message.failed":
      ledger.model = event.model;
      if (event.usage) spend(ledger, event.at, event.usage);
      return;
    case "sample.completed":
      spend({ ...ledger, model: event.model }, event.at, event.usage);
      return;
    case "session.compacted":
      if (event.usage) spend(ledger, event.at, event.usage);
      return;
    case "run.started":
      ledger.run = { runId: event.runId, at: event.at };
      return;
    case "run.ended":
      return endRun(ledger, event);
    case "skill.activated":
      ledger.skills = [...without(ledger.skills, event.skillId), event.skillId].slice(-maxSkills);
      return;
    case "skill.unloaded":
      ledger.skills = without(ledger.skills, event.skillId);
      return;
    case "agent.started":
      ledger.startedBy.set(event.childId, ledger.skills.at(-1));
      return;
    default:
      return;
  }
}

/** Adds what comes next in a session's log. */
export function bookEvents(ledger: Ledger, events: readonly StoredEvent[]): void {
  for (const event of events) {
    if (isKnown(event)) book(ledger, event);
    ledger.seq = Math.max(ledger.seq, event.seq);
  }
}
