import { describe, expect, it } from "vitest";
import { createId } from "./id.ts";
import type { EventDraft } from "./event.ts";
import type { Mode } from "./settings.ts";
import type { SessionView } from "./view.ts";
import { viewOf } from "./view.fixture.ts";

const prompt = (mode?: Mode): EventDraft => ({
  type: "prompt.admitted",
  promptId: createId("prm"),
  content: [{ type: "text", text: "p" }],
  ...(mode ? { settings: { mode } } : {}),
});
const todos = (...subjects: string[]): EventDraft => ({
  type: "todo.changed",
  todos: subjects.map((subject) => ({ id: subject, subject, status: "pending" })),
});
const configured = (mode: Mode): EventDraft => ({ type: "session.configured", settings: { mode } });
const rewound = (direction: "undo" | "redo", promptSeq = 0): EventDraft => ({
  type: "session.rewound",
  direction,
  promptSeq,
  files: [],
});
const standing = ({ todos: list, settings, plan }: SessionView) => ({
  todos: list.map(({ subject }) => subject),
  mode: settings.mode,
  ...(plan ? { plan } : {}),
});

describe("undo and redo", () => {
  /** Sequences: the session is event 1, the first prompt 2. */
  const first = [prompt(), todos("a"), configured("plan")];
  const second = [prompt("acceptEdits"), todos("a", "b"), todos(), configured("plan"), configured("default")];
  const atFirst = { todos: ["a"], mode: "plan", plan: { since: 4, from: "default" } };

  it.each<[string, EventDraft[], object]>([
    ["nothing", [], { todos: [], mode: "default" }],
    ["one prompt", [rewound("undo", 5)], atFirst],
    ["both prompts", [rewound("undo", 5), rewound("undo", 2)], { todos: [], mode: "default" }],
    ["one and back", [rewound("undo", 5), rewound("redo")], { todos: [], mode: "default" }],
    ["both and one back", [rewound("undo", 5), rewound("undo", 2), rewound("redo")], atFirst],
    [
      "both and both back",
      [rewound("undo", 5), rewound("undo", 2), rewound("redo"), rewound("redo")],
      { todos: [], mode: "default" },
    ],
    ["both at once", [rewound("undo", 2)], { todos: [], mode: "default" }],
    ["back and again", [rewound("undo", 5), rewound("redo"), rewound("undo", 5)], atFirst],
  ])("take todos and the mode along: %s", (_, events, expected) => {
    expect(standing(viewOf(...first, ...second, ...events))).toEqual(expected);
  });

  it("leave alone what was not changed since", () => {
    const view = viewOf(prompt(), todos("a"), prompt(), configured("plan"), rewound("undo", 4));
    expect(standing(view)).toEqual({ todos: ["a"], mode: "default" });
    expect(viewOf(prompt(), prompt(), rewound("undo", 3)).undone[0]?.past).toBeUndefined();
  });

  it("keep each state once for a prompt, however often it changed", () => {
    const many = Array.from({ length: 50 }, (_, index) => todos(`${index}`));
    expect(viewOf(prompt(), ...many, prompt(), ...many).past).toHaveLength(2);
  });

  it("do not bring back what a new prompt left behind", () => {
    const view = viewOf(prompt(), todos("a"), rewound("undo", 2), prompt(), rewound("redo"));
    expect(standing(view)).toEqual({ todos: [], mode: "default" });
  });
});
