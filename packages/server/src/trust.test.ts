import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

describe("trust over HTTP", () => {
  it("says what it would turn on, is given and taken back", async () => {
    const server = await start();
    const { folder } = server;
    await mkdir(join(folder, ".claude/skills"), { recursive: true });
    await mkdir(join(folder, "inner"));
    await writeFile(join(folder, ".mcp.json"), "{}");
    expect((await ask(server, "GET", "/api/trust")).body).toEqual({
      folder,
      trusted: false,
      ignored: [".claude/skills", ".mcp.json"],
    });
    const given = await ask(server, "POST", "/api/trust", { folder });
    expect(given.body).toEqual({ folder, changed: true, trusted: true });
    const inner = `/api/trust?folder=${encodeURIComponent(join(folder, "inner"))}`;
    expect((await ask(server, "GET", inner)).body).toMatchObject({ trusted: true, by: folder, ignored: [] });
    expect((await ask(server, "GET", "/api/trust/folders")).body).toMatchObject([{ folder }]);
    const back = await ask(server, "DELETE", `/api/trust?folder=${encodeURIComponent(folder)}`);
    expect(back.body).toEqual({ folder, changed: true, trusted: false });
    expect((await ask(server, "GET", "/api/trust")).body).toMatchObject({ trusted: false });
  });

  it("is not given to the home folder, nor to what is not there", async () => {
    const server = await start();
    for (const folder of [dirname(server.home), join(server.folder, "gone"), ""])
      expect(await ask(server, "POST", "/api/trust", { folder })).toMatchObject(refusal(400, "usage"));
    expect(await ask(server, "DELETE", "/api/trust")).toMatchObject(refusal(400, "usage"));
    expect((await ask(server, "GET", "/api/trust/folders")).body).toEqual([]);
  });
});
