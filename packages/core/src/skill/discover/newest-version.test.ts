import { expect, it } from "vitest";
import { newestVersion } from "./newest-version.ts";

const folders = (names: readonly string[]) => names.map((name, index) => ({ name, modifiedAt: index }));

it.each([
  [["1.2.0", "1.10.0", "1.9.9"], "1.10.0"],
  [["2.0.0-rc.1", "1.9.0"], "2.0.0-rc.1"],
  [["2.0.0-rc.1", "2.0.0", "2.0.0-rc.2"], "2.0.0"],
  [["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-2", "1.0.0-10"], "1.0.0-alpha.1"],
  [["v1.0", "v2"], "v2"],
  [["1.0.0", "abcdef0", "unknown"], "1.0.0"],
  [["abc", "zzz", "def"], "def"],
  [["1234567", "1.0.0"], "1.0.0"],
  [["1.0.0+b1", "1.0.0+b2"], "1.0.0+b2"],
])("of %j it is %s", (names, newest) => {
  expect(newestVersion(folders(names))?.name).toBe(newest);
});

it("of none it is none", () => {
  expect(newestVersion([])).toBeUndefined();
});
