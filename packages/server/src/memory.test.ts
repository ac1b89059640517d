import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

describe("memory over HTTP", () => {
  it("is listed, read and deleted", async () => {
    const server = await start();
    const folder = join(server.home, "memory/user");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "likes.md"), "Tabs.");
    expect((await ask(server, "GET", "/api/memory")).body).toMatchObject({
      notes: [{ scope: "user", key: "likes", bytes: 5 }],
    });
    expect((await ask(server, "GET", "/api/memory/likes?scope=user")).body).toMatchObject({
      text: "Tabs.",
      unread: 0,
    });
    expect((await ask(server, "DELETE", "/api/memory/likes")).body).toMatchObject({ key: "likes" });
    expect((await ask(server, "GET", "/api/memory?scope=user")).body).toMatchObject({ notes: [] });
  });

  it("refuses what is not there and what is no key", async () => {
    const server = await start();
    for (const key of ["gone", "../secrets", "a/b", "%00"])
      expect(await ask(server, "GET", `/api/memory/${encodeURIComponent(key)}`)).toMatchObject(
        refusal(400, "usage"),
      );
    expect(await ask(server, "GET", "/api/memory?scope=all")).toMatchObject(refusal(400, "usage"));
    expect(await ask(server, "GET", "/api/memory?skill=nobody")).toMatchObject(
      refusal(404, "skill-not-found"),
    );
  });
});
