import { describe, expect, it } from "vitest";
import { readServers, usableServers, type ServerPlace } from "./config.ts";
import { readDefinition } from "./config-definition.ts";
import { readServerName } from "./config-name.ts";
import { quoteWord } from "./config-quote.ts";
import { resolveServer } from "./config-resolve.ts";
import { createMcpText } from "./config-text.ts";

describe("a definition", () => {
  it.each([
    [
      "a command",
      { command: "npx", args: ["-y", 1] },
      { type: "stdio", command: "npx", args: ["-y", "1"], env: {} },
    ],
    [
      "a command as a list, with a folder and variables",
      { type: "local", command: ["npx", "a"], environment: { A: 1, B: null, "C=": "x" }, cwd: "sub" },
      { type: "stdio", command: "npx", args: ["a"], env: { A: "1" }, folder: "sub" },
    ],
    [
      "an address",
      { url: "https://a.example/mcp" },
      { type: "http", url: "https://a.example/mcp", headers: {} },
    ],
    [
      "an address by its other names",
      { type: "streamable-http", serverUrl: "http://localhost:1/", headers: { A: "b" } },
      { type: "http", url: "http://localhost:1/", headers: { A: "b" } },
    ],
    [
      "an address with a client that was registered by hand",
      { url: "https://a.example/", oauth: { client_id: "me", clientSecret: "${secret:a}" } },
      {
        type: "http",
        url: "https://a.example/",
        headers: {},
        oauth: { clientId: "me", clientSecret: "${secret:a}" },
      },
    ],
    ["an older address", { type: "SSE", url: "${URL}" }, { type: "sse", url: "${URL}", headers: {} }],
  ])("is read: %s", (_, value, launch) => {
    expect(readDefinition(value)).toMatchObject({ launch, disabled: false, unknown: [] });
  });

  it.each([
    ["shape", "npx"],
    ["shape", null],
    ["command", {}],
    ["command", { command: " " }],
    ["command", { command: "a\0b" }],
    ["args", { command: "a", args: "b" }],
    ["args", { command: "a", args: [{}] }],
    ["url", { type: "http", url: "file:///etc/passwd" }],
    ["url", { url: "javascript:alert(1)" }],
    ["kind", { type: "pigeon", command: "a" }],
  ])("cannot be used because of its %s: %j", (problem, value) => {
    const read = readDefinition(value);
    expect([read.problem, read.launch]).toEqual([problem, undefined]);
  });

  it("says when it is switched off, how long it may take, and what means nothing", () => {
    const read = readDefinition({
      command: "a",
      enabled: "false",
      timeout: "5000",
      startTimeout: 1,
      colour: "red",
    });
    expect(read).toMatchObject({ disabled: true, callMs: 5_000, startMs: 1_000, unknown: ["colour"] });
    expect(readDefinition({ command: "a", timeout: -1 })).toMatchObject({ callMs: 120_000, startMs: 30_000 });
  });
});

describe("a name", () => {
  it.each([
    ["files", { name: "files", changed: false }],
    ["my server/2", { name: "my_server_2", changed: true }],
    ["_a_", { name: "a", changed: true }],
    ["a__b", { problem: "double" }],
    ["//", { problem: "empty" }],
    ["中文", { problem: "empty" }],
  ])("%s", (written, expected) => expect(readServerName(written)).toEqual(expected));

  it("that is too long is cut, and stays apart from others", () => {
    const [a, b] = ["x", "y"].map((end) => readServerName("n".repeat(60) + end));
    expect(a).toMatchObject({ name: expect.stringMatching(/^n{33}-[0-9a-f]{6}$/), changed: true });
    expect(a).not.toEqual(b);
  });
});

