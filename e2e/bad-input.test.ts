import { chmod, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startScriptedModel } from "../packages/core/src/testing/index.ts";
import { sessionOf, useStage } from "./kit.ts";

const stage = useStage();
const { cli } = stage;

describe("wrong commands", () => {
  it.each([
    [["frobnicate"], /unknown command 'frobnicate'/],
    [["run", "--no-such-flag", "x"], /unknown option/],
    [["run", "--mode", "yolo", "x"], /--mode is one of default, acceptEdits/],
    [["run", "--max-iterations", "0", "x"], /--max-iterations wants a positive number/],
    [["run", "--max-iterations", "many", "x"], /--max-iterations wants a positive number/],
    [["run", "--max-cost", "-1", "x"], /--max-cost wants a positive number/],
    [["run", "--allow", "Bash(", "x"], /Not a rule/],
    [["run", "--record", "a", "--replay", "b", "x"], /cannot be used with/],
    [["run", "--model", "antropic/claude", "x"], /Unknown provider antropic.*anthropic/],
    [["run", "--model", "custom-openai/x", "hi"], /needs a base URL/],
    [["run", "--model", "openai/x", "--base-url", "ftp://x", "hi"], /Not a base URL/],
    [["--cwd", "/no/such/folder", "run", "x"], /no folder/],
    [["--lang", "fr", "run", "x"], /en, zh-CN/],
    [["run", "--attach", "missing.png", "x"], /Cannot attach missing.png/],
    [["run", "--attach", "/dev/zero", "x"], /Cannot attach \/dev\/zero: it is no file/],
    [["run", "   "], /There is no prompt/],
    [["run", "--continue", "x"], /no session in this folder/],
    [["config", "set", "nope", "1"], /Unknown setting nope/],
    [["config", "set", "limits.iterations", "lots"], /limits.iterations takes/],
    [["models", "add", "openai"], /standard input/],
    [["models", "add", "openai", "--wire", "openai"], /wire: expected one of anthropic, openai-chat/],
    [
      ["models", "add", "mine", "--base-url", "http://a:b@host/v1"],
      /baseUrl: expected .*without a user name/,
    ],
    [["models", "use", "opnai"], /Unknown provider opnai.*openai/],
  ] as const)("%j", async (args, message) => {
    const result = await cli(args);
    expect([result.code, result.stdout]).toEqual([2, ""]);
    expect(result.stderr).toMatch(message);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });

  it.each([
    [["run", "--model", "openai/gpt", "hi"], /No key for OpenAI. Set OPENAI_API_KEY/],
    [["resume", "ses_0000000000000000000000"], /There is no session/],
    [["sessions", "show", "nope"], /There is no session/],
    [["run", "--session", "ses_0000000000000000000000", "x"], /There is no session/],
    [["run", "--replay", "missing.jsonl", "x"], /Cannot read the cassette/],
  ] as const)("%j is an error", async (args, message) => {
    const result = await cli(args);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(message);
  });

  it("speaks Chinese", async () => {
    const wrong = await cli(["--lang", "zh-CN", "run", "--no-such-flag"]);
    expect([wrong.code, wrong.stderr]).toEqual([2, "错误：未知选项 '--no-such-flag'\n(skillmint --help)\n"]);
    expect((await cli(["frobnicate"], { LANG: "zh_CN.UTF-8" })).stderr).toContain("未知命令 'frobnicate'");
    expect((await cli(["--lang", "zh-CN", "run", "--model", "openai/gpt", "hi"])).stderr).toContain(
      "缺少 OpenAI 的密钥",
    );
    expect((await cli(["run", "--model", "openai/gpt", "hi"], { LANG: "zh_CN.UTF-8" })).stderr).toContain(
      "缺少 OpenAI 的密钥",
    );
  });
});

