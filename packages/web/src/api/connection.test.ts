import { describe, expect, it } from "vitest";
import { createConnection } from "./connection.ts";

describe("createConnection", () => {
  it("looks again until somebody answers, and tells of it once", async () => {
    let probes = 0;
    const connection = createConnection({
      firstPauseMs: 1,
      probe: async () => {
        if (++probes < 4) throw new Error("nobody");
      },
    });
    const told: string[] = [];
    connection.subscribe(() => told.push(connection.state()));
    connection.note("offline");
    connection.note("offline");
    await expect.poll(() => connection.state()).toBe("online");
    expect([probes, told]).toEqual([4, ["offline", "online"]]);
    connection.close();
  });

  it("looks at once when told to, and only while it is away", async () => {
    let probes = 0;
    const connection = createConnection({ firstPauseMs: 60_000, probe: async () => void probes++ });
    connection.retry();
    expect(probes).toBe(0);
    connection.note("offline");
    connection.retry();
    await expect.poll(() => connection.state()).toBe("online");
    expect(probes).toBe(1);
    connection.note("refused");
    connection.retry();
    expect([probes, connection.state()]).toEqual([1, "refused"]);
    connection.close();
  });
});
