import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { schemaVersion } from "../migrations.ts";
import { createSession, draft } from "../suite/drafts.fixture.ts";
import { createTempFolder } from "../suite/temp-store.fixture.ts";
import { toStoreError } from "./store-error.ts";

const withCode = (code: string) => expect.objectContaining({ code });
const modeOf = (path: string) => statSync(path).mode & 0o777;

describe("openSqliteDatabase", () => {
  it.skipIf(process.platform === "win32")(
    "makes files and folders that only their owner can read",
    async () => {
      await using folder = await createTempFolder();
      const home = join(folder.path, "a", "b");
      const store = await folder.open({ path: join(home, "skillmint.db") });
      await createSession(store);
      expect([modeOf(join(folder.path, "a")), modeOf(home)]).toEqual([0o700, 0o700]);
      const files = readdirSync(home);
      expect(files.toSorted()).toEqual(["skillmint.db", "skillmint.db-shm", "skillmint.db-wal"]);
      for (const file of files) expect(modeOf(join(home, file))).toBe(0o600);
      await store.close();
      chmodSync(join(home, "skillmint.db"), 0o644);
      await folder.open({ path: join(home, "skillmint.db") });
      expect(modeOf(join(home, "skillmint.db"))).toBe(0o600);
    },
  );

  it("refuses what is damaged or no database, and leaves it as it is", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    await createSession(store, draft.prompt("a"));
    await store.close();
    const good = readFileSync(folder.db);
    const damaged = Buffer.from(good);
    damaged.fill(0xab, 100, 4_096);
    const texts = [Buffer.from("hello"), Buffer.alloc(5_000, "x"), good.subarray(0, 50), damaged];
    for (const bytes of texts) {
      writeFileSync(folder.db, bytes);
      await expect(folder.open()).rejects.toThrow(withCode("store-corrupt"));
      expect(readFileSync(folder.db).equals(bytes)).toBe(true);
    }
    writeFileSync(folder.db, good);
    expect(await (await folder.open()).list()).toHaveLength(1);
  });

  it("says so when a page inside is damaged", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open();
    const id = await createSession(
      store,
      ...Array.from({ length: 200 }, () => draft.note("x".repeat(1_000))),
    );
    await store.close();
    const bytes = readFileSync(folder.db);
    bytes.fill(0xab, 30 * 4_096);
    writeFileSync(folder.db, bytes);
    const damaged = await folder.open();
    await expect(damaged.read(id, 0)).rejects.toThrow(withCode("store-corrupt"));
  });

  it("refuses the database of a newer version and of another program", async () => {
    await using folder = await createTempFolder();
    await (await folder.open()).close();
    const handle = new DatabaseSync(folder.db);
    handle.exec(`pragma user_version=${schemaVersion + 1}`);
    handle.close();
    const before = readFileSync(folder.db);
    await expect(folder.open()).rejects.toThrow(
      expect.objectContaining({
        code: "store-newer",
        params: { path: folder.db, found: schemaVersion + 1, known: schemaVersion },
      }),
    );
    expect(readFileSync(folder.db).equals(before)).toBe(true);

    const path = join(folder.path, "other.db");
    const other = new DatabaseSync(path);
    other.exec("create table recipes (name text)");
    other.close();
    const recipes = readFileSync(path);
    await expect(folder.open({ path })).rejects.toThrow(withCode("store-corrupt"));
    expect(readFileSync(path).equals(recipes)).toBe(true);
  });

  it("waits for a lock without blocking, then says that it is busy", async () => {
    await using folder = await createTempFolder();
    const store = await folder.open({ waitMs: 200 });
    const id = await createSession(store);
    const other = new DatabaseSync(folder.db);
    other.exec("begin immediate");
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    await expect(store.append(id, [draft.note("a")])).rejects.toThrow(withCode("store-busy"));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(1);
    expect(await store.lastSeq(id)).toBe(1);
    const late = store.append(id, [draft.note("b")]);
    expect(await store.read(id, 0)).toHaveLength(1);
    other.exec("rollback");
    other.close();
    expect(await late).toMatchObject([{ seq: 2 }]);
  });

  it("refuses a place that cannot be written to", async () => {
    await using folder = await createTempFolder();
    writeFileSync(join(folder.path, "file"), "");
    await expect(folder.open({ path: join(folder.path, "file", "skillmint.db") })).rejects.toThrow(
      withCode("home-unwritable"),
    );
    await expect(folder.open({ path: folder.path })).rejects.toThrow(withCode("home-unwritable"));
  });
});

describe("toStoreError", () => {
  it("knows a full disk and a file that may not be written", async () => {
    await using folder = await createTempFolder();
    const caught = (work: () => void): unknown => {
      try {
        work();
      } catch (error) {
        return toStoreError(error, "p", 30_000);
      }
      return undefined;
    };
    const handle = new DatabaseSync(folder.db);
    handle.exec("create table a (x); pragma max_page_count=3");
    expect(caught(() => handle.exec("insert into a values (zeroblob(100000))"))).toMatchObject({
      code: "disk-full",
    });
    handle.close();
    const reader = new DatabaseSync(folder.db, { readOnly: true });
    expect(caught(() => reader.exec("insert into a values (1)"))).toMatchObject({ code: "home-unwritable" });
    reader.close();
    const full = Object.assign(new Error("no space"), { code: "ENOSPC" });
    expect(toStoreError(full, "p", 0).code).toBe("disk-full");
  });
});
