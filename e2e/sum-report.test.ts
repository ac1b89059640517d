import { expect, it } from "vitest";
import { sumReport } from "../scripts/sum-report.ts";

const file = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  assertionResults: statuses.map((each) => ({ status: each })),
});

it.each([
  ["all well", [file("a", "passed", "passed", "passed")], 0, { passed: 2, failed: 0, skipped: 0, ok: true }],
  ["one failed", [file("a", "failed", "passed", "failed")], 1, { passed: 1, failed: 1, ok: false }],
  [
    "a failure that the exit code hides",
    [file("a", "failed", "passed", "failed")],
    0,
    { failed: 1, ok: false },
  ],
  [
    "a file that cannot be read",
    [file("a", "failed"), file("b", "passed", "passed")],
    1,
    { passed: 1, failed: 1, ok: false, problems: ["a could not be run"] },
  ],
  [
    "an unhandled error",
    [file("a", "passed", "passed")],
    1,
    { passed: 1, failed: 1, ok: false, problems: [expect.stringContaining("unhandled")] },
  ],
  ["no test", [], 1, { passed: 0, failed: 0, ok: false, problems: ["no test ran"] }],
  [
    "only skipped ones",
    [file("a", "passed", "skipped", "todo")],
    0,
    { passed: 0, skipped: 2, ok: false, problems: ["no test ran"] },
  ],
  [
    "some skipped",
    [file("a", "passed", "passed", "skipped"), file("b", "passed", "pending", "passed")],
    0,
    {
      passed: 2,
      skipped: 2,
      ok: true,
      skippedIn: [
        { name: "a", count: 1 },
        { name: "b", count: 1 },
      ],
    },
  ],
])("%s", (_, testResults, code, expected) => {
  expect(sumReport({ testResults }, code)).toMatchObject(expected);
});

it("names what passed only when it was run again", () => {
  const assertionResults = [
    { status: "passed", fullName: "is quick", failureMessages: ["too late", "later"] },
    { status: "passed", fullName: "is steady", failureMessages: [] },
    { status: "failed", fullName: "is wrong", failureMessages: ["no", "no"] },
  ];
  const { unsteady } = sumReport({ testResults: [{ name: "a", status: "failed", assertionResults }] }, 1);
  expect(unsteady).toEqual([{ name: "a", test: "is quick", reason: "too late" }]);
});
