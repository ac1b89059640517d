import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInProcessModel } from "@skillmint/core/testing";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();
const model = "test/scripted";

describe("folders over HTTP", () => {
  it("are the server's and those that sessions worked in, as long as they are there", async () => {
    const server = await start({ models: { [model]: createInProcessModel([]) } });
    const { runtime, folder } = server;
    const gone = await mkdtemp(join(dirname(folder), "gone-"));
    const other = await mkdtemp(join(dirname(folder), "other-"));
    for (const place of [other, gone, folder, other])
      await runtime.prompt({ text: "x", folder: place, settings: { model } });
    await rm(gone, { recursive: true });
    const { body } = await ask(server, "GET", "/api/folders");
    expect(body).toMatchObject({ folder, recent: [{ folder: other }, { folder }] });
  });

  it("give the names of their files", async () => {
    const server = await start();
    await mkdir(join(server.folder, "src"));
    await writeFile(join(server.folder, ".gitignore"), "out.ts\n");
    for (const name of ["src/one.ts", "src/two.md", "out.ts"])
      await writeFile(join(server.folder, name), "x");
    const find = (query: string) => ask(server, "GET", `/api/files?${query}`);
    expect((await find("query=ONE")).body).toEqual({ folder: server.folder, files: ["src/one.ts"] });
    expect((await find("query=.ts")).body).toMatchObject({ files: ["src/one.ts"] });
    expect((await find("limit=1")).body).toMatchObject({ files: [expect.any(String)] });
    const inner = encodeURIComponent(join(server.folder, "src"));
    expect((await find(`folder=${inner}&query=two`)).body).toMatchObject({ files: ["two.md"] });
    expect(await find("limit=51")).toMatchObject(refusal(400, "usage"));
    expect(await find("folder=..")).toMatchObject(refusal(400, "usage"));
    expect(await find("folder=/proc/self")).toMatchObject(refusal(400, "usage"));
  });
});
