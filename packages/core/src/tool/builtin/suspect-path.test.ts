import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../../testing/index.ts";
import { createWorkspace } from "../../workspace/create-workspace.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { createFindSuspects } from "./suspect-path.ts";

let temp: TempWorkspace;
let workspace: Workspace;

beforeEach(async () => {
  temp = await createTempWorkspace();
  workspace = await createWorkspace({ root: temp.folder, home: temp.home });
});
afterEach(() => temp.remove());

it("suspects what lies in the workspace, is relative or is not there, and nothing else", async () => {
  const inside = join(temp.folder, "bin");
  const linked = join(temp.home, "linked");
  const missing = join(temp.home, "missing");
  await mkdir(inside);
  await symlink(inside, linked);
  const find = createFindSuspects();
  expect(await find("/usr/bin:/bin", workspace)).toBeUndefined();
  expect(await find(`/usr/bin:${inside}:${linked}:${missing}:.:`, workspace)).toBe(
    `${inside}:${linked}:${missing}:.:`,
  );
});

it("looks again at what was suspect", async () => {
  const folder = join(temp.home, "late");
  const find = createFindSuspects();
  expect(await find(folder, workspace)).toBe(folder);
  await mkdir(folder);
  expect(await find(folder, workspace)).toBeUndefined();
  await rm(folder, { recursive: true });
});
