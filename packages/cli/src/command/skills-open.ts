import { showFolder } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { openPlace, plain } from "./skills-place.ts";

/** `skillmint skills open <skill>` */
export async function openSkill(context: CliContext, name: string): Promise<number> {
  const { skills, place } = await openPlace(context);
  const { id, folder } = (await skills.find(place, name)).skill;
  if (context.json) context.printJson({ id, folder });
  else if (await showFolder(folder, context.env))
    context.print(context.t("cliSkills.opened", { folder: plain(folder) }));
  else context.print(plain(folder));
  return 0;
}
