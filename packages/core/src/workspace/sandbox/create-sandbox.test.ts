import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/text/index.ts";
import { spawnShell } from "../spawn-shell.ts";
import { createSandbox } from "./create-sandbox.ts";
import { describeSandbox } from "./describe-sandbox.ts";
import { findProgram } from "./find-program.ts";
import { SandboxError } from "./sandbox-error.ts";
import { createSandboxSupport, type SandboxSupport } from "./sandbox-support.ts";
import type { Sandbox, SandboxChoice } from "./sandbox.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), "skillmint-create-sandbox-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function script(text: string): string {
  const file = path.join(base, "bwrap");
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

const open = (choice: SandboxChoice, support: SandboxSupport): Promise<Sandbox> =>
  createSandbox({
    choice,
    workspace: { root: base, added: [] },
    home: base,
    own: path.join(base, ".skillmint"),
    network: { allow: [] },
    protectedPaths: [],
    support,
  });

const run = (sandbox: Sandbox) =>
  spawnShell({
    command: "touch ran; echo hello",
    folder: base,
    env: { PATH: "/usr/bin:/bin" },
    callId: `call_create${process.pid}`,
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    onReady: async () => undefined,
    outputFolder: base,
    sandbox,
  });

describe.skipIf(process.platform !== "linux")("without a sandbox", () => {
  const failing: [string, () => SandboxSupport, string][] = [
    [
      "bubblewrap is not there",
      () => createSandboxSupport({ bwrap: path.join(base, "none") }),
      "bubblewrap-fails",
    ],
    [
      "bubblewrap fails",
      () => createSandboxSupport({ bwrap: script("echo broken >&2; exit 1") }),
      "bubblewrap-fails",
    ],
    [
      "namespaces are forbidden",
      () =>
        createSandboxSupport({
          bwrap: script("echo 'bwrap: setting up uid map: Permission denied' >&2; exit 1"),
        }),
      "namespaces-forbidden",
    ],
    // One that runs the program without a wall must not pass for one.
    [
      "bubblewrap only pretends",
      () => createSandboxSupport({ bwrap: script('while [ "$1" != -- ]; do shift; done; shift; exec "$@"') }),
      "bubblewrap-fails",
    ],
    ["the system has none", () => createSandboxSupport({ platform: "win32" }), "platform"],
  ];

  it.each(failing)("%s: require refuses and runs nothing", async (_, support, code) => {
    const sandbox = await open("require", support());
    expect(sandbox).toMatchObject({ status: "unavailable", reason: { code } });
    const refused = run(sandbox);
    await expect(refused).rejects.toSatisfy(SandboxError.is);
    await expect(refused).rejects.toMatchObject({ code: "unavailable", reason: { code } });
    expect(existsSync(path.join(base, "ran"))).toBe(false);
  });

  it.each(failing)("%s: auto runs and says so", async (_, support, code) => {
    const sandbox = await open("auto", support());
    expect(sandbox).toMatchObject({ status: "unavailable", reason: { code } });
    expect((await run(sandbox)).output.head).toBe("hello\n");
  });

  it("does not even look when it is switched off", async () => {
    const marker = path.join(base, "looked");
    const sandbox = await open("off", createSandboxSupport({ bwrap: script(`touch ${marker}`) }));
    expect(sandbox.status).toBe("off");
    expect((await run(sandbox)).output.head).toBe("hello\n");
    expect(existsSync(marker)).toBe(false);
  });

  it("looks once for all sandboxes of a runtime", async () => {
    const support = createSandboxSupport({ bwrap: script(`echo x >> ${base}/looked; exit 1`) });
    await Promise.all([open("auto", support), open("auto", support)]);
    await open("auto", support);
    const { readFileSync } = await import("node:fs");
    // Twice: the second try goes without what older versions lack.
    expect(readFileSync(path.join(base, "looked"), "utf8")).toBe("x\nx\n");
  });

  it("does not take a program from the workspace for the system's", () => {
    mkdirSync(path.join(base, "bin"));
    const file = path.join(base, "bin", "skillmint-no-such");
    writeFileSync(file, "#!/bin/sh\n", { mode: 0o755 });
    const searchPath = `relative:${path.join(base, "bin")}`;
    expect(findProgram("skillmint-no-such", { searchPath })).toBe(file);
    expect(findProgram("skillmint-no-such", { searchPath, except: [base] })).toBeUndefined();
  });
});

describe.skipIf(process.platform !== "linux")("describeSandbox", () => {
  it.each([
    ["en", "apt-get", "bubblewrap (bwrap) is not installed.", "sudo apt install bubblewrap"],
    ["en", "dnf", "bubblewrap (bwrap) is not installed.", "sudo dnf install bubblewrap"],
    ["zh-CN", "pacman", "未安装 bubblewrap（bwrap）。", "sudo pacman -S bubblewrap"],
    ["zh-CN", "none", "未安装 bubblewrap（bwrap）。", "请用本系统的软件包管理器安装 bubblewrap。"],
  ] as const)(
    "says in %s with %s what is missing and how to get it",
    async (language, installer, problem, advice) => {
      const missing: SandboxSupport = {
        ...createSandboxSupport(),
        detect: async () => ({ kind: "none", reason: { code: "bubblewrap-missing" } }),
      };
      const found = await describeSandbox(missing, createTranslate(language), (name) =>
        name === installer ? `/usr/bin/${name}` : undefined,
      );
      expect(found).toMatchObject({ available: false, network: false });
      expect(found.problems[0]).toBe(problem);
      expect(found.advice[0]).toBe(advice);
      expect(found.advice).toHaveLength(3);
    },
  );

  it("keeps the system's own words", async () => {
    const support = createSandboxSupport({ bwrap: script("echo 'uid map: Permission denied' >&2; exit 1") });
    const { problems, advice } = await describeSandbox(support, createTranslate("en"));
    expect(problems[0]).toContain("uid map: Permission denied");
    expect(advice.join("\n")).toContain("AppArmor");
  });
});
