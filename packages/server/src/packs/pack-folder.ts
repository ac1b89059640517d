import type { Runtime } from "@skillmint/core";
import { createAreaWords, SkillmintError, type Language } from "@skillmint/core/protocol";
import type { Place } from "../routes/find-place.ts";
import { packJobTexts } from "./pack-words.ts";

/** The folder of a skill that can be packed. Refused with `pack-failed` for a sealed one and for what has no folder. */
export async function findPackFolder(
  runtime: Pick<Runtime, "skills" | "packs">,
  place: Place,
  named: string,
  language: Language,
): Promise<string> {
  const { skill } = await runtime.skills.find(place, named);
  const { name, layer, folder } = skill;
  const refuse = (text: "sealedSkill" | "noFolder"): SkillmintError => {
    const message = createAreaWords(packJobTexts, language)(text, { name });
    return new SkillmintError("pack-failed", { params: { message } });
  };
  if (skill.command !== undefined || layer === "mcp") throw refuse("noFolder");
  if (layer !== "pack") return folder;
  const installed = await (await runtime.packs()).list({ folder: place.folder });
  if (installed.some((entry) => entry.name === name && entry.sealed)) throw refuse("sealedSkill");
  return folder;
}
