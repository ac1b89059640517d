import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { explain } from "../protocol/index.ts";
import type { Diagnostic } from "../protocol/index.ts";
import type { Home } from "./home.ts";
import type { Keychain } from "./keychain.ts";
import { loadModelsFile, setProvider } from "./models-file.ts";
import { createSecrets } from "./secrets.ts";
import { createSettings } from "./settings.ts";
import { temporaryHome } from "./temporary-home.fixture.ts";

const canary = "sk-canary-7f3a9e";
const baseUrl = "https://api.openai.com/v1";
const query = {
  provider: "openai",
  baseUrl,
  presetUrl: baseUrl,
  variables: ["OPENAI_API_KEY", "OPENAI_KEY"],
};

function memoryKeychain(): { entries: Map<string, string>; opened: number; open: () => Promise<Keychain> } {
  const entries = new Map<string, string>();
  const state = {
    entries,
    opened: 0,
    open: async () => {
      state.opened++;
      return {
        get: async (account: string) => entries.get(account),
        set: async (account: string, secret: string) => void entries.set(account, secret),
        remove: async (account: string) => void entries.delete(account),
      };
    },
  };
  return state;
}

function collect(home: Home, env: Record<string, string> = {}, keychain = memoryKeychain()) {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic);
  return { diagnostics, keychain, secrets: createSecrets(home, { env, keychain: keychain.open, report }) };
}

/** Everything of an error that could reach a person, a log or an export. */
function everythingOf(error: unknown): string {
  const { message, stack, cause } = error as Error;
  return [
    explain(error, "en"),
    message,
    stack,
    JSON.stringify(error),
    String(cause),
    JSON.stringify(cause),
  ].join("\n");
}

describe("keys from the environment", () => {
  it("go to the preset's host and win over stored ones", async () => {
    await using temporary = await temporaryHome();
    const { secrets } = collect(temporary.home, { OPENAI_API_KEY: " ", OPENAI_KEY: ` ${canary}\n` });
    await secrets.setKey("openai", { key: "stored", baseUrl });
    expect(await secrets.getKey(query)).toEqual({
      status: "found",
      key: canary,
      source: "environment",
      variable: "OPENAI_KEY",
    });
  });

  it("do not go elsewhere unless that was entered", async () => {
    await using temporary = await temporaryHome();
    const { secrets } = collect(temporary.home, { OPENAI_API_KEY: canary });
    const elsewhere = { ...query, baseUrl: "https://evil.test/v1" };
    expect(await secrets.getKey(elsewhere)).toEqual({ status: "other-host", source: "environment" });
    expect(await secrets.getKey({ ...elsewhere, enteredUrls: ["https://evil.test"] })).toMatchObject({
      key: canary,
    });
  });
});

describe("keys in the file", () => {
  it("are kept for the owner only and bound to their host", async () => {
    await using temporary = await temporaryHome();
    const { secrets, keychain } = collect(temporary.home);
    expect(await secrets.getKey(query)).toEqual({ status: "missing" });
    await secrets.setKey("openai", { key: ` ${canary}\n`, baseUrl });
    expect((await stat(temporary.home.secrets)).mode & 0o777).toBe(0o600);
    expect(await secrets.getKey(query)).toEqual({ status: "found", key: canary, source: "file" });
    const elsewhere = await secrets.getKey({ ...query, baseUrl: "https://evil.test" });
    expect(elsewhere).toEqual({ status: "other-host", source: "file", host: "api.openai.com" });
    expect(keychain.opened).toBe(0);
    expect(await secrets.removeKey("openai")).toBe(true);
    expect(await secrets.removeKey("openai")).toBe(false);
    expect(await readFile(temporary.home.secrets, "utf8")).not.toContain(canary);
  });

  it("are hidden from others again, with a word about it", async () => {
    await using temporary = await temporaryHome();
    const { home } = temporary;
    const { secrets, diagnostics } = collect(home);
    await secrets.setKey("openai", { key: canary, baseUrl });
    await chmod(home.secrets, 0o644);
    expect(await secrets.getKey(query)).toMatchObject({ status: "found" });
    expect((await stat(home.secrets)).mode & 0o777).toBe(0o600);
    expect(diagnostics).toEqual([
      {
        path: home.secrets,
        severity: "warning",
        code: "mode-fixed",
        message: expect.stringContaining("0600"),
      },
    ]);
  });

  it("do not answer to names that every object has", async () => {
    await using temporary = await temporaryHome();
    const { secrets } = collect(temporary.home);
    await secrets.setKey("openai", { key: canary, baseUrl });
    expect(await secrets.getKey({ ...query, provider: "constructor" })).toEqual({ status: "missing" });
    expect(await secrets.getSecret("toString")).toBeUndefined();
  });
});

