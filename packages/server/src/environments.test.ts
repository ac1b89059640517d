import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ask, refusal } from "./ask.fixture.ts";
import { useServer } from "./server.fixture.ts";

const start = useServer();

describe("environments over HTTP", () => {
  it("are made, shown without secrets, compared, used and deleted", async () => {
    const server = await start();
    expect((await ask(server, "GET", "/api/environments")).body).toEqual({
      environments: [],
      diagnostics: [],
    });
    const made = await ask(server, "POST", "/api/environments", { name: "work" });
    expect(made).toMatchObject({ status: 200, body: { name: "work" } });
    expect(await ask(server, "POST", "/api/environments", { name: "work" })).toMatchObject(
      refusal(400, "usage"),
    );
    const config = {
      displayName: "Work",
      mode: "plan",
      rules: { deny: ["Bash"] },
      mcp: { files: { command: "x", env: { TOKEN: "very-secret" } } },
    };
    await writeFile(join(server.home, "environments/work/config.jsonc"), JSON.stringify(config));
    const shown = await ask(server, "GET", "/api/environments/work");
    expect(shown).toMatchObject({
      status: 200,
      body: {
        name: "work",
        mode: "plan",
        mcp: ["files"],
        active: false,
        broken: false,
        rules: { deny: ["Bash"] },
      },
    });
    expect(JSON.stringify(shown)).not.toContain("very-secret");
    const difference = await ask(server, "GET", "/api/environments/compare?to=work");
    expect(difference.body).toMatchObject({ to: "work", mode: { to: "plan" }, tools: { removed: ["Bash"] } });
    const change = await ask(server, "PUT", "/api/environments/active", { name: "work" });
    expect(change.body).toMatchObject({ to: "work", mcp: { added: ["files"] } });
    expect((change.body as { lines: string[] }).lines.length).toBeGreaterThan(1);
    expect((await ask(server, "GET", "/api/environments")).body).toMatchObject({ active: "work" });
    expect(await ask(server, "DELETE", "/api/environments/work")).toMatchObject(refusal(400, "usage"));
    const none = await ask(server, "PUT", "/api/environments/active", { name: null });
    expect(none.body).toMatchObject({ from: "work" });
    await ask(server, "PUT", "/api/environments/active", { name: "work" });
    const gone = await ask(server, "DELETE", "/api/environments/work?force=true");
    expect(gone.body).toMatchObject({ wasActive: true });
  });

  it("that are broken or not there are refused, and nothing changes", async () => {
    const server = await start();
    await ask(server, "POST", "/api/environments", { name: "bad" });
    await writeFile(join(server.home, "environments/bad/config.jsonc"), "{ mode: ");
    expect((await ask(server, "GET", "/api/environments/bad")).body).toMatchObject({ broken: true });
    expect(await ask(server, "PUT", "/api/environments/active", { name: "bad" })).toMatchObject(
      refusal(422, "config-unreadable"),
    );
    for (const name of ["gone", "..", "../../x", "none"])
      expect(await ask(server, "GET", `/api/environments/${encodeURIComponent(name)}`)).toMatchObject({
        status: name === ".." ? 404 : 400,
      });
    const list = (await ask(server, "GET", "/api/environments")).body as { active?: string };
    expect(list.active).toBeUndefined();
  });
});
