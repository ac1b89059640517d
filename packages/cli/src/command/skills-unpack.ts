import { resolve } from "node:path";
import { loadPackTools } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { readPackKey, type PackKeyFlags } from "./pack-key.ts";
import { usage } from "./run-flags.ts";
import { plain } from "./skills-place.ts";

export interface UnpackFlags extends PackKeyFlags {
  output?: string;
}

/** `skillmint skills unpack <file> -o <dir>` */
export async function unpackPack(context: CliContext, file: string, flags: UnpackFlags): Promise<number> {
  const { env, language, cwd, signal } = context;
  const tools = await loadPackTools({ env, language });
  if (flags.output === undefined) throw usage(tools.words("cliPack.noTarget"));
  const folder = resolve(cwd, flags.output);
  const key = await readPackKey(context, tools, flags);
  const pack = await tools.verify(resolve(cwd, file));
  const files = await tools.unpack(pack, folder, { signal, ...(key ? { key } : {}) });
  const { name, version } = pack.manifest;
  if (context.json) context.printJson({ name, version, folder, files, ...pack.signer });
  else context.print(tools.words("cliPack.unpacked", { name, version, folder: plain(folder), files }));
  return 0;
}
