import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { migrations, schemaVersion } from "./migrations.ts";
import { openView } from "./open-view.ts";
import { createOwner, createSession, draft } from "./suite/drafts.fixture.ts";
import { data1, schema1 } from "./suite/schema-1.fixture.ts";
import { data2, schema2 } from "./suite/schema-2.fixture.ts";
import { createTempFolder } from "./suite/temp-store.fixture.ts";

/** Every schema that was ever written, with data. A new version adds its predecessor here. */
const olderSchemas = [
  { version: 1, schema: schema1, data: data1 },
  { version: 2, schema: schema2, data: data2 },
];

function execute(path: string, text: string): void {
  const handle = new DatabaseSync(path);
  handle.exec(text);
  handle.close();
}

function describeSchema(path: string): unknown[] {
  const handle = new DatabaseSync(path);
  const rows = handle.prepare("select type, name, sql from sqlite_schema order by type, name").all();
  handle.close();
  return rows;
}

describe("migrations", () => {
  it("come in order, one version each, with a fixture of every older one", () => {
    expect(migrations.map((migration) => migration.version)).toEqual(
      Array.from({ length: schemaVersion }, (_, index) => index + 1),
    );
    expect(olderSchemas.map((older) => older.version)).toEqual(
      Array.from({ length: schemaVersion - 1 }, (_, index) => index + 1),
    );
  });

  it.each(olderSchemas)("keep everything of a database of version $version", async ({ schema, data }) => {
    await using folder = await createTempFolder();
    execute(folder.db, schema + data);
    const store = await folder.open({ clock: () => 10 });
    const id = "ses_old";
    expect(await store.get(id)).toMatchObject({
      title: "Walrus",
      state: "waiting",
      seq: 6,
      createdAt: 1,
      updatedAt: 9,
    });
    expect((await openView(store, id)).openAsks).toHaveLength(1);
    expect((await store.search("数据")).map((hit) => [hit.session.id, hit.seq])).toEqual([[id, 2]]);
    expect((await store.search("walrus")).map((hit) => hit.seq)).toEqual([3]);
    expect(await store.search("old")).toEqual([]);
    expect(await store.append(id, [draft.prompt("again", "prm_1")])).toMatchObject([{ seq: 2 }]);
    await store.append(id, [draft.answered("ask_1")]);
    expect((await store.acquireLease(id, createOwner("a"))).fence).toBe(8);
    expect(
      await store.getBlob("6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
    ).toHaveLength(1);
  });

  it.each(olderSchemas)("make of version $version the same schema as a new file has", async ({ schema }) => {
    await using old = await createTempFolder();
    await using fresh = await createTempFolder();
    execute(old.db, schema);
    await (await old.open()).close();
    await (await fresh.open()).close();
    expect(describeSchema(old.db)).toEqual(describeSchema(fresh.db));
  });

  it("find out what was a fork before that was kept", async () => {
    await using folder = await createTempFolder();
    execute(folder.db, schema2 + data2);
    const store = await folder.open();
    expect((await store.get("ses_fork")).forkOf).toBe("ses_old");
    expect((await store.get("ses_old")).forkOf).toBeUndefined();
  });

  it("leave an older database as it is when they fail", async () => {
    await using folder = await createTempFolder();
    execute(
      folder.db,
      `${schema1}${data1}insert into events values ('ses_old', 7, 9, 1, 'prompt.admitted', '{broken');`,
    );
    await expect(folder.open()).rejects.toThrow(expect.objectContaining({ code: "store-corrupt" }));
    const handle = new DatabaseSync(folder.db);
    expect(handle.prepare("pragma user_version").get()).toEqual({ user_version: 1 });
    expect(handle.prepare("select name from sqlite_schema where name like 'search%'").all()).toEqual([]);
    handle.close();
  });

  it("run once when many open at the same time", async () => {
    await using folder = await createTempFolder();
    execute(folder.db, schema1 + data1);
    const stores = await Promise.all(Array.from({ length: 6 }, () => folder.open()));
    expect(await stores[0]?.search("数据")).toHaveLength(1);
    for (const store of stores) await createSession(store);
    expect(await stores[5]?.list()).toHaveLength(7);
  });
});
