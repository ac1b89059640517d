import { isAbsolute } from "node:path";
import { SkillmintError } from "../../protocol/index.ts";

export interface OpenCommand {
  command: string;
  args: string[];
}

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "open", win32: "explorer.exe" };

/** What shows something to a person, as a command and arguments to be started without a shell. */
export function openWith(target: string, platform: NodeJS.Platform): OpenCommand {
  return { command: openers[platform] ?? "xdg-open", args: [target] };
}

/** The program that shows a folder to a person. */
export function openFolder(path: string, platform: NodeJS.Platform = process.platform): OpenCommand {
  // An absolute path can be mistaken for no option.
  if (!isAbsolute(path) && !/^[a-z]:[\\/]/i.test(path)) {
    throw new SkillmintError("internal", { detail: `not an absolute path: ${path}` });
  }
  return openWith(path, platform);
}
