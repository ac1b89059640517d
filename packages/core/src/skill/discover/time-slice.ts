import { setImmediate } from "node:timers/promises";

/** Keeps long work from holding up everything else in the process. */
export interface TimeSlice {
  /** Whether others should have their turn; then `rest()`. */
  isOver(): boolean;
  rest(): Promise<void>;
}

const sliceMs = 12;
/** Asking for the time costs as much as part of the work. */
const asksBetween = 64;

export function createTimeSlice(): TimeSlice {
  let startedAt = performance.now();
  let asks = 0;
  return {
    isOver: () => ++asks % asksBetween === 0 && performance.now() - startedAt > sliceMs,
    rest: async () => {
      await setImmediate();
      startedAt = performance.now();
    },
  };
}