describe("servers of several places", () => {
  const text = createMcpText("en");
  const place = (
    from: ServerPlace["from"],
    servers: Record<string, unknown>,
    more: object = {},
  ): ServerPlace => ({
    from,
    file: `/${from}/file`,
    folder: `/${from}`,
    servers,
    ...more,
  });

  it("go by their order, in any case of letters, and one that is off still stands before the others", () => {
    const { entries, diagnostics } = readServers(
      [
        place("user", { A: { command: "one", disabled: true } }),
        place("environment", { b: { command: "two" } }),
        place("project", { a: { command: "three" }, B: { command: "four" } }),
        place("skill", { c: { command: "five" } }),
      ],
      { text, env: {} },
    );
    expect(entries.map(({ name, off }) => `${name} ${off ?? "on"}`)).toEqual([
      "A disabled",
      "b on",
      "a shadowed",
      "B shadowed",
      "c on",
    ]);
    expect(usableServers(entries).map(({ name }) => name)).toEqual(["b", "c"]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "The MCP server a is not used: /user/file defines one of that name, which comes first",
      "The MCP server B is not used: /environment/file defines one of that name, which comes first",
    ]);
  });

  it("work in the folder of their place, and know the folder of their skill", () => {
    const folders = { "${CLAUDE_SKILL_DIR}": "/skill" };
    const { entries } = readServers(
      [
        place("user", { a: { command: "x" }, b: { command: "x", cwd: "sub" } }),
        place("project", { c: { command: "x" }, d: { command: "x", cwd: "../up" } }),
        place(
          "skill",
          { e: { command: "${CLAUDE_SKILL_DIR}/run", args: ["${CLAUDE_SKILL_DIR}"] } },
          { folders },
        ),
      ],
      { text, env: {} },
    );
    const launches = usableServers(entries).map(({ server }) => server.launch);
    expect(launches.map((launch) => "folder" in launch && launch.folder)).toEqual([
      false,
      "/user/sub",
      "/project",
      "/up",
      false,
    ]);
    expect(launches[4]).toMatchObject({ command: "/skill/run", args: ["/skill"] });
  });

  it.each([
    ["${secret:x}", {}],
    ["${GITHUB_TOKEN}", {}],
    ["${HARMLESS:-}", { HARMLESS: "sk-abcdefghijklmnopqrst" }],
  ])("get no secret where they are not the person's own: %s", (reference, env) => {
    const servers = { a: { url: "https://a.example", headers: { Authorization: `Bearer ${reference}` } } };
    const off = (from: ServerPlace["from"]) =>
      readServers([place(from, servers)], { text, env }).entries[0]?.off;
    expect([off("user"), off("environment"), off("project"), off("skill")]).toEqual([
      undefined,
      undefined,
      "invalid",
      "invalid",
    ]);
  });

  it("have their references filled in when they start, secrets for the person's own only", async () => {
    const servers = { a: { command: "x", args: ["${A}", "${B:-b}"], env: { T: "${secret:t}" } } };
    const [entry] = usableServers(readServers([place("user", servers)], { text, env: {} }).entries);
    const asked: string[] = [];
    const getSecret = async (name: string) => {
      asked.push(name);
      return "value";
    };
    if (!entry) throw new Error("no entry");
    const sources = { env: { A: "1" }, getSecret, language: "en" as const };
    expect((await resolveServer(entry.server, sources)).launch).toMatchObject({
      args: ["1", "b"],
      env: { T: "value" },
    });
    expect(asked).toEqual(["t"]);
    const foreign = resolveServer({ ...entry.server, from: "project" }, sources);
    await expect(foreign).rejects.toMatchObject({ code: "usage" });
    expect(asked).toEqual(["t"]);
  });
});

it.each([
  ["plain-1.2/@a", "plain-1.2/@a"],
  ["two words", "'two words'"],
  ["it's", String.raw`'it'\''s'`],
  ["a\u202eb\n", String.raw`'a\u202eb\u000a'`],
  ["", "''"],
])("shows %j so that a person sees its ends", (word, shown) => expect(quoteWord(word)).toBe(shown));
