import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownToolNames } from "../../protocol/index.ts";
import type { FoundSkill } from "../skill.ts";
import { checkRequirements } from "./check-requirements.ts";
import { createProbe } from "./create-probe.ts";
import { readRequirements } from "./read-requirements.ts";
import type { CheckedRequirement } from "./requirement.ts";

const corpus = resolve(import.meta.dirname, "../../../../../../shared/corpus");
const isHere = existsSync(join(corpus, "superpowers-needs.json"));
if (!isHere) console.warn(`SKIPPED: no corpus at ${corpus}: the superpowers skills were not checked`);

interface Need {
  skill: string;
  files?: string[];
  second?: string[];
  cross?: string[];
  scripts?: string[];
}

const scriptNamingItsSibling = '#!/usr/bin/env bash\nnode "$(dirname "$0")/server.cjs"\n';

describe.skipIf(!isHere)("the superpowers skills", () => {
  let root = "";
  let needs: Need[] = [];
  const cross = new Map<string, string[]>();
  const checked = new Map<string, CheckedRequirement[]>();

  beforeAll(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "skillmint-needs-")));
    needs = JSON.parse(await readFile(join(corpus, "superpowers-needs.json"), "utf8")) as Need[];
    for (const repo of ["obra__superpowers", "obra__superpowers-lab"]) {
      await cp(join(corpus, "skills", repo), join(root, repo), { recursive: true });
    }
    for (const line of (await readFile(join(corpus, "omitted.jsonl"), "utf8")).split("\n")) {
      if (!line.includes('"obra/superpowers')) continue;
      const { repo, path } = JSON.parse(line) as { repo: string; path: string };
      const file = join(root, repo.replace("/", "__"), path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, path.endsWith("start-server.sh") ? scriptNamingItsSibling : "");
    }
    const names = new Set(needs.map(({ skill }) => skill.split(" ").at(-1) ?? ""));
    for (const name of names) {
      const repo = existsSync(join(root, "obra__superpowers/skills", name))
        ? "obra__superpowers"
        : "obra__superpowers-lab";
      const folder = join(root, repo, "skills", name);
      const text = await readFile(join(folder, "SKILL.md"), "utf8");
      const skill: FoundSkill = {
        state: "ok",
        fields: { name },
        extra: {},
        diagnostics: [],
        layer: "user",
        folder,
        file: join(folder, "SKILL.md"),
        root: join(root, repo),
        order: 0,
        trusted: true,
        bytes: text.length,
        modifiedAt: 0,
      };
      const probe = createProbe({
        skill,
        env: process.env,
        hasTool: (tool) => ownToolNames.includes(tool),
        hasMcp: () => false,
        // As the catalog finds it: the name alone where the plugin is absent.
        hasSkill: (each) => names.has(each.split(":").at(-1) ?? ""),
      });
      const list = await readRequirements(skill, text.slice(text.indexOf("\n---\n") + 5));
      checked.set(name, await checkRequirements(list, probe));
      cross.set(
        name,
        list.filter(({ kind }) => kind === "skill").map((one) => one.name),
      );
    }
  });

  afterAll(async () => rm(root, { recursive: true, force: true }));

  const named = (kind: string, skill: string): string[] =>
    (checked.get(skill) ?? []).filter((one) => one.kind === kind && one.found).map(({ name }) => name);

  it("covers all sixteen", () => expect(checked.size).toBe(16));

  it("finds every file that they point at, directly or through another", () => {
    const missing: string[] = [];
    for (const need of needs) {
      const skill = need.skill.split(" ").at(-1) ?? "";
      const wanted = [...(need.files ?? []), ...(need.second ?? []), ...(need.scripts ?? [])]
        .map((text) => text.split(" ")[0] ?? "")
        .filter((path) => /[./]/.test(path) && !path.includes(":"));
      const found = named("file", skill);
      for (const path of wanted) if (!found.includes(path)) missing.push(`${skill}: ${path}`);
    }
    expect(missing).toEqual([]);
  });

  it("finds every skill that they call", () => {
    const missing: string[] = [];
    for (const need of needs) {
      const skill = need.skill.split(" ").at(-1) ?? "";
      const second = (need.second ?? []).filter((text) => text.includes(":"));
      for (const each of [...(need.cross ?? []), ...second]) {
        const name = each.split(" ")[0] ?? "";
        if (!cross.get(skill)?.includes(name)) missing.push(`${skill}: ${name}`);
      }
    }
    expect(missing).toEqual([]);
  });

  it("calls no tool missing that is not", () => {
    const wrong = [...checked].flatMap(([skill, list]) =>
      list.filter((one) => one.kind === "tool" && !one.found).map((one) => `${skill}: ${one.name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("calls nothing missing for certain but what really is", () => {
    const certain = [...checked].flatMap(([skill, list]) =>
      list
        .filter((one) => !one.found && !one.guess && one.kind !== "language" && one.kind !== "binary")
        .map((one) => `${skill}: ${one.kind} ${one.name}`),
    );
    expect(certain).toEqual([]);
  });

  it("never makes one unusable: none declares anything", () => {
    expect([...checked.values()].flat().filter((one) => one.declared)).toEqual([]);
  });
});
