import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, skillText, usePlaces } from "./install.fixture.ts";
import { placeTrees } from "./place-trees.ts";

const places = usePlaces();

describe("placing trees", () => {
  it("puts all of them there or, where the end fails, what was there before", async () => {
    await mkdir(places.at("skills", "one"), { recursive: true });
    await writeFile(places.at("skills", "one", "old.md"), "old");
    const trees = ["one", "two"].map((name) => ({
      target: places.at("skills", name),
      files: [file("new.md", "new"), file("bin/run", "x", true)],
    }));
    const fail = () => Promise.reject(new Error("disk full"));
    await expect(placeTrees(places.folder, trees, fail)).rejects.toThrow("disk full");
    expect(await readdir(places.at("skills"))).toEqual(["one"]);
    expect(await readdir(places.at("skills", "one"))).toEqual(["old.md"]);
    await placeTrees(places.folder, trees, async () => undefined);
    expect(await readdir(places.at("skills", "one"))).toEqual(["bin", "new.md"]);
    expect(await readdir(places.folder)).toEqual(["skills"]);
  });

  it("leaves after a kill only what others cannot read, and the next one takes it away (K7)", async () => {
    const module = join(import.meta.dirname, "place-trees.ts");
    const tree = { target: places.installed("skills", "x") };
    const code = `const { placeTrees } = await import(${JSON.stringify(module)});
      const files = [{ path: "a.md", bytes: Buffer.from("secret"), executable: false }];
      await placeTrees(${JSON.stringify(places.home)}, [{ ...${JSON.stringify(tree)}, files }],
        () => new Promise(() => { console.log("ready"); setInterval(() => {}, 1000); }));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", code], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    const left = (await places.names()).find((name) => name.startsWith("skillmint-install-")) ?? "";
    expect((await stat(places.installed(left))).mode & 0o777).toBe(0o700);
    expect((await stat(places.installed("skills", "x", "a.md"))).mode & 0o777).toBe(0o600);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await places.names()).toContain(left);
    await places.put("demo/SKILL.md", skillText("demo"));
    await places.packs().install("demo", { folder: places.folder });
    expect(await places.names()).toEqual(["skills", "skills.lock"]);
  });
});
