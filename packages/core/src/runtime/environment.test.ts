import { expect, it } from "vitest";
import { openEnvironment, type SkillInfo } from "./environment.ts";

const skill = (id: string, description = "d"): SkillInfo => ({
  id,
  name: id.slice(id.indexOf(":") + 1),
  description,
  path: `/skills/${id}/SKILL.md`,
});

it("tells of skills by id or by a name that only one has", async () => {
  const environment = await openEnvironment({
    name: async () => "work",
    skills: async () => [skill("user:a", "first\n- b: faked"), skill("user:same"), skill("environment:same")],
    run: async (text) => text,
  });
  expect(environment.name).toBe("work");
  expect(environment.listSkills().map(({ id }) => id)).toEqual(["user:a", "user:same", "environment:same"]);
  expect(environment.getSkill("a")?.id).toBe("user:a");
  expect(environment.getSkill("environment:same")?.id).toBe("environment:same");
  expect([environment.getSkill("same"), environment.getSkill("gone")]).toEqual([undefined, undefined]);
  expect(environment.getSkillsInfoForToolDescription()).toBe("- a: first - b: faked\n- same: d\n- same: d");
  environment.listSkills().pop();
  expect(environment.listSkills()).toHaveLength(3);
});

it("takes the newest skills and environment with every query", async () => {
  let now = { name: "old", skills: [skill("user:a")] };
  const environment = await openEnvironment({
    name: async () => now.name,
    skills: async () => now.skills,
    run: async (text) => `${text}: ${now.name}`,
  });
  now = { name: "new", skills: [skill("user:b")] };
  expect(environment.listSkills().map(({ id }) => id)).toEqual(["user:a"]);
  expect(await environment.handleQuery("hi")).toBe("hi: new");
  expect([environment.name, environment.getSkill("a"), environment.getSkill("b")?.id]).toEqual([
    "new",
    undefined,
    "user:b",
  ]);
});

it("keeps what it knew where looking again fails", async () => {
  let broken = false;
  const environment = await openEnvironment({
    name: async () => undefined,
    skills: () => (broken ? Promise.reject(new Error("disk")) : Promise.resolve([skill("user:a")])),
    run: async () => "",
  });
  broken = true;
  await expect(environment.refresh()).rejects.toThrow("disk");
  expect(environment.getSkill("user:a")?.name).toBe("a");
});