describe("keys in the keychain", () => {
  it("are recorded in models.jsonc, which alone decides whether the keychain is opened", async () => {
    await using temporary = await temporaryHome({ models: "// mine\n{}\n" });
    const { home } = temporary;
    await createSettings(home).set("secrets.store", "keychain");
    const { secrets, keychain } = collect(home);
    await secrets.setKey("openai", { key: canary, baseUrl });
    expect((await loadModelsFile(home)).providers["openai"]).toEqual({ keyStore: "keychain" });
    expect(await readFile(home.models, "utf8")).not.toContain(canary);
    expect(await secrets.getKey(query)).toEqual({ status: "found", key: canary, source: "keychain" });
    expect(await secrets.getKey({ ...query, baseUrl: "https://evil.test" })).toMatchObject({
      status: "other-host",
    });
    const opened = keychain.opened;
    expect(await secrets.getKey({ ...query, provider: "other" })).toEqual({ status: "missing" });
    expect(await secrets.list()).toEqual([{ kind: "key", name: "openai", store: "keychain" }]);
    expect(keychain.opened).toBe(opened);
    expect(await secrets.removeKey("openai")).toBe(true);
    expect(keychain.entries.size).toBe(0);
    expect((await loadModelsFile(home)).providers).toEqual({});
  });

  it("move to the file and back, and stay in one place", async () => {
    await using temporary = await temporaryHome();
    const { home } = temporary;
    await setProvider(home, "openai", { wire: "openai-chat" });
    const { secrets, keychain } = collect(home);
    await secrets.setKey("openai", { key: "first", baseUrl, store: "keychain" });
    await secrets.setKey("openai", { key: "second", baseUrl, store: "file" });
    expect(keychain.entries.size).toBe(0);
    expect((await loadModelsFile(home)).providers).toEqual({ openai: { wire: "openai-chat" } });
    await secrets.setKey("openai", { key: "third", baseUrl, store: "keychain" });
    expect(await secrets.list()).toEqual([{ kind: "key", name: "openai", store: "keychain" }]);
  });

  it("say plainly when there is no keychain, without the key", async () => {
    await using temporary = await temporaryHome();
    const broken = {
      ...memoryKeychain(),
      open: async () => ({
        get: async () => undefined,
        set: (_: string, secret: string) => Promise.reject(new Error(`AccessDenied while storing ${secret}`)),
        remove: () => Promise.reject(new Error("AccessDenied")),
      }),
    };
    const { secrets, diagnostics } = collect(temporary.home, {}, broken);
    const error: unknown = await secrets
      .setKey("openai", { key: canary, baseUrl, store: "keychain" })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "usage" });
    expect(explain(error, "en")).toContain("skillmint config set secrets.store file");
    expect(everythingOf(error)).not.toContain(canary);
    await setProvider(temporary.home, "openai", { keyStore: "keychain" });
    await secrets.setKey("openai", { key: canary, baseUrl, store: "file" });
    expect(diagnostics).toMatchObject([{ code: "left-in-keychain" }]);
    expect(await secrets.getKey(query)).toMatchObject({ key: canary, source: "file" });
  });
});

describe("named secrets", () => {
  it("are set, read, listed and removed, apart from keys", async () => {
    await using temporary = await temporaryHome();
    const { secrets } = collect(temporary.home);
    await secrets.setKey("openai", { key: canary, baseUrl });
    await secrets.setSecret("token", "a b");
    expect(await secrets.getSecret("token")).toBe("a b");
    expect(await secrets.getSecret("openai")).toBeUndefined();
    expect(await secrets.list()).toEqual([
      { kind: "key", name: "openai", store: "file", host: "api.openai.com" },
      { kind: "secret", name: "token", store: "file" },
    ]);
    expect(await secrets.removeSecret("token")).toBe(true);
    expect(await secrets.getSecret("token")).toBeUndefined();
  });
});

describe("nothing says a key aloud", () => {
  it.each([
    ["a key with a blank", `${canary} x`, baseUrl, "openai"],
    ["a key with a line break", `${canary}\nx: y`, baseUrl, "openai"],
    ["an address that is none", canary, "nowhere", "openai"],
    ["a provider that is none", canary, baseUrl, "a/b"],
  ])("refusing %s", async (_, key, url, provider) => {
    await using temporary = await temporaryHome();
    const { secrets } = collect(temporary.home);
    const error: unknown = await secrets
      .setKey(provider, { key, baseUrl: url })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "usage" });
    expect(everythingOf(error)).not.toContain(canary);
  });

  it.each([
    ["cut off", `{ "keys": { "openai": { "key": "${canary}`],
    ["not quoted", `{ "keys": { "openai": ${canary} } }`],
    ["of the wrong shape", `{ "keys": { "openai": "${canary}" } }`],
    ["with a stray field", `{ "keys": { "openai": { "key": "${canary}", "host": "h", "x": "${canary}" } } }`],
    ["without a host", `{ "keys": { "openai": { "key": "${canary}" } } }`],
  ])("reading a file that is %s", async (_, text) => {
    await using temporary = await temporaryHome();
    const { home } = temporary;
    const { secrets } = collect(home);
    await secrets.setSecret("x", "y");
    await writeFile(home.secrets, text);
    for (const work of [
      () => secrets.getKey(query),
      () => secrets.list(),
      () => secrets.setSecret("a", "b"),
    ]) {
      const error: unknown = await work().catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: "config-unreadable", params: { file: home.secrets, line: 1 } });
      expect(everythingOf(error)).not.toContain(canary);
    }
    expect(await readFile(home.secrets, "utf8")).toBe(text);
  });

  it("listing", async () => {
    await using temporary = await temporaryHome();
    const { secrets } = collect(temporary.home, { OPENAI_API_KEY: canary });
    await secrets.setKey("openai", { key: canary, baseUrl });
    await secrets.setSecret("token", canary);
    expect(JSON.stringify(await secrets.list())).not.toMatch(/canary|7f3a|sk-/);
  });
});
