import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import type { Client } from "../api/client.ts";
import { ServicesProvider, type Services } from "../app/services.tsx";
import type { SessionState } from "../session/session-store.ts";
import { Composer } from "./composer.tsx";
import type { Draft } from "./draft.ts";

const skill = (name: string, more: object = {}) => ({
  id: `user:${name}`,
  name,
  slug: name,
  description: `does ${name}`,
  layer: "user",
  folder: "/s",
  enabled: true,
  offered: true,
  ...more,
});
const replies: Record<string, unknown> = {
  "/api/skills": {
    skills: [
      skill("review"),
      skill("release"),
      skill("off", { enabled: false, reason: "disabled" }),
      skill("tour", { offered: false, reason: "manual" }),
    ],
    diagnostics: [],
  },
  "/api/files": { folder: "/w", files: ["src/a.ts", "my notes.md"] },
};
/** The endpoints that were called, by path. */
export const called: string[] = [];
const client = {
  call: async (endpoint: { path: string }) => {
    called.push(endpoint.path);
    return replies[endpoint.path] ?? { done: true };
  },
} as unknown as Client;

export function wrap(children: ReactNode): ReactNode {
  const services = { client } as Services;
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider value={services}>{children}</ServicesProvider>
    </QueryClientProvider>
  );
}

/** A composer with what it sent; `answers` are thrown or, where undefined, taken. */
export function openComposer(answers: (Error | undefined)[] = [], session?: SessionState, key = "new") {
  const sent: Draft[] = [];
  const onSend = async (draft: Draft): Promise<void> => {
    sent.push(draft);
    const answer = answers.shift();
    if (answer) throw answer;
  };
  const view = render(wrap(<Composer draftKey={key} onSend={onSend} {...(session ? { session } : {})} />));
  return { sent, view };
}

export const field = (): HTMLTextAreaElement => screen.getByRole("textbox", { name: "Prompt" });
export const type = (text: string): boolean =>
  fireEvent.change(field(), { target: { value: text, selectionStart: text.length } });
export const press = (key: string, more: object = {}): boolean =>
  fireEvent.keyDown(field(), { key, ...more });
export const sessionWith = (view: object): SessionState =>
  ({
    id: "ses_x",
    view: { settings: { model: "m/x", mode: "default" }, folder: "/w", openAsks: [], ...view },
  }) as unknown as SessionState;

export function forgetAll(): void {
  called.length = 0;
  localStorage.clear();
  sessionStorage.clear();
}
