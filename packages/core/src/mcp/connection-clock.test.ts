import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createCallClock } from "./connection-clock.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function start() {
  let late = 0;
  return {
    clock: createCallClock({ idleMs: 100, totalMs: 350, onLate: () => (late += 1) }),
    late: () => late,
  };
}

it("is late after its time, once", () => {
  const { late } = start();
  vi.advanceTimersByTime(99);
  expect(late()).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(late()).toBe(1);
});

it("begins anew with every sign of life, but not for ever", () => {
  const { clock, late } = start();
  for (let each = 0; each < 4; each += 1) {
    vi.advanceTimersByTime(80);
    clock.touch();
  }
  expect(late()).toBe(0);
  vi.advanceTimersByTime(31);
  expect(late()).toBe(1);
});

it("stands still while somebody is asked", () => {
  const { clock, late } = start();
  clock.pause();
  clock.pause();
  vi.advanceTimersByTime(10_000);
  clock.touch();
  clock.resume();
  vi.advanceTimersByTime(10_000);
  expect(clock.isPaused()).toBe(true);
  clock.resume();
  vi.advanceTimersByTime(99);
  expect(late()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(late()).toBe(1);
});

it("is never late once it was stopped", () => {
  const { clock, late } = start();
  clock.stop();
  clock.touch();
  vi.advanceTimersByTime(10_000);
  expect(late()).toBe(0);
});
