import { loadInstallWords, loadPacks } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { confirm } from "./confirm.ts";
import { plain } from "./skills-place.ts";

/** Takes an installed pack away, with the key that opened it. */
export async function removePack(
  context: CliContext,
  name: string,
  flags: { yes?: boolean },
): Promise<number> {
  const words = await loadInstallWords(context.language);
  const packs = await loadPacks(context);
  const shown = (await packs.list({ folder: context.cwd })).find((entry) => entry.name === name);
  const path = plain(shown?.folder ?? name);
  if (!flags.yes && !(await confirm(context, context.t("cliSkills.confirmDelete", { path })))) {
    context.print(context.t("cliSkills.kept"));
    return 1;
  }
  const removed = await packs.remove(name, { folder: context.cwd });
  if (context.json) context.printJson(removed);
  else context.print(words("removed", { name: plain(removed.name), folder: plain(removed.folder) }));
  return 0;
}
