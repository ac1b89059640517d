// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, Offline } from "../api/client.ts";
import {
  called,
  field,
  forgetAll,
  openComposer,
  press,
  sessionWith,
  type,
  wrap,
} from "./composer.fixture.tsx";
import { Composer } from "./composer.tsx";

beforeEach(forgetAll);
afterEach(cleanup);

describe("sending", () => {
  it("keeps everything until the server took it", async () => {
    let take: (() => void) | undefined;
    const sent: string[] = [];
    render(
      wrap(
        <Composer
          draftKey="new"
          onSend={(draft) => {
            sent.push(draft.text);
            return new Promise((resolve) => (take = resolve));
          }}
        />,
      ),
    );
    type("hello");
    press("Enter");
    press("Enter");
    await waitFor(() => expect(sent).toEqual(["hello"]));
    expect(field().value).toBe("hello");
    expect(field().readOnly).toBe(true);
    expect(screen.getByRole("button", { name: "Sending…" })).toHaveProperty("disabled", true);
    take?.();
    await waitFor(() => expect(field().value).toBe(""));
    expect(Object.keys(localStorage).filter((key) => key.startsWith("skillmint-draft"))).toEqual([]);
  });

  it.each([
    [new Offline(new Error("x")), /cannot be reached/],
    [new ApiError(401, "unauthorized", "no"), /does not accept this page/],
    [new ApiError(413, "too-long", "no"), /more than the server takes/],
    [new ApiError(500, "internal", "boom"), /not sent: boom/],
  ])("loses nothing when it fails (%s), says why, and sends the same prompt again", async (error, words) => {
    const { sent } = openComposer([error]);
    type("hello");
    press("Enter");
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    expect(field().value).toBe("hello");
    press("Enter");
    await waitFor(() => expect(field().value).toBe(""));
    expect(sent).toHaveLength(2);
    expect(sent[1]?.promptId).toBe(sent[0]?.promptId);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("takes a changed text for another prompt", async () => {
    const { sent } = openComposer([new Offline(new Error("x"))]);
    type("hello");
    press("Enter");
    await screen.findByRole("alert");
    type("hello there");
    press("Enter");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.promptId).not.toBe(sent[0]?.promptId);
  });

  it("sends nothing where there is nothing but blanks", () => {
    const { sent } = openComposer();
    type("  \n ");
    press("Enter");
    expect(sent).toEqual([]);
  });
});

describe("keys", () => {
  it("leaves Enter to an input method, however the browser says so", async () => {
    const { sent } = openComposer();
    type("ni hao");
    expect(press("Enter", { isComposing: true })).toBe(true);
    expect(press("Enter", { keyCode: 229 })).toBe(true);
    expect(press("Enter", { shiftKey: true })).toBe(true);
    expect(sent).toEqual([]);
    press("Enter");
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it("leaves Enter to an input method while skills are listed", async () => {
    openComposer();
    type("/re");
    await screen.findAllByRole("option");
    press("Enter", { isComposing: true });
    expect(field().value).toBe("/re");
  });

  it("brings back what was sent, and nothing while something is written", async () => {
    openComposer();
    for (const text of ["one", "two"]) {
      type(text);
      press("Enter");
      await waitFor(() => expect(field().value).toBe(""));
    }
    const seen = ["ArrowUp", "ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"].map((key) => {
      press(key);
      return field().value;
    });
    expect(seen).toEqual(["two", "one", "one", "two", ""]);
    type("mine");
    press("ArrowUp");
    expect(field().value).toBe("mine");
  });
});

describe("skills and files", () => {
  it("filters, points with the arrows, and takes a skill out of the text of a new session", async () => {
    const { sent } = openComposer();
    type("/re");
    await waitFor(() =>
      expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
        "/reviewdoes review",
        "/releasedoes release",
      ]),
    );
    press("ArrowDown");
    expect(field().getAttribute("aria-activedescendant")).toBe(screen.getAllByRole("option")[1]?.id);
    press("Tab");
    expect(field().value).toBe("");
    expect(
      within(screen.getByRole("list", { name: "Skills for this session" })).getByText("release"),
    ).toBeTruthy();
    type("do it");
    press("Enter");
    await waitFor(() => expect(sent[0]).toMatchObject({ text: "do it", settings: { skills: ["release"] } }));
  });

  it("offers what a person may start and leaves out what nobody may", async () => {
    openComposer();
    type("/");
    await waitFor(() => expect(screen.getAllByRole("option")).toHaveLength(3));
    press("Escape");
    expect(screen.queryAllByRole("option")).toEqual([]);
    expect(field().value).toBe("/");
  });

  it("writes the skill into the text of a session, where the engine reads it", async () => {
    openComposer([], sessionWith({ run: null }));
    type("/tou");
    await screen.findAllByRole("option");
    press("Enter");
    expect(field().value).toBe("/tour ");
  });

  it("puts the path of a file in, quoted where it has blanks", async () => {
    openComposer();
    type("看看@no");
    await screen.findAllByRole("option");
    press("ArrowDown");
    press("Enter");
    expect(field().value).toBe("看看`my notes.md` ");
  });
});

describe("while a run works", () => {
  it("stops with an empty field, and sends with a hint otherwise", async () => {
    const { sent } = openComposer([], sessionWith({ run: { at: 1 } }));
    fireEvent.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(called).toContain("/api/sessions/:id/stop"));
    type("also this");
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
    expect(screen.getByText(/read at its next step/)).toBeTruthy();
    press("Enter");
    await waitFor(() => expect(sent[0]?.text).toBe("also this"));
  });
});
