import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decide } from "../gate.ts";
import { isSecret } from "../guarded-path.ts";
import type { Resource } from "../request.ts";
import { parseRules } from "../rules.ts";
import { commandResources } from "./command-resources.ts";
import { everydayCommands } from "./everyday-commands.fixture.ts";

let base: string;
let root: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "resources-")));
  root = join(base, "w");
  await put("w/a.txt");
  await put("w/src/b.ts");
  await put("secret");
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function put(name: string, text = ""): Promise<void> {
  await mkdir(dirname(join(base, name)), { recursive: true });
  await writeFile(join(base, name), text);
}

async function resolve(path: string): Promise<{ real: string; outside: boolean }> {
  if (path.length > 4_000) throw new Error("too long");
  const [found] = await Promise.allSettled([realpath(path)]);
  const real = found.status === "fulfilled" ? found.value : path;
  return { real, outside: relative(root, real).startsWith("..") };
}

const touched = (command: string, searchPath?: string): Promise<Resource[]> =>
  commandResources(command, root, { resolve, ...(searchPath === undefined ? {} : { searchPath }) });
async function reasonOf(command: string, searchPath?: string): Promise<string | undefined> {
  const [first] = await touched(command, searchPath);
  return first?.kind === "command" ? first.parts?.find((part) => !part.readOnly)?.reason : undefined;
}

