import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { findSpecifiers, findViolations, judge } from "../scripts/check-directions.ts";
import { root } from "../scripts/repository.ts";

describe("the directions of the design", () => {
  it("hold in this repository", async () => {
    expect(await findViolations(root)).toEqual([]);
  });

  it("are found broken where they are, and tests are exempt", async () => {
    const folder = await mkdtemp(join(tmpdir(), "skillmint-directions-"));
    const files = {
      "packages/core/src/model/a.ts":
        'import type { B } from "../protocol/index.ts";\nimport { x } from "../session/b.ts";',
      "packages/core/src/model/a.test.ts": 'import { x } from "../session/b.ts";',
      "packages/core/src/model/a.fixture.ts": 'import { x } from "../session/b.ts";',
      "packages/web/src/app.tsx": 'export const f = () => import("@skillmint/core");',
    };
    try {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      expect(await findViolations(folder)).toEqual([
        {
          file: "packages/core/src/model/a.ts",
          line: 2,
          specifier: "../session/b.ts",
          reason: "model and session are siblings",
        },
        {
          file: "packages/web/src/app.tsx",
          line: 1,
          specifier: "@skillmint/core",
          reason: "web may import @skillmint/core/protocol, @skillmint/core/protocol/api",
        },
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe("judge", () => {
  const core = (path: string) => `packages/core/src/${path}`;

  it.each([
    [core("protocol/a.ts"), "./b.ts"],
    [core("protocol/text/a.ts"), "../error.ts"],
    [core("model/a.ts"), "../protocol/index.ts"],
    [core("tool/builtin/read.ts"), "../../workspace/workspace.ts"],
    [core("agent/loop.ts"), "../tool/execute.ts"],
    [core("authoring/a.ts"), "../agent/loop.ts"],
    [core("runtime.ts"), "./agent/loop.ts"],
    [core("runtime.ts"), "./runtime/models.ts"],
    [core("runtime/models.ts"), "../testing/index.ts"],
    [core("index.ts"), "./runtime.ts"],
    [core("testing/index.ts"), "../model/model.ts"],
    [core("model/a.ts"), "node:fs"],
    [core("model/a.ts"), "zod"],
    ["packages/cli/src/main.ts", "@skillmint/core"],
    ["packages/cli/src/main.ts", "./command/run.ts"],
    ["packages/server/src/app.ts", "@skillmint/core/protocol"],
    ["packages/web/src/app.tsx", "@skillmint/core/protocol"],
    ["packages/web/src/app.tsx", "@skillmint/core/protocol/api"],
  ])("lets %s import %s", (file, specifier) => {
    expect(judge(file, specifier)).toBeUndefined();
  });

  it.each([
    [core("protocol/a.ts"), "../model/model.ts", "model stands above protocol"],
    [core("skill/a.ts"), "../model/model.ts", "skill and model are siblings"],
    [core("permission/a.ts"), "../tool/execute.ts", "tool stands above permission"],
    [core("agent/a.ts"), "../mcp/client.ts", "agent and mcp are siblings"],
    [core("agent/a.ts"), "../runtime.ts", "runtime stands above agent"],
    [core("runtime/models.ts"), "../index.ts", "index stands above runtime"],
    [core("agent/a.ts"), "../testing/index.ts", "only runtime and index may know testing"],
    [core("testing/a.ts"), "../agent/loop.ts", "testing may not know agent"],
    [core("other/a.ts"), "../protocol/index.ts", "other has no place in the directions yet"],
    [core("model/a.ts"), "../other/a.ts", "other has no place in the directions yet"],
    [core("model/a.ts"), "../../../cli/src/main.ts", "packages import each other by name only"],
    [core("model/a.ts"), "../../../core-other/src/a.ts", "packages import each other by name only"],
    [core("model/a.ts"), "../../bench/a.ts", "core imports its own sources only"],
    [core("model/a.ts"), "@skillmint/cli", "core may import no other package"],
    ["packages/cli/src/main.ts", "../../core/src/index.ts", "packages import each other by name only"],
    ["packages/cli/src/main.ts", "@skillmint/core/testing", expect.stringContaining("cli may import")],
    ["packages/cli/src/main.ts", "@skillmint/core/src/runtime.ts", expect.stringContaining("cli may import")],
    ["packages/server/src/a.ts", "@skillmint/cli", expect.stringContaining("server may import")],
    [
      "packages/web/src/a.ts",
      "@skillmint/core",
      "web may import @skillmint/core/protocol, @skillmint/core/protocol/api",
    ],
    ["packages/new/src/a.ts", "@skillmint/core", "packages/new has no place in the directions yet"],
  ])("does not let %s import %s", (file, specifier, reason) => {
    expect(judge(file, specifier)).toEqual(reason);
  });
});

it("finds every form of import with its line", () => {
  const text = `import a from "a";
import {
  b,
  type B,
} from 'b';
import "c";
export * from "d";
export { e } from "e";
const f = await import("f");
type G = import("g").G;
// import h from "h";
const from = "i";
import type * as j from "j"; import k from "k";
`;
  const found = findSpecifiers(text).map(({ specifier, line }) => `${specifier}${line}`);
  expect(found.filter((name) => name !== "k13")).toEqual(["a1", "b5", "c6", "d7", "e8", "f9", "g10", "j13"]);
});
