import { expect, it } from "vitest";
import type { EventDraft } from "./event.ts";
import { createId } from "./id.ts";
import type { Mode } from "./settings.ts";
import { viewOf } from "./view.fixture.ts";

const configure = (mode: Mode): EventDraft => ({ type: "session.configured", settings: { mode } });
const prompt = (mode: Mode): EventDraft => ({
  type: "prompt.admitted",
  promptId: createId("prm"),
  content: [],
  settings: { mode },
});

it("knows since when and from where a session is in plan mode, whoever put it there", () => {
  expect(viewOf().plan).toBeUndefined();
  expect(viewOf(configure("plan")).plan).toEqual({ since: 2, from: "default" });
  expect(viewOf(prompt("acceptEdits"), prompt("plan"), configure("plan")).plan).toEqual({
    since: 3,
    from: "acceptEdits",
  });
});

it("forgets it with the end of plan mode", () => {
  const view = viewOf(configure("plan"), configure("unrestricted"));
  expect([view.plan, view.settings.mode]).toEqual([undefined, "unrestricted"]);
});

it("keeps it over other settings", () => {
  const other: EventDraft = { type: "session.configured", settings: { model: "a/b" } };
  expect(viewOf(configure("plan"), other)).toMatchObject({
    plan: { from: "default" },
    settings: { model: "a/b", mode: "plan" },
  });
});
