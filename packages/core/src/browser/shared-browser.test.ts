import { EventEmitter } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSharedBrowser, type SharedBrowser } from "./shared-browser.ts";

let base: string;
let launched: EventEmitter[];
let closed: number;
let shared: SharedBrowser;
let failing: boolean;

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), "skillmint-shared-"));
  launched = [];
  closed = 0;
  failing = false;
  shared = createSharedBrowser({
    async makeFolder() {
      const folder = path.join(base, String(launched.length));
      await mkdir(folder);
      return folder;
    },
    async launch() {
      if (failing) throw new Error("no");
      const browser = Object.assign(new EventEmitter(), {
        close: async () => {
          closed++;
          browser.emit("disconnected");
        },
      });
      launched.push(browser);
      return { browser: browser as unknown as Browser, pid: undefined };
    },
  });
});
afterEach(() => rm(base, { recursive: true, force: true }));

it("is one process for all, and ends with the last that uses it", async () => {
  const [a, b] = await Promise.all([shared.lease(), shared.lease()]);
  expect([launched.length, a.browser === b.browser]).toEqual([1, true]);
  await a.release();
  await a.release();
  expect(closed).toBe(0);
  await b.release();
  expect([closed, await readdir(base)]).toEqual([1, []]);
});

it("starts again after it ended, also for one who comes while it ends", async () => {
  const a = await shared.lease();
  const ending = a.release();
  const b = await shared.lease();
  await ending;
  expect([launched.length, b.browser === a.browser]).toEqual([2, false]);
  launched[1]?.emit("disconnected");
  const c = await shared.lease();
  expect(launched.length).toBe(3);
  await b.release();
  expect(await readdir(base)).toEqual(["2"]);
  await c.release();
});

it("leaves nothing behind where it cannot start, and tries again", async () => {
  failing = true;
  await expect(shared.lease()).rejects.toThrow("no");
  expect(await readdir(base)).toEqual([]);
  failing = false;
  await shared.lease();
  await shared.close();
  expect([closed, await readdir(base)]).toEqual([1, []]);
});
