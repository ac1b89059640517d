import { isAbsolute } from "node:path";
import { SkillmintError } from "../../protocol/index.ts";

export interface OpenCommand {
  command: string;
  args: string[];
}

/** The program that shows a folder to a person, as a command and arguments to be started without a shell. */
export function openFolder(path: string, platform: NodeJS.Platform = process.platform): OpenCommand {
  // An absolute path can be mistaken for no option.
  if (!isAbsolute(path) && !/^[a-z]:[\\/]/i.test(path)) {
    throw new SkillmintError("internal", { detail: `not an absolute path: ${path}` });
  }
  if (platform === "darwin") return { command: "open", args: [path] };
  if (platform === "win32") return { command: "explorer.exe", args: [path] };
  return { command: "xdg-open", args: [path] };
}
