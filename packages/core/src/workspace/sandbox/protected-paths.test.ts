import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createPlaceholders } from "./placeholder.ts";
import { planProtection } from "./protected-paths.ts";

let root: string;
const at = (...names: string[]) => path.join(root, ...names);
const plan = (options: { home?: string; paths?: string[] } = {}) =>
  planProtection({ folders: [root], home: options.home ?? "/nowhere", paths: options.paths ?? [] });

beforeEach(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "skillmint-protected-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe("planProtection", () => {
  it("keeps missing names from being taken, at the first that is missing", () => {
    const missing = plan({ paths: ["deep/er/file"] }).missing.map((entry) => entry.path);
    expect(missing).toEqual(expect.arrayContaining([at(".mcp.json"), at(".git"), at(".claude"), at("deep")]));
    expect(missing).not.toContain(at(".bashrc"));
    expect(missing).not.toContain(at(".git", "hooks"));
  });

  it("pins the folder above what is protected, and makes that read-only", () => {
    mkdirSync(at(".git", "hooks"), { recursive: true });
    writeFileSync(at(".git", "config"), "");
    writeFileSync(at(".envrc"), "");
    const found = plan();
    expect(found.pinned).toEqual([at(".git")]);
    expect(found.readOnly).toEqual(
      expect.arrayContaining([at(".git", "hooks"), at(".git", "config"), at(".envrc")]),
    );
    expect(found.missing).toContainEqual({ path: at(".git", "commondir"), kind: ".\n" });
  });

  it("protects the pointer of a worktree as a whole", () => {
    writeFileSync(at(".git"), "gitdir: /elsewhere\n");
    expect(plan().readOnly).toContain(at(".git"));
    expect(plan().pinned).toEqual([]);
  });

  it("protects what a shell reads when the workspace is the home folder, or holds it", () => {
    expect(plan({ home: root }).missing.map((entry) => entry.path)).toContain(at(".bashrc"));
    mkdirSync(at("me"));
    expect(plan({ home: at("me") }).missing.map((entry) => entry.path)).toContain(at("me", ".zshenv"));
  });

  it("follows a link to what could be written, and remembers the link", () => {
    mkdirSync(at("settings"));
    symlinkSync("settings", at(".claude"));
    symlinkSync("/usr", at(".vscode"));
    symlinkSync("nowhere", at(".idea"));
    const found = plan();
    expect(found.readOnly).toEqual([at("settings")]);
    expect(found.links).toHaveLength(3);
  });

  it("ignores paths that lie outside", () => {
    expect(plan({ paths: ["../x", "/etc/passwd", ""] })).toEqual(plan());
  });
});

describe.skipIf(process.platform !== "linux")("placeholders", () => {
  it("are there while anybody holds them", async () => {
    const placeholders = createPlaceholders();
    const wanted = [
      { path: at(".mcp.json"), kind: null },
      { path: at("commondir"), kind: ".\n" },
    ];
    placeholders.hold(wanted);
    placeholders.hold(wanted);
    await placeholders.release(wanted.map((entry) => entry.path));
    expect(readdirSync(root).toSorted()).toEqual([".mcp.json", "commondir"]);
    await placeholders.release(wanted.map((entry) => entry.path));
    expect(readdirSync(root)).toEqual([]);
  });

  it("of a process that died are known again, planned for, and removed", async () => {
    createPlaceholders().hold([{ path: at(".claude"), kind: null }]);
    const missing = plan().missing;
    expect(missing).toContainEqual({ path: at(".claude"), kind: null });
    const later = createPlaceholders();
    later.hold(missing);
    await later.release(missing.map((entry) => entry.path));
    expect(readdirSync(root)).toEqual([]);
  });

  it("never take away what is somebody's", async () => {
    const placeholders = createPlaceholders();
    mkdirSync(at(".claude"));
    const wanted = [".claude", ".vscode", ".idea"].map((name) => ({ path: at(name), kind: null }));
    placeholders.hold(wanted);
    rmSync(at(".vscode"), { recursive: true });
    writeFileSync(at(".vscode"), "mine");
    rmSync(at(".idea"), { recursive: true });
    mkdirSync(at(".idea"));
    writeFileSync(at(".idea", "mine"), "");
    await placeholders.release(wanted.map((entry) => entry.path));
    expect(readdirSync(root).toSorted()).toEqual([".claude", ".idea", ".vscode"]);
    expect(lstatSync(at(".vscode")).isFile()).toBe(true);
  });
});