describe("configuration", () => {
  const home = (): string => join(stage.temp.home, ".skillmint");

  it.each([
    ["config.jsonc", '{\n  "model": "anthropic/x",\n  "mode": oops\n}', /config\.jsonc:3:\d+/],
    ["config.jsonc", '{\n  // comment\n  "mode": "yolo",\n}', /config\.jsonc:3:\d+.*mode/s],
    ["models.jsonc", '{ "providers": { "x": { "baseUrl": 5 } } }', /models\.jsonc:1:\d+/],
  ])("%s that cannot be read names file, line and column", async (file, text, message) => {
    await mkdir(home(), { recursive: true });
    await writeFile(join(home(), file), text);
    const result = await cli(["run", "hi"]);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(message);
    expect(await readFile(join(home(), file), "utf8")).toBe(text);
  });

  it("gets, sets and lists; comments stay", async () => {
    await mkdir(home(), { recursive: true });
    await writeFile(join(home(), "config.jsonc"), '{\n  // mine\n  "mode": "plan"\n}\n');
    expect((await cli(["config", "get", "mode"])).stdout).toBe("plan\n");
    expect((await cli(["config", "set", "limits.iterations", "7"])).code).toBe(0);
    expect(await readFile(join(home(), "config.jsonc"), "utf8")).toContain("// mine");
    expect((await cli(["config", "list"])).stdout).toMatch(/limits\.iterations\s+7/);
  });
});

describe("the home folder", () => {
  it("that is no folder, or not writable", async () => {
    await writeFile(join(stage.temp.home, "file"), "");
    const result = await cli(["run", "hi"], { SKILLMINT_HOME: join(stage.temp.home, "file") });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/Cannot write to .*SKILLMINT_HOME/);
    if (process.getuid?.() !== 0) {
      await chmod(stage.temp.home, 0o500);
      expect((await cli(["run", "hi"])).stderr).toContain("Cannot write to");
    }
  });

  it("with a damaged or newer database is refused and left as it is", async () => {
    const folder = join(stage.temp.home, ".skillmint");
    await mkdir(folder, { recursive: true });
    const damaged = Buffer.alloc(8192, "not a database ");
    await writeFile(join(folder, "skillmint.db"), damaged);
    const result = await cli(["run", "hi"]);
    expect([result.code, result.stderr]).toEqual([
      1,
      expect.stringContaining("is damaged and was left untouched"),
    ]);
    expect(await readFile(join(folder, "skillmint.db"))).toEqual(damaged);
  });

  it("keeps database, keys and cassettes to their owner", async () => {
    await cli(["run", "--record", "tape.jsonl", "hi"]);
    await cli(["models", "add", "anthropic", "--key-stdin"], {}, "sk-ant-canary-12345678\n");
    for (const file of [
      join(stage.temp.home, ".skillmint/skillmint.db"),
      join(stage.temp.home, ".skillmint/secrets.json"),
      join(stage.temp.folder, "tape.jsonl"),
    ]) {
      expect([file, (await stat(file)).mode & 0o077]).toEqual([file, 0]);
    }
  });
});

