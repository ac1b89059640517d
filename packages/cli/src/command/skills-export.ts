import { loadInstallWords, loadPacks } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { usage } from "./run-flags.ts";
import { plain } from "./skills-place.ts";

const shapes = ["plain", "plugin"] as const;

/** `skillmint skills export <skill> -o DIR|FILE.zip [--as plain|plugin]` */
export async function exportSkill(
  context: CliContext,
  name: string,
  flags: { output: string; as?: string },
): Promise<number> {
  const words = await loadInstallWords(context.language);
  const as = shapes.find((shape) => shape === (flags.as ?? "plain"));
  if (!as) throw usage(words("badShape", { value: plain(flags.as ?? "") }));
  const packs = await loadPacks(context);
  const exported = await packs.exportSkill(name, { folder: context.cwd, output: flags.output, as });
  if (context.json) context.printJson(exported);
  else {
    const { path, files } = exported;
    context.print(words("exported", { name: plain(exported.name), path: plain(path), files }));
    for (const left of exported.leftOut)
      context.stderr.write(`${words("leftOut", { path: plain(left.path), reason: left.reason })}\n`);
  }
  return 0;
}
