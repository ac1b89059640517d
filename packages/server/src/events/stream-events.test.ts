import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { endHead } from "../middleware/end-head.ts";
import type { EventReader } from "./event-reader.ts";
import { streamEvents } from "./stream-events.ts";

/** A reader that nothing ever comes to, and whether it was let go. */
function silentReader(): EventReader & { closed: boolean } {
  const end = Promise.withResolvers<undefined>();
  return {
    closed: false,
    next: () => end.promise,
    close() {
      this.closed = true;
      end.resolve(undefined);
    },
  };
}

const idOf = ({ seq }: { seq: number }): string => String(seq);

describe("a stream of events", () => {
  it("lets its reader go when the request is given up, before it began or later", () => {
    for (const isLate of [false, true]) {
      const leaving = new AbortController();
      const reader = silentReader();
      if (!isLate) leaving.abort();
      streamEvents(reader, idOf, leaving.signal);
      expect(reader.closed).toBe(!isLate);
      leaving.abort();
      expect(reader.closed).toBe(true);
    }
  });

  it("lets its reader go where only the head was asked for", async () => {
    const reader = silentReader();
    const app = new Hono().use(endHead);
    app.get("/", (c) => streamEvents(reader, idOf, c.req.raw.signal));
    const reply = await app.request("/", { method: "HEAD" });
    expect([reply.headers.get("content-type"), reader.closed]).toEqual([
      "text/event-stream; charset=utf-8",
      true,
    ]);
  });
});
