import { expect, it } from "vitest";
import { formatBytes, formatDuration, formatTokens } from "./format.ts";

it.each([
  [340, "340 ms"],
  [1_240, "1.2 s"],
  [9_960, "10 s"],
  [59_700, "1 min 0 s"],
  [3_599_700, "1 h 0 min"],
  [5_400_000, "1 h 30 min"],
])("%i ms is %s", (ms, text) => expect(formatDuration(ms)).toBe(text));

it.each([
  [999, "999"],
  [9_960, "10k"],
  [999_600, "1.0M"],
  [12_400, "12k"],
])("%i tokens are %s", (count, text) => expect(formatTokens(count)).toBe(text));

it.each([
  [340, "340 B"],
  [12_288, "12 KB"],
  [1_048_300, "1 MB"],
  [5_452_595, "5.2 MB"],
])("%i bytes are %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
