import { spawn } from "node:child_process";
import { openFolder, openWith, type OpenCommand } from "./open-folder.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** What a program with a window needs to know; nothing that could be a secret. */
const passedOn =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_.*|TMPDIR|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.*|DBUS_SESSION_BUS_ADDRESS|SYSTEMROOT|WINDIR|APPDATA|LOCALAPPDATA|USERPROFILE)$/i;

function hasScreen(env: Env, platform: NodeJS.Platform): boolean {
  return platform === "darwin" || platform === "win32"
    ? env["SSH_CONNECTION"] === undefined
    : Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
}

function start({ command, args }: OpenCommand, env: Env): Promise<boolean> {
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

/** Shows a folder in the file manager, which lives on without us. False where there is no screen or no such program. */
export async function showFolder(
  path: string,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  return hasScreen(env, platform) && start(openFolder(path, platform), env);
}

/** Opens a page in the person's browser, which lives on without us. False where there is no screen or no such program. */
export async function showPage(
  address: string,
  env: Env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const url = URL.parse(address);
  const isPage = url?.protocol === "http:" || url?.protocol === "https:";
  return isPage && hasScreen(env, platform) && start(openWith(url.href, platform), env);
}
