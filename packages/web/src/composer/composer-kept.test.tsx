// @vitest-environment happy-dom
import { cleanup, createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Offline } from "../api/client.ts";
import { field, forgetAll, openComposer, press, type } from "./composer.fixture.tsx";

beforeEach(forgetAll);
afterEach(cleanup);

describe("attachments", () => {
  const file = (name: string, content: BlobPart, mime = ""): File =>
    new File([content], name, { type: mime });
  const pick = (...files: File[]): void => {
    const input = document.querySelector("input[type=file]");
    if (input) fireEvent.change(input, { target: { files } });
  };

  it("go along as base64, and stay over a failed send", async () => {
    const { sent } = openComposer([new Offline(new Error("x"))]);
    pick(file("a.txt", "häh"));
    await screen.findByText("a.txt");
    press("Enter");
    await screen.findByText(/cannot be reached/);
    expect(screen.getByText("a.txt")).toBeTruthy();
    press("Enter");
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.attachments).toEqual([{ name: "a.txt", data: btoa("h\u00c3\u00a4h") }]);
    await waitFor(() => expect(screen.queryByText("a.txt")).toBeNull());
  });

  it("are refused with the reason and the limit", async () => {
    openComposer();
    pick(
      file("big.png", new Uint8Array(5 * 1024 * 1024 + 1), "image/png"),
      file("long.txt", "x".repeat(512 * 1024 + 1)),
      file("x.zip", new Uint8Array([80, 75, 0, 1])),
      file("ok.md", "fine"),
    );
    await screen.findByText("ok.md");
    const told = screen.getByRole("alert").textContent ?? "";
    expect(told).toContain("big.png: an image may have 5 MB at most.");
    expect(told).toContain("long.txt: a text may have 512 KB at most.");
    expect(told).toContain("x.zip is neither an image nor a text.");
    expect(screen.queryByText("x.zip")).toBeNull();
  });

  it("come by paste, but not in place of a text", async () => {
    openComposer();
    const paste = (types: string[]): void => {
      const event = createEvent.paste(field(), {
        clipboardData: { types, files: [file("image.png", "x", "image/png")] },
      });
      fireEvent(field(), event);
    };
    paste(["text/plain", "Files"]);
    expect(screen.queryByText("pasted-image.png")).toBeNull();
    paste(["Files"]);
    expect(await screen.findByText("pasted-image.png")).toBeTruthy();
  });
});

describe("drafts", () => {
  it("outlive the page, with what was chosen", async () => {
    const { view } = openComposer();
    type("half a thought");
    view.unmount();
    openComposer();
    expect(field().value).toBe("half a thought");
  });

  it("are each tab's own; what another tab sent is done with", () => {
    openComposer();
    type("same");
    fireEvent(window, new StorageEvent("storage", { key: "skillmint-sent:new", newValue: "other" }));
    expect(field().value).toBe("same");
    fireEvent(window, new StorageEvent("storage", { key: "skillmint-sent:new", newValue: "same" }));
    expect(field().value).toBe("");
  });
});
