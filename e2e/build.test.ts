import { execFile } from "node:child_process";
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../scripts/repository.ts";

const run = promisify(execFile);

/** A small repository with the real scripts and the real command file. */
async function smallRepository(files: Record<string, string>) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "skillmint-build-")));
  await cp(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
  await cp(join(root, "packages/cli/bin"), join(folder, "packages/cli/bin"), { recursive: true });
  await cp(
    join(root, "packages/core/tsconfig.build.json"),
    join(folder, "packages/core/tsconfig.build.json"),
  );
  for (const name of ["package.json", "tsconfig.json"]) await cp(join(root, name), join(folder, name));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  for (const [name, text] of Object.entries({ ...packages, ...files })) await write(name, text);
  return {
    folder,
    write,
    build: (...args: string[]) => run(process.execPath, [join(folder, "scripts/build.ts"), ...args]),
    start: (...args: string[]) => run(process.execPath, [join(folder, "scripts/start.mjs"), ...args]),
    chunks: () => readdir(join(folder, "packages/cli/dist/chunks")),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const packages = {
  "packages/cli/package.json": '{ "type": "module" }',
  "packages/core/package.json": '{ "type": "module" }',
};

const main = {
  "packages/cli/src/main.ts": `
    export async function main(argv: readonly string[]): Promise<void> {
      const [first = "nothing"] = argv.slice(2);
      const { greet } = await import("./greet.ts");
      process.stdout.write(greet(first) + "\\n");
    }
  `,
  "packages/cli/src/greet.ts": "export const greet = (name: string) => `hello ${name}`;",
};

describe("npm run build", () => {
  it("bundles in chunks, skips what does not exist, and builds again only after a change", async () => {
    await using repository = await smallRepository(main);
    const first = await repository.build("--fast");
    expect(first.stderr).toMatch(/core\/src\/index\.ts does not exist, skipped/);
    expect(first.stderr).toMatch(/built in/);
    expect(await repository.chunks()).toHaveLength(1);
    expect((await repository.build("--fast")).stderr).toMatch(/nothing changed/);
    await repository.write("packages/cli/src/a.test.ts", "a test does not count");
    expect((await repository.build("--fast")).stderr).toMatch(/nothing changed/);
    await repository.write(
      "packages/cli/src/greet.ts",
      "export const greet = (name: string) => `good day ${name}`;",
    );
    expect((await repository.build("--fast")).stderr).toMatch(/built in/);
  });

  it("keeps the chunks a running command may still load, for a day", async () => {
    await using repository = await smallRepository(main);
    await repository.build("--fast");
    const [old = ""] = await repository.chunks();
    await repository.write(
      "packages/cli/src/greet.ts",
      "export const greet = (name: string) => `bye ${name}`;",
    );
    await repository.build("--fast");
    expect(await repository.chunks()).toContain(old);
    const before = new Date(Date.now() - 25 * 60 * 60 * 1000);
    await utimes(join(repository.folder, "packages/cli/dist/chunks", old), before, before);
    await repository.build("--fast", "--force");
    expect(await repository.chunks()).not.toContain(old);
  });

  it("is not harmed by a second build at the same time", async () => {
    await using repository = await smallRepository(main);
    await Promise.all([repository.build("--fast", "--force"), repository.build("--fast", "--force")]);
    expect((await repository.start("you")).stdout).toBe("hello you\n");
    const left = await readdir(join(repository.folder, "packages/cli/dist"));
    expect(left.sort()).toEqual([".stamp", "chunks", "main.js"]);
  });

  it("fails with the place of the mistake and leaves the last build as it was", async () => {
    await using repository = await smallRepository(main);
    await repository.build("--fast");
    await repository.write("packages/cli/src/greet.ts", "export const = 1;");
    await expect(repository.build("--fast")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("greet.ts"),
    });
    const bin = join(repository.folder, "packages/cli/bin/skillmint.js");
    expect((await run(process.execPath, [bin, "you"])).stdout).toBe("hello you\n");
  });

  it("writes types that resolve beside the library", async () => {
    await using repository = await smallRepository({
      "packages/core/src/index.ts": 'export { one, type One } from "./part/one.ts";',
      "packages/core/src/part/one.ts": "export interface One { n: 1 }\nexport const one: One = { n: 1 };",
    });
    await repository.build();
    const dist = join(repository.folder, "packages/core/dist");
    expect(await readFile(join(dist, "index.d.ts"), "utf8")).toContain('"./part/one.js"');
    expect(await readFile(join(dist, "part/one.d.ts"), "utf8")).toContain("interface One");
    await repository.write(
      "use/use.ts",
      'import { one } from "../packages/core/dist/index.js";\nexport const n: 2 = one.n;',
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const args = [
      tsc,
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--types",
      "",
      join(repository.folder, "use/use.ts"),
    ];
    await expect(run(process.execPath, args, { cwd: join(repository.folder, "use") })).rejects.toMatchObject({
      stdout: expect.stringContaining("Type '1' is not assignable to type '2'"),
    });
  });
});

describe("npm start", () => {
  it("builds once, says so on stderr only, and hands the arguments over; without any it is the web app", async () => {
    await using repository = await smallRepository(main);
    const first = await repository.start(`a "b" c`, "d");
    expect(first.stdout).toBe('hello a "b" c\n');
    expect(first.stderr).toContain("skillmint: building");
    const second = await repository.start();
    expect(second).toEqual({ stdout: "hello web\n", stderr: "" });
  });
});
