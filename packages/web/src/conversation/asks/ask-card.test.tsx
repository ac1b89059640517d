// @vitest-environment happy-dom
import type { AskView, SessionId } from "@skillmint/core/protocol";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Offline, type Client } from "../../api/client.ts";
import { ServicesProvider, type Services } from "../../app/services.tsx";
import { createSessionStore } from "../../session/session-store.ts";
import { LanguageProvider } from "../../text/use-words.tsx";
import { ShownSession } from "../session-context.tsx";
import { AskCard } from "./ask-card.tsx";

const colours = [{ label: "Red" }, { label: "Blue" }];
const ask = {
  type: "question.asked",
  askId: "ask_1",
  callId: "call_1",
  questions: [
    { question: "Which colour?", header: "Colour", options: colours },
    { question: "Which name?", header: "Name", options: [{ label: "A" }] },
  ],
} as unknown as AskView;
const permission = {
  type: "permission.asked",
  askId: "ask_2",
  callId: "call_1",
  title: "Bash rm x",
  resources: ["rm x"],
} as unknown as AskView;

const rootId = "ses_1" as SessionId;
const shownSession = { state: createSessionStore(rootId).get(), rootId, renderChild: () => null };

let answers: unknown[] = [];
let failure: Error | undefined;
const client = {
  call: async (_: unknown, { body }: { body: { answer: unknown } }) => {
    if (failure) throw failure;
    answers.push(body.answer);
    return {};
  },
} as unknown as Client;

function show(shown: AskView): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider value={{ client } as Services}>
        <LanguageProvider>
          <ShownSession value={shownSession}>
            <AskCard ask={shown} />
          </ShownSession>
        </LanguageProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  answers = [];
  failure = undefined;
  localStorage.clear();
});
afterEach(cleanup);

describe("the card of a question", () => {
  it("keeps what was chosen and typed while it is out of sight, until it is answered", async () => {
    show(ask);
    fireEvent.click(screen.getByRole("radio", { name: "Blue" }));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "half a na" } });
    cleanup();
    show(ask);
    expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("half a na");
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Blue" }).checked).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    fireEvent.click(screen.getByRole("button", { name: "Answer" }));
    await waitFor(() => expect(answers).toEqual([["2", '"half a na"']]));
    expect(localStorage).toHaveLength(0);
  });

  it("leads the focus into the question that comes next", () => {
    show(ask);
    fireEvent.click(screen.getByRole("radio", { name: "Red" }));
    fireEvent.click(screen.getByRole("button", { name: "Next" }));
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "A" }));
    fireEvent.click(screen.getByRole("button", { name: "Back" }));
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Red" }));
  });
});

describe("the card of a permission", () => {
  it("keeps the reason of a refusal while it is out of sight", async () => {
    show(permission);
    fireEvent.click(screen.getByRole("button", { name: "Reject" }));
    fireEvent.change(screen.getByRole("textbox"), { target: { value: "not on a Friday" } });
    cleanup();
    show(permission);
    fireEvent.click(screen.getByRole("button", { name: "Reject with this reason" }));
    await waitFor(() => expect(answers).toEqual(["no: not on a Friday"]));
  });

  it("names only the keys that answer", () => {
    show(permission);
    expect(screen.getByText("Enter allows once, D or Esc rejects")).toBeTruthy();
    cleanup();
    show({ ...permission, rule: "Bash(rm x)" } as AskView);
    expect(screen.getByText(/S for this session, W for this folder/)).toBeTruthy();
  });

  it("says in the person's words that the server is away", async () => {
    localStorage.setItem("skillmint-language", "zh-CN");
    failure = new Offline(new TypeError("fetch failed"));
    show(permission);
    fireEvent.click(screen.getByRole("button", { name: "允许一次" }));
    expect((await screen.findByRole("alert")).textContent).toBe("无法发送回答：无法连接服务器");
  });
});
