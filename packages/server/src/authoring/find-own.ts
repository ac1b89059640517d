import type { Runtime } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import type { Place } from "../routes/find-place.ts";

/** A skill whose files a person keeps in their own hands. Refused with `skill-refused` for any other. */
export async function findOwn(
  { skills }: Pick<Runtime, "skills">,
  place: Place,
  name: string,
  why: string,
): Promise<{ id: string; name: string; folder: string }> {
  const { skill } = await skills.find(place, name);
  const { editable } = await skills.readText(place, skill.id);
  if (editable && (skill.layer === "user" || skill.layer === "project")) return skill;
  throw new SkillmintError("skill-refused", { params: { name: skill.name }, detail: why });
}
