import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHome, ensureFolder } from "./home.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

describe("createHome", () => {
  it.each([
    { env: {}, root: "/home/u/.skillmint", cache: "/home/u/.skillmint/cache" },
    { env: { HOME: "/h" }, root: "/h/.skillmint", cache: "/h/.skillmint/cache" },
    { env: { HOME: "relative" }, root: "/home/u/.skillmint", cache: "/home/u/.skillmint/cache" },
    { env: { HOME: "/h", XDG_CACHE_HOME: "/c" }, root: "/h/.skillmint", cache: "/c/skillmint" },
    { env: { HOME: "/h", XDG_CACHE_HOME: "c" }, root: "/h/.skillmint", cache: "/h/.skillmint/cache" },
    { env: { HOME: "/h", SKILLMINT_HOME: "/s" }, root: "/s", cache: "/s/cache" },
    { env: { HOME: "/h", SKILLMINT_HOME: "/s", XDG_CACHE_HOME: "/c" }, root: "/s", cache: "/s/cache" },
    { env: { HOME: "/h", SKILLMINT_HOME: "~/x" }, root: "/h/x", cache: "/h/x/cache" },
    { env: { HOME: "/h", SKILLMINT_HOME: "" }, root: "/h/.skillmint", cache: "/h/.skillmint/cache" },
  ])("finds $root from $env", ({ env, root, cache }) => {
    const home = createHome({ env, homedir: "/home/u" });
    expect(home.root).toBe(root);
    expect(home.cache).toBe(cache);
    expect(home.config).toBe(`${root}/config.jsonc`);
    expect(home.database).toBe(`${root}/skillmint.db`);
    expect(home.environment("work").models).toBe(`${root}/environments/work/models.jsonc`);
  });

  it.each([
    "..",
    ".",
    "",
    "a/b",
    "../x",
    "a\\b",
    "-x",
    "x.",
    "a".repeat(64),
    "a\u0000",
    "none",
    "NONE",
    "con",
    "NUL.x",
  ])("refuses %j as an environment", (name) => {
    const home = createHome({ env: {}, homedir: "/home/u" });
    expect(() => home.environment(name)).toThrow(expect.objectContaining({ code: "usage" }));
  });
});

describe("ensureFolder", () => {
  it("creates what is missing, for the owner only, and nothing before", async () => {
    await using temporary = await temporaryHome();
    const { home } = temporary;
    await expect(stat(home.root)).rejects.toThrow("ENOENT");
    await ensureFolder(home.cassettes);
    expect((await stat(home.root)).mode & 0o777).toBe(0o700);
    expect((await stat(home.cassettes)).mode & 0o777).toBe(0o700);
  });

  it("says that the home cannot be written to", async () => {
    await using temporary = await temporaryHome();
    const file = join(temporary.folder, "file");
    await writeFile(file, "");
    await expect(ensureFolder(join(file, "inside"))).rejects.toMatchObject({
      code: "home-unwritable",
      params: { path: join(file, "inside") },
    });
  });
});
