import { chmod, mkdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readServerFiles, writeProjectServer, writeUserServer } from "./mcp-files.ts";
import { createTokenFile } from "./mcp-tokens.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

const trusting = (folder: string) => ({ find: async () => ({ folder, at: 1 }) });
const nobody = { find: async () => undefined };
const file = (servers: object) => JSON.stringify({ mcpServers: servers, other: 1 });

describe("the files that name servers", () => {
  it("are the person's and, where the folder is trusted, the project's, nearest first", async () => {
    await using temp = await temporaryHome();
    const project = join(temp.folder, "project");
    const inner = join(project, "inner");
    await mkdir(join(project, ".git"), { recursive: true });
    await mkdir(inner);
    await writeFile(join(temp.folder, ".mcp.json"), file({ above: {} }));
    await writeFile(join(project, ".mcp.json"), file({ outer: {} }));
    await writeFile(join(inner, ".mcp.json"), `// words\n${file({ near: {} })}`);
    const config = { mcp: { own: { command: "x" } } };
    const read = (trust: Parameters<typeof readServerFiles>[1]["trust"]) =>
      readServerFiles(inner, { home: temp.home, trust, config });
    const names = ({ files }: Awaited<ReturnType<typeof read>>) =>
      files.map(({ from, servers }) => `${from} ${Object.keys(servers).join()}`);
    expect(names(await read(nobody))).toEqual(["user own"]);
    const all = await read(trusting(project));
    expect(names(all)).toEqual(["user own", "project near", "project outer"]);
    expect(all.files[1]?.lineOf?.("near")).toBe(2);
    expect(all.files.map(({ folder }) => folder)).toEqual([inner, inner, project]);
  });

  it("are told of where they cannot be understood or lead outside, and the others count", async () => {
    await using temp = await temporaryHome();
    const project = join(temp.folder, "project");
    const inner = join(project, "inner");
    await mkdir(inner, { recursive: true });
    await writeFile(join(temp.folder, "elsewhere.json"), file({ evil: {} }));
    await symlink(join(temp.folder, "elsewhere.json"), join(inner, ".mcp.json"));
    await writeFile(join(project, ".mcp.json"), '{"mcpServers": [');
    const options = { home: temp.home, trust: trusting(project), config: {} };
    const { files, diagnostics } = await readServerFiles(inner, options);
    expect(files).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["outside-project", "config-unreadable"]);
  });
});

describe("a server that is written", () => {
  it("stands in the person's file beside what was there, comments included", async () => {
    await using temp = await temporaryHome({ config: '{\n  // mine\n  "mode": "plan" // strict\n}\n' });
    expect(await writeUserServer(temp.home, "a", { command: "x" })).toBe(true);
    expect(await writeUserServer(temp.home, "a", { command: "x" })).toBe(false);
    const text = await readFile(temp.home.config, "utf8");
    expect(text).toContain('  // mine\n  "mode": "plan", // strict\n  "mcp": {');
    expect(await writeUserServer(temp.home, "a", undefined)).toBe(true);
    expect(await readFile(temp.home.config, "utf8")).not.toContain('"a"');
  });

  it("stands in the project's file, which others may read as before", async () => {
    await using temp = await temporaryHome();
    expect(await writeProjectServer(temp.folder, "a", undefined)).toMatchObject({ changed: false });
    const { file: path } = await writeProjectServer(temp.folder, "a", { command: "x" });
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    await chmod(path, 0o640);
    await writeProjectServer(temp.folder, "b", { url: "https://b.example" });
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
      mcpServers: { a: { command: "x" }, b: { url: "https://b.example" } },
    });
  });
});

it("keeps what logins gave, for their owner only", async () => {
  await using temp = await temporaryHome();
  const path = join(temp.folder, "sub", "tokens.json");
  const tokens = createTokenFile(path);
  expect(await tokens.get("https://a.example/mcp")).toBeUndefined();
  await tokens.set("https://a.example/mcp", '{"x":1}');
  await tokens.set("https://b.example/mcp", "b");
  await tokens.delete("https://b.example/mcp");
  expect(await createTokenFile(path).get("https://a.example/mcp")).toBe('{"x":1}');
  expect(await tokens.get("https://b.example/mcp")).toBeUndefined();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
