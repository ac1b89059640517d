// @vitest-environment happy-dom
import type { Job } from "@skillmint/core/protocol/api";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError, type Client } from "../api/client.ts";
import { ServicesProvider, type Services } from "../app/services.tsx";
import { useWork } from "./use-work.ts";
import { WorkProgress } from "./work-progress.tsx";

/** A server with at most one job, which a test moves on. */
function createServer() {
  const steps: Job["steps"] = [];
  const state: { job: Job | undefined; asked: number[] } = { job: undefined, asked: [] };
  let begun = 0;
  const call = async (endpoint: { method: string }, sent: { query?: { after: number } }) => {
    if (!state.job) throw new ApiError(404, "job-not-found", "gone");
    if (endpoint.method === "DELETE") {
      state.job = { ...state.job, state: "cancelled" };
      return { done: true };
    }
    const after = sent.query?.after ?? 0;
    state.asked.push(after);
    return { ...state.job, steps: steps.filter(({ n }) => n > after) };
  };
  return {
    state,
    tell: (text: string) => void steps.push({ n: steps.length + 1, at: 0, text }),
    begin: async () => {
      const id = `job_${++begun}`;
      state.job = {
        id,
        kind: "create",
        subject: "x",
        state: "running",
        startedAt: Date.now(),
        steps: [],
      };
      return { jobId: id };
    },
    end: (result: unknown) => {
      if (state.job) state.job = { ...state.job, state: "done", result };
    },
    client: { call } as unknown as Client,
  };
}

type Server = ReturnType<typeof createServer>;
const text = {
  safeParse: (value: unknown) =>
    typeof value === "string" ? { success: true as const, data: value } : { success: false as const },
};

function Panel({ begin }: { begin: Server["begin"] }): ReactNode {
  const work = useWork("panel", text, begin);
  return (
    <>
      <button onClick={() => work.start(undefined)} type="button">
        start
      </button>
      <WorkProgress work={work} />
      <output>{work.result}</output>
    </>
  );
}

function show({ client, begin }: Server): void {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={queries}>
      <ServicesProvider value={{ client } as Services}>
        <Panel begin={begin} />
      </ServicesProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe("long work", () => {
  it("is followed step by step over a reload, and gives its result", async () => {
    const server = createServer();
    show(server);
    fireEvent.click(screen.getByText("start"));
    server.tell("one");
    await screen.findByText("one");
    server.tell("two");
    await waitFor(() =>
      expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["one", "two"]),
    );
    expect(server.state.asked).toContain(1);
    cleanup();
    show(server);
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
    server.end("what came");
    await screen.findByText("what came");
    expect(screen.queryByRole("list")).toBeNull();
  });

  it("is stopped, and what is no result of its kind is none", async () => {
    const server = createServer();
    show(server);
    fireEvent.click(screen.getByText("start"));
    fireEvent.click(await screen.findByRole("button", { name: "Stop" }));
    await screen.findByText("Stopped.");
    fireEvent.click(screen.getByText("start"));
    await screen.findByRole("button", { name: "Stop" });
    server.end({ strange: true });
    await waitFor(() => expect(screen.queryByRole("button", { name: "Stop" })).toBeNull());
    expect(screen.getByRole("status", { hidden: true }).textContent).toBe("");
  });

  it("says so where the server forgot it", async () => {
    const server = createServer();
    show(server);
    fireEvent.click(screen.getByText("start"));
    await screen.findByRole("button", { name: "Stop" });
    server.state.job = undefined;
    await screen.findByText(/The server was started anew meanwhile/);
  });
});
