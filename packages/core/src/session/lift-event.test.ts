import { describe, expect, it } from "vitest";
import { liftEvent, type Lifts } from "./lift-event.ts";

const lifts: Lifts = {
  "note.added": {
    1: ({ message, ...rest }) => ({ ...rest, text: message }),
    3: (body) => ({ ...body, kind: "lifted" }),
  },
};
const head = { sessionId: "ses_1", seq: 2, at: 5 };

describe("liftEvent", () => {
  it("goes from version to version, past those that changed nothing", () => {
    const old = { ...head, type: "note.added", v: 1, message: "hello" };
    expect(liftEvent(old, lifts, 4)).toEqual({
      ...head,
      type: "note.added",
      v: 4,
      text: "hello",
      kind: "lifted",
    });
    const newer = { ...head, type: "note.added", v: 2, text: "hello" };
    expect(liftEvent(newer, lifts, 3)).toEqual({ ...head, type: "note.added", v: 3, text: "hello" });
  });

  it("leaves events of today and of tomorrow alone, and lifts types without functions as they are", () => {
    const today = { ...head, type: "note.added", v: 4, text: "a" };
    const tomorrow = { ...head, type: "note.added", v: 9, other: "a" };
    expect(liftEvent(today, lifts, 4)).toBe(today);
    expect(liftEvent(tomorrow, lifts, 4)).toBe(tomorrow);
    expect(liftEvent({ ...head, type: "x.y", v: 1 }, lifts, 4)).toEqual({ ...head, type: "x.y", v: 4 });
  });

  it("does not let a body take the place of an event", () => {
    const greedy: Lifts = { "note.added": { 1: () => ({ seq: 99, type: "z" }) } };
    expect(liftEvent({ ...head, type: "note.added", v: 1 }, greedy, 2)).toMatchObject({
      seq: 2,
      type: "note.added",
    });
  });
});
