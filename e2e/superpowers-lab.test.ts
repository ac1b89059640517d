import { spawnSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Script, Turn } from "../packages/core/src/testing/index.ts";
import { bash, sessionOf, testKey, useStage, wires, type CliResult, type Wire } from "./kit.ts";
import { asksOf, exists, putFile, resultsOf, skill } from "./skill-files.fixture.ts";
import { installStandIns, openSuperpowers } from "./superpowers.fixture.ts";

const superpowers = openSuperpowers();
const stage = useStage();
let folderOf: (skill: string) => string = (name) => name;

beforeEach(async () => {
  if (superpowers) folderOf = await superpowers.install(stage.temp.home);
  else {
    const lab = await installStandIns(stage.temp.home);
    folderOf = (name) => join(lab, name);
  }
});

const [anthropic, openai] = wires as readonly [Wire, Wire];
const free = ["--mode", "unrestricted", "--no-sandbox"];
const inFolder = (path: string): string => join(stage.temp.folder, path);
const work = (script: Script, wire = anthropic) => stage.run(wire, script, free);
/** The calls in the order in which they were made, by a word each. */
const flow = (result: Parameters<typeof resultsOf>[0]): string[] =>
  resultsOf(result).map(({ name, status }) => `${name} ${status}`);

describe.skipIf(!superpowers)("what the superpowers-lab skills ask for, done by a scripted model", () => {
  const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
  it.skipIf(!hasTmux)(
    "using-tmux-for-interactive-commands: three calls see one session (needs tmux)",
    async () => {
      const tmux = `${join(folderOf("using-tmux-for-interactive-commands"), "tmux-wrapper.sh")} -S ${inFolder("sock")} -f /dev/null`;
      const wait = `for i in $(seq 100); do ${tmux} capture-pane -p -t s | grep -q 'sum is 5' && break; sleep 0.05; done`;
      try {
        const result = await work([
          { calls: [skill("using-tmux-for-interactive-commands")] },
          { calls: [bash(`${tmux} new-session -d -s s sh`)] },
          { calls: [bash(`${tmux} send-keys -t s 'echo sum is $((2+3))' Enter`)] },
          { calls: [bash(`${wait}; ${tmux} capture-pane -p -t s`)] },
          { calls: [bash(`${tmux} kill-session -t s`)] },
          "done",
        ]);
        expect(flow(result)).toEqual(["Skill ok", "Bash ok", "Bash ok", "Bash ok", "Bash ok"]);
        expect(resultsOf(result)[3]?.text).toContain("sum is 5");
      } finally {
        spawnSync("tmux", ["-S", inFolder("sock"), "kill-server"]);
      }
    },
  );

  it("mcp-cli: without the program a clear end, with it the list of tools", async () => {
    const command = 'export PATH="$HOME/.local/bin:$PATH"; mcp tools npx -y server';
    const script: Script = [{ calls: [skill("mcp-cli")] }, { calls: [bash(command)] }, "done"];
    const without = await work(script, openai);
    expect(flow(without)).toEqual(["Skill ok", "Bash error"]);
    expect(resultsOf(without)[1]?.text).toContain("mcp: command not found");
    const program = join(stage.temp.home, ".local/bin/mcp");
    await putFile(program, '#!/bin/sh\necho "read_file(path:str) for $2"\n');
    await chmod(program, 0o755);
    const found = await work(script, openai);
    expect(resultsOf(found)[1]?.text).toContain("read_file(path:str) for npx");
  });
});

describe("the two skills that stand in", () => {
  it("finding-duplicate-functions: its script names the suspects", async () => {
    await stage.temp.write(
      "src/a.ts",
      "export function fetchUser(id: string) {}\nconst parse = (x: string) => x;\n",
    );
    await stage.temp.write("src/b.py", "def load_user(id):\n    pass\n");
    const script = join(folderOf("finding-duplicate-functions"), "scripts/list-functions");
    const result = await work([
      { calls: [skill("finding-duplicate-functions")] },
      { calls: [bash(`${script} --suspects src`), bash(`${script} src`)] },
      "done",
    ]);
    expect(resultsOf(result)[1]?.text.trim()).toBe(
      "get user\tsrc/a.ts:1\tfetchUser\nget user\tsrc/b.py:1\tload_user",
    );
    expect(resultsOf(result)[2]?.text).toContain("parse\tsrc/a.ts:2\tparse");
  });

  describe("slack-messaging", () => {
    const run = async (more: Script): Promise<CliResult> => {
      const program = join(stage.temp.home, ".local/bin/slackcli");
      await putFile(program, '#!/bin/sh\necho "sent: $*"\n');
      await chmod(program, 0o755);
      const folder = join(stage.temp.home, ".local/bin");
      const env = { [anthropic[2]]: testKey, PATH: `${folder}:${stage.temp.env["PATH"] ?? ""}` };
      const turns = [{ calls: [skill("slack-messaging")] }, { calls: [bash("slackcli auth list")] }];
      await stage.serve([...turns, ...(more as readonly Turn[])]);
      const flags = ["--model", anthropic[1], "--base-url", stage.baseUrl(), "--no-sandbox"];
      const first = await stage.cli(["--json", "run", ...flags, "go"], env);
      expect(asksOf(first)).toMatchObject([
        { tool: "Bash", grants: { name: "slack-messaging", rules: ["Bash(slackcli:*, curl:*)"] } },
      ]);
      const second = await stage.cli(["--json", "resume", sessionOf(first), "skill"], env);
      return { ...second, events: [...first.events, ...second.events] };
    };

    it("is asked about with all that it wants, and approved in one answer", async () => {
      const result = await run(["done"]);
      expect([result.code, resultsOf(result)[1]?.text.trim()]).toEqual([0, "sent: auth list"]);
    });

    it("needs no second answer in the same run", async () => {
      const result = await run([
        { calls: [bash("slackcli messages send --recipient C01 --message hi"), bash("touch other")] },
        "done",
      ]);
      expect(resultsOf(result).map(({ text }) => text.trim())[2]).toBe(
        "sent: messages send --recipient C01 --message hi",
      );
      expect(asksOf(result)).toHaveLength(2);
      expect(asksOf(result)[1]?.resources.join(" ")).toContain("touch other");
      expect(await exists(inFolder("other"))).toBe(false);
    });
  });
});
