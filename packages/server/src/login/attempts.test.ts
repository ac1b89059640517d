import { describe, expect, it } from "vitest";
import { createAttempts } from "./attempts.ts";

describe("createAttempts", () => {
  it("makes those who guess wait longer and longer, each for themselves", () => {
    let now = 0;
    const attempts = createAttempts(() => now);
    const guess = (address: string): number => {
      attempts.note(address, false);
      return attempts.wait(address);
    };
    expect([1, 2, 3, 4, 5, 6, 7].map(() => guess("10.0.0.1"))).toEqual([0, 0, 0, 0, 1_000, 2_000, 4_000]);
    expect(attempts.wait("10.0.0.2")).toBe(0);
    now += 4_000;
    expect(attempts.wait("10.0.0.1")).toBe(0);
    for (let more = 0; more < 40; more++) guess("10.0.0.1");
    expect(attempts.wait("10.0.0.1")).toBe(15 * 60_000);
    attempts.note("10.0.0.1", true);
    expect(attempts.wait("10.0.0.1")).toBe(0);
  });

  it("takes the addresses of one network together, and the world's too", () => {
    let now = 0;
    const attempts = createAttempts(() => now);
    for (let host = 1; host <= 6; host++) attempts.note(`2001:db8:1:2::${host}`, false);
    expect(attempts.wait("2001:db8:1:2:ffff::9")).toBeGreaterThan(0);
    expect(attempts.wait("::ffff:10.0.0.1")).toBe(0);
    for (let host = 0; host < 120; host++) attempts.note(`10.1.0.${host}`, false);
    expect(attempts.wait("192.0.2.1")).toBe(60_000);
    now += 60_000;
    expect(attempts.wait("192.0.2.1")).toBe(0);
  });
});
