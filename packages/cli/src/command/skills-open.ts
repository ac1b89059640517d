import { spawn } from "node:child_process";
import { openFolder, type OpenCommand } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { openPlace, plain } from "./skills-place.ts";

/** What a program with a window needs to know; nothing that could be a secret. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

function hasScreen(env: NodeJS.ProcessEnv): boolean {
  return process.platform === "darwin" || process.platform === "win32"
    ? env["SSH_CONNECTION"] === undefined
    : Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
}

/** Whether the program could be started. It lives on without us. */
function start({ command, args }: OpenCommand, env: NodeJS.ProcessEnv): Promise<boolean> {
  const known = Object.entries(env).filter(([name]) => passedOn.test(name));
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: Object.fromEntries(known),
      stdio: "ignore",
      detached: true,
      shell: false,
    });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

/** `skillmint skills open <skill>` */
export async function openSkill(context: CliContext, name: string): Promise<number> {
  const { skills, place } = await openPlace(context);
  const { id, folder } = (await skills.find(place, name)).skill;
  if (context.json) context.printJson({ id, folder });
  else if (hasScreen(context.env) && (await start(openFolder(folder), context.env)))
    context.print(context.t("cliSkills.opened", { folder: plain(folder) }));
  else context.print(plain(folder));
  return 0;
}
