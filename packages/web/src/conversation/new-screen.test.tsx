// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "../api/client.ts";
import { ServicesProvider, type Services } from "../app/services.tsx";
import NewScreen from "./new-screen.tsx";

interface World {
  demo?: boolean;
  sessions?: object[];
  ignored?: string[];
}
let bodies: { path: string; body: unknown }[];

function open({ demo = true, sessions = [], ignored = [] }: World = {}): void {
  const replies: Record<string, unknown> = {
    "GET /api/folders": { folder: "/home/me/project", recent: [] },
    "GET /api/status": { demo, model: demo ? "demo/scripted" : "anthropic/claude" },
    "GET /api/sessions": sessions,
    "GET /api/settings/:path": { path: "mode", source: "default" },
    "GET /api/trust": { folder: "/home/me/project", trusted: false, ignored },
    "POST /api/sessions": { sessionId: "ses_made" },
  };
  const client = {
    call: async ({ method, path }: { method: string; path: string }, { body }: { body?: unknown }) => {
      if (method === "POST") bodies.push({ path, body });
      return replies[`${method} ${path}`];
    },
  } as unknown as Client;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider value={{ client } as Services}>
        <NewScreen />
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

const prompt = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Prompt" });

beforeEach(() => {
  bodies = [];
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/new");
});
afterEach(cleanup);

describe("the first visit", () => {
  it("says that it is a demo and what to do about it, and starts the tour", async () => {
    open();
    expect((await screen.findByRole("link", { name: "Connect a model" })).getAttribute("href")).toBe(
      "/settings/models",
    );
    expect(await screen.findByText(/“project” is not trusted yet/)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Start the tour" }));
    await waitFor(() => expect(location.pathname).toBe("/sessions/ses_made"));
    expect(bodies[0]?.body).toMatchObject({
      folder: "/home/me/project",
      settings: { skills: ["bundled:tour"], mode: "acceptEdits" },
    });
  });

  it("puts an example behind what was typed, and sends nothing by itself", async () => {
    open();
    const example = await screen.findByText(/^Plan how to add tests/);
    fireEvent.change(prompt(), { target: { value: "mine", selectionStart: 4 } });
    fireEvent.click(example);
    expect(prompt().value).toMatch(/^mine\nPlan how/);
    expect(bodies).toEqual([]);
  });

  it("is over once there was a session, but the demo still says what it is", async () => {
    open({ sessions: [{ id: "ses_1" }] });
    expect(await screen.findByText(/scripted, not a real one/)).toBeTruthy();
    expect(screen.queryByText("Take the tour")).toBeNull();
  });

  it("is nothing with a key", async () => {
    open({ demo: false });
    expect(await screen.findByText("claude")).toBeTruthy();
    expect(await screen.findByText("Ask first")).toBeTruthy();
    expect(screen.queryByText(/demo|tour|trusted/i)).toBeNull();
  });
});

describe("a new session", () => {
  it("works in the folder that is shown, and tells what of it is left out", async () => {
    open({ demo: false, ignored: ["/home/me/project/.skillmint/config.jsonc"] });
    expect(await screen.findByText(/Not read: \.skillmint\/config\.jsonc/)).toBeTruthy();
    fireEvent.change(prompt(), { target: { value: "go", selectionStart: 2 } });
    fireEvent.keyDown(prompt(), { key: "Enter" });
    await waitFor(() => expect(bodies[0]?.body).toMatchObject({ text: "go", folder: "/home/me/project" }));
  });
});