describe("commandResources", () => {
  it("gives the command first and then the real paths", async () => {
    await symlink("../secret", join(root, "link"));
    const [command, ...paths] = await touched("cp ./a.txt ./link out");
    expect(command).toMatchObject({ kind: "command", folder: root });
    expect(paths).toEqual([
      { kind: "path", path: join(root, "a.txt"), access: "read", outside: false },
      { kind: "path", path: join(base, "secret"), access: "read", outside: true },
      { kind: "path", path: join(root, "out"), access: "write", outside: false },
    ]);
  });

  it("follows the links that a pattern matches", async () => {
    await symlink("../secret", join(root, "s.txt"));
    await put("w/.hidden.txt");
    const paths = (await touched("cat *.txt")).filter((resource) => resource.kind === "path");
    expect(paths.map((path) => [path.path, path.outside])).toEqual([
      [join(root, "a.txt"), false],
      [join(base, "secret"), true],
    ]);
  });

  it("proves nothing where a pattern matches too much or a path can be none", async () => {
    await Promise.all(Array.from({ length: 501 }, (_, i) => put(`w/many/${i}`)));
    expect(await reasonOf("cat many/*")).toMatch(/^too-many-files:/);
    expect(await reasonOf(`cat ${"x".repeat(5_000)}`)).toMatch(/^argument:/);
    expect(await reasonOf("cat src/*.ts")).toBeUndefined();
  });

  it("B12: a program of the workspace's own is not the system's", async () => {
    await put("w/bin/git");
    await chmod(join(root, "bin/git"), 0o755);
    await put("w/ls");
    await chmod(join(root, "ls"), 0o755);
    expect(await reasonOf("git status", `${join(root, "bin")}:/usr/bin`)).toBe("shadowed:git");
    expect(await reasonOf("timeout 5 git status", `/usr/bin:${join(root, "bin")}`)).toBe("shadowed:git");
    expect(await reasonOf("ls", "/usr/bin:")).toBe("shadowed:ls");
    expect(await reasonOf("ls", "/usr/bin:.")).toBe("shadowed:ls");
    expect(await reasonOf("cat a.txt", `${join(root, "bin")}:/usr/bin`)).toBeUndefined();
    expect(await reasonOf("git status", "/usr/bin")).toBeUndefined();
  });

  it.each([
    ["w/.git/config", "[core]\n\tfsmonitor = ./x\n"],
    ["w/.git/config", "[core] fsmonitor = ./x"],
    ["w/.git/config", "[diff]\n external = x"],
    ["w/.git/config", '[diff "y"]\n TextConv=x'],
    ["w/.git/config", "[include]\n path = ../x"],
    ["w/.git/hooks/post-index-change", "x"],
    [".git/config", "[core]\nfsmonitor=x"],
    ["w/HEAD", ""],
  ])("B16: a repository that names programs in %s (%j)", async (name, text) => {
    await put(name, text);
    if (name === "w/HEAD") await put("w/config", "[core]\nfsmonitor=x");
    expect(await reasonOf("git status")).toMatch(/^git-config:/);
    expect(await reasonOf("ls")).toBeUndefined();
  });

  it("B16: also in the folder that git is sent to, and through a pointer", async () => {
    await put("w/sub/.git", "gitdir: ../data\n");
    await put("w/data/config", "[core]\nfsmonitor = x");
    expect(await reasonOf("git -C sub status")).toMatch(/^git-config:/);
    expect(await reasonOf("cd sub && git status")).toMatch(/^git-config:/);
    expect(await reasonOf("git status")).toBeUndefined();
  });

  it("B16: an ordinary repository is fine", async () => {
    await put(
      "w/.git/config",
      '[core]\n\tbare = false\n\tfsmonitor = true\n\thooksPath = .husky/_\n[remote "origin"]\n\turl = git@x:y.git\n[branch "main"]\n\tremote = origin\n',
    );
    await put("w/.git/HEAD", "ref: refs/heads/main");
    await put("w/.husky/_/pre-commit");
    expect(await reasonOf("git status")).toBeUndefined();
    await put("w/.husky/_/post-index-change");
    expect(await reasonOf("git status")).toBe("git-config:post-index-change");
  });

  it("keeps the reason where the command could not be taken apart", async () => {
    expect(await touched("echo 'a")).toEqual([
      {
        kind: "command",
        command: "echo 'a",
        folder: root,
        parts: null,
        reason: expect.stringMatching(/^unparsable/) as string,
      },
    ]);
  });

  describe("folders that are shown with all that lies below", () => {
    const secretsOf = async (command: string): Promise<string[]> =>
      (await touched(command)).flatMap((one) =>
        one.kind === "path" && isSecret(one.path) ? [relative(root, one.path)] : [],
      );
    const verdictOf = async (command: string, deny: string[] = [], allow: string[] = []) => {
      const request = { tool: "Bash", effect: "execute", resources: await touched(command), root } as const;
      return decide("default", parseRules({ deny, allow }), request).verdict;
    };
    beforeEach(async () => {
      for (const name of [".env", "src/.env.local", "src/.env.example", "src/keys/a.pem", "src/keys/b.ts"])
        await put(`w/${name}`);
      for (const name of ["node_modules/x/a.pem", ".git/id_rsa", "lib/.env/activate"]) await put(`w/${name}`);
    });

    it.each([
      ["grep -r x .", [".env", "src/.env.local", "src/keys/a.pem"]],
      ["grep -rn x", [".env", "src/.env.local", "src/keys/a.pem"]],
      ["timeout 5 egrep -rl x src", ["src/.env.local", "src/keys/a.pem"]],
      ["cd src && grep -r x keys", ["src/keys/a.pem"]],
      ["grep -r x s*", ["src/.env.local", "src/keys/a.pem"]],
      ["grep -r x --include=*.ts .", []],
      ["grep -r x --include='.env*' .", [".env", "src/.env.local"]],
      ["grep -d recurse x src/keys", ["src/keys/a.pem"]],
      ["grep x a.txt", []],
      ["rg x", ["src/keys/a.pem"]],
      ["rg --hidden x", [".env", "src/.env.local", "src/keys/a.pem"]],
      ["rg -uu x src", ["src/.env.local", "src/keys/a.pem"]],
      ["rg -g '.env*' x", [".env", "src/.env.local"]],
      ["rg -g '!*.pem' x", ["src/keys/a.pem"]],
      ["rg -t ts x", []],
      ["rg --files", []],
      ["git log | rg x", []],
      ["git log | rg x .", ["src/keys/a.pem"]],
      ["diff -r src lib", ["src/.env.local", "src/keys/a.pem"]],
      ["find . -type f | xargs cat", [".env", "src/.env.local", "src/keys/a.pem"]],
      ["find src -type f -name '*.pem' | head -3 | xargs cat", ["src/keys/a.pem"]],
      ["find . -type f -name '*.ts' | xargs grep x", []],
      ["find . -type f | xargs wc -l", []],
      ["rg -l x src/keys | xargs cat", ["src/keys/a.pem"]],
      ["ls -R", []],
      ["cat src/keys/*", ["src/keys/a.pem"]],
    ])("%s shows %j", async (command, secrets) => {
      expect((await secretsOf(command)).sort()).toEqual(secrets);
      expect(await verdictOf(command)).toBe(secrets.length > 0 ? "ask" : "allow");
    });

    it("are asked about where a rule may keep something in them back", async () => {
      expect(await verdictOf("grep -r x lib", ["Read(lib/inner/**)"])).toBe("ask");
      expect(await verdictOf("grep -r x lib", ["Read(*.log)"])).toBe("ask");
      expect(await verdictOf("grep -r x lib", ["Read(lib)"])).toBe("deny");
      expect(await verdictOf("grep -r x lib", ["Read(src/**)", "Edit(lib/a)"])).toBe("allow");
      expect(await verdictOf("rg x lib", ["Read(.env)"])).toBe("allow");
      expect(await verdictOf("rg x lib", ["Read(*.log)"])).toBe("ask");
      expect(await verdictOf("ls -R lib", ["Read(*.log)"])).toBe("allow");
    });

    it("are not asked about again by who was allowed exactly this", async () => {
      expect(await verdictOf("grep -r x .", ["Read(*.log)"], ["Bash(grep -r x .)"])).toBe("allow");
      expect(await verdictOf("grep -r x .", [], ["Bash(grep:*)"])).toBe("ask");
      expect(await verdictOf("grep -r x .", [], ["Bash(grep:*)", "Read(**)"])).toBe("allow");
    });
  });

  it("no everyday command is asked about in a project without secrets", async () => {
    const verdicts = await Promise.all(
      everydayCommands.map(async (command) => {
        const request = { tool: "Bash", effect: "execute", resources: await touched(command), root } as const;
        return [command, decide("default", parseRules({}), request).verdict] as const;
      }),
    );
    expect(verdicts.filter(([, verdict]) => verdict !== "allow")).toEqual([]);
  });
});
