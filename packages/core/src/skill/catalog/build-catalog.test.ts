import { describe, expect, it } from "vitest";
import type { SkillFields } from "../skill.ts";
import { mayInvoke } from "./build-catalog.ts";
import { nameSkills } from "./name-skills.ts";
import { compilePermissions, type SkillPermission } from "./skill-permission.ts";
import { catalogOf, findOne, skillOf } from "./skills.fixture.ts";

function judge(more: Parameters<typeof findOne>[1] = {}, policy: Parameters<typeof catalogOf>[1] = {}) {
  const [entry] = catalogOf([skillOf("pdf", more)], policy).entries;
  if (entry === undefined) throw new Error("no entry");
  return {
    reason: entry.reason,
    detail: entry.detail,
    model: mayInvoke(entry, "model"),
    person: mayInvoke(entry, "person"),
    accessible: entry.accessible,
  };
}
const withFields = (fields: SkillFields) => ({ fields });
const open = { reason: undefined, detail: undefined, model: true, person: true, accessible: true };

describe("buildCatalog", () => {
  it("offers what nothing speaks against", () => expect(judge()).toEqual(open));

  it.each([
    ["unreadable", { state: "unreadable" as const }, {}, undefined, false],
    ["untrusted", { trusted: false }, {}, undefined, false],
    ["disabled", {}, { enabled: false }, "skills.enabled", false],
    ["disabled", {}, { switches: { "user:pdf": { enabled: false } } }, "user:pdf", false],
    ["disabled", {}, { switches: { pdf: { enabled: false } } }, "pdf", false],
    ["denied", {}, { permissions: { "p*": "deny" as const } }, "p*", false],
    ["denied", {}, { denied: () => "Skill(pdf)" }, "Skill(pdf)", false],
    ["no-description", withFields({ description: " " }), {}, undefined, true],
    ["manual", withFields({ disableModelInvocation: true }), {}, undefined, true],
    ["own", {}, { own: "user:pdf" }, undefined, true],
    ["requirement", {}, { missing: () => "python3" }, "python3", true],
    ["paths", withFields({ paths: ["src/**", "*.md"] }), { touched: ["a.ts"] }, "src/**, *.md", true],
  ])("%s: %j, %j", (reason, more, policy, detail, person) =>
    expect(judge(more, policy)).toEqual({ reason, detail, model: false, person, accessible: false }),
  );

  it("lets a switch by id go before one by name", () => {
    const switches = { pdf: { enabled: false }, "user:pdf": { enabled: true } };
    expect(judge({}, { switches })).toEqual(open);
    expect(judge({}, { switches: { other: { enabled: false }, pdf: {} } })).toEqual(open);
    expect(judge({ fields: { name: "constructor" }, at: "/user/constructor" })).toEqual(open);
  });

  it("offers a skill with paths once a file that fits was touched", () => {
    const paths = { fields: { paths: ["src/**/*.ts"] } };
    expect(judge(paths, { touched: ["README.md", "src/a/b.ts"] })).toEqual(open);
    expect(judge({ fields: { paths: [] } })).toEqual(open);
  });

  it("keeps a person from a skill that says so, and not the model", () =>
    expect(judge(withFields({ userInvocable: false }))).toEqual({ ...open, person: false }));

  it("gives the first reason in a fixed order", () => {
    const all = { trusted: false, fields: { description: "", disableModelInvocation: true, paths: ["x"] } };
    const policy = { enabled: false, denied: () => "r", missing: () => "m", own: "user:pdf" };
    const order = [
      judge({ ...all, state: "unreadable" }, policy),
      judge(all, policy),
      judge({ ...all, trusted: true }, policy),
      judge({ ...all, trusted: true }, { ...policy, enabled: true }),
      judge({ fields: all.fields }, { missing: policy.missing }),
      judge({ fields: { ...all.fields, description: "d" } }, { missing: policy.missing }),
      judge({ fields: { paths: ["x"] } }, { missing: policy.missing }),
      judge({ fields: { paths: ["x"] } }),
    ];
    expect(order.map(({ reason }) => reason)).toEqual([
      "unreadable",
      "untrusted",
      "disabled",
      "denied",
      "no-description",
      "manual",
      "requirement",
      "paths",
    ]);
  });

  it("keeps shadowed skills, says by whom, and lets them be called by id unless something else speaks against", () => {
    const named = nameSkills([
      findOne("pdf", { layer: "project" }),
      findOne("pdf"),
      findOne("pdf", { layer: "bundled" }),
    ]);
    const { entries } = catalogOf(named, { switches: { "bundled:pdf": { enabled: false } } });
    expect(
      entries.map(({ skill, reason, detail, startedBy }) => [skill.id, reason, detail, startedBy]),
    ).toEqual([
      ["project:pdf", undefined, undefined, { model: true, person: true }],
      ["user:pdf", "shadowed", "project:pdf", { model: true, person: true }],
      ["bundled:pdf", "shadowed", "project:pdf", { model: false, person: false }],
    ]);
  });

  it("passes on what must be asked about", () => {
    const [entry] = catalogOf([skillOf("pdf")], { permissions: { pdf: "ask" } }).entries;
    expect([entry?.permission, entry?.accessible]).toEqual(["ask", true]);
  });
});

describe("compilePermissions", () => {
  const cases: [Record<string, SkillPermission>, SkillPermission][] = [
    [{}, "allow"],
    [{ other: "deny" }, "allow"],
    [{ "*": "deny", "internal-docs": "allow" }, "allow"],
    [{ "internal-docs": "allow", "*": "deny" }, "allow"],
    [{ "internal-*": "ask", "*": "deny" }, "ask"],
    [{ "internal-*": "ask", "*-docs": "deny" }, "ask"],
    [{ "internal-????": "allow", "internal-*": "deny" }, "deny"],
    [{ "*l-docs": "allow", "intern*": "deny" }, "deny"],
    [{ "user:internal-docs": "allow", "internal-docs": "deny" }, "allow"],
    [{ "user:*": "ask" }, "ask"],
    [{ "INTERNAL-docs": "deny" }, "deny"],
    [{ "internal\u200B-docs": "deny" }, "deny"],
    [{ "*": "deny", "Nice Label": "allow" }, "deny"],
    [{ "nice *": "deny" }, "deny"],
    [{ "internal-docs*": "allow", "*internal-docs": "deny" }, "deny"],
  ];
  it.each(cases)("%j -> %s", (permissions, expected) => {
    const skill = { ...skillOf("internal-docs"), label: "Nice Label" };
    expect(compilePermissions(permissions)(skill).permission).toBe(expected);
  });

  it("knows a plugin's skill by all its names", () => {
    const skill = skillOf("brainstorming", { layer: "plugin", plugin: "superpowers" });
    for (const pattern of ["brainstorming", "superpowers:*", "plugin:superpowers:brainstorming"])
      expect(compilePermissions({ [pattern]: "deny" })(skill)).toEqual({ permission: "deny", pattern });
  });
});