describe("keys", () => {
  const canary = "sk-canary-9876543210fedcba";

  it("go to the host they were entered for and nowhere else; no output, log or export holds them", async () => {
    await stage.serve([
      { calls: [{ name: "Bash", input: { command: "env; cat /proc/self/environ" } }] },
      "done",
    ]);
    const url = stage.baseUrl();
    expect(
      (await cli(["models", "add", "anthropic", "--key-stdin", "--base-url", url], {}, `${canary}\n`)).code,
    ).toBe(0);
    const run = await cli(
      ["--json", "run", "--no-sandbox", "--mode", "unrestricted", "--model", "anthropic/c", "look"],
      {
        OPENAI_API_KEY: canary,
        MY_TOKEN: canary,
      },
    );
    expect(run.code).toBe(0);
    expect(stage.server.requests[0]?.headers["x-api-key"]).toBe(canary);
    const id = sessionOf(run);
    const outputs = [
      run,
      await cli(["sessions", "export", id]),
      await cli(["sessions", "export", id, "--format", "jsonl"]),
      await cli(["models", "list"]),
      await cli(["models", "list", "--json"]),
      await cli(["config", "list"]),
      await cli(["doctor"]),
    ];
    for (const output of outputs) expect(output.stdout + output.stderr).not.toContain(canary.slice(3));
    for (const file of ["skillmint.db", "skillmint.db-wal", "config.jsonc", "models.jsonc"]) {
      const bytes = await readFile(join(stage.temp.home, ".skillmint", file)).catch(() => Buffer.alloc(0));
      expect(bytes.includes(canary.slice(3))).toBe(false);
    }
    const other = await startScriptedModel(["x"]);
    await writeFile(join(stage.temp.home, ".skillmint/models.jsonc"), JSON.stringify({ providers: {} }));
    const elsewhere = await cli(["run", "--model", "anthropic/c", "hi"], { ANTHROPIC_BASE_URL: "" });
    await other.close();
    expect(elsewhere.stderr).toMatch(/No key for Anthropic/);
  });

  it("are tested with one tiny request and the provider's own words", async () => {
    await stage.serve([
      { text: "hello", fault: { status: 401, body: { error: { message: `bad key ${canary}` } }, times: 1 } },
    ]);
    const env = { ANTHROPIC_API_KEY: canary, ANTHROPIC_BASE_URL: stage.baseUrl() };
    const bad = await cli(["models", "test", "anthropic"], env);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toMatch(
      /did not accept the key \(HTTP 401\).*: skillmint models test anthropic\/\S+\n\s+bad key/,
    );
    expect(bad.stderr).not.toContain(canary.slice(3));
    const good = await cli(["models", "test", "anthropic"], env);
    expect([good.code, good.stdout]).toEqual([0, expect.stringContaining("hello")]);
    expect(stage.server.requests[0]?.body).toMatchObject({ max_tokens: 16 });
  });

  it("are removed again", async () => {
    await cli(["models", "add", "deepseek", "--key-stdin"], {}, "sk-deep-12345678");
    expect((await cli(["models", "list"])).stdout).toMatch(/deepseek\s+key \(file\)/);
    const model = "deepseek/deepseek-chat";
    await cli(["models", "use", model]);
    const removed = await cli(["models", "remove", "deepseek"]);
    expect(removed.stderr).toContain(`${model} is still the model of new sessions`);
    expect((await cli(["models", "list"])).stdout).toMatch(/deepseek\s+no key/);
  });

  it("are kept, chosen and removed in JSON too", async () => {
    const json = async (args: string[], stdin = ""): Promise<unknown> =>
      JSON.parse((await cli(["--json", "models", ...args], {}, stdin)).stdout);
    expect(await json(["add", "deepseek", "--key-stdin"], "sk-deep-12345678")).toEqual({
      provider: "deepseek",
      place: join(stage.temp.home, ".skillmint/secrets.json"),
    });
    expect(await json(["use", "deepseek/x"])).toEqual({ model: "deepseek/x" });
    expect(await json(["remove", "deepseek"])).toEqual({ provider: "deepseek", removed: true });
    expect(await json(["remove", "deepseek"])).toEqual({ provider: "deepseek", removed: false });
  });
});

describe("a model the provider does not have", () => {
  it("names the nearest", async () => {
    await stage.serve([
      {
        text: "",
        fault: {
          status: 404,
          body: { type: "error", error: { type: "not_found_error", message: "model: claude-sonet-5" } },
        },
      },
    ]);
    const result = await cli(
      ["run", "--model", "anthropic/claude-sonet-5", "--base-url", stage.baseUrl(), "hi"],
      { ANTHROPIC_API_KEY: "sk-x-12345678" },
    );
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(
      /does not offer the model claude-sonet-5\. Nearest names: .*claude-sonnet-5/,
    );
  });
});

describe("doctor", () => {
  it("says what works and what to set", async () => {
    const result = await cli(["doctor"]);
    expect(result.code).toBe(0);
    expect(result.stdout).toMatch(/✓ Node[^]*only the demo model[^]*✓ ripgrep[^]*✓ bash/);
  });
});
