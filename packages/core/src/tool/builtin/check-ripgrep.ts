import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findRipgrep } from "./ripgrep.ts";

/** The version of the ripgrep that Grep and Glob use; undefined where it is missing or does not start. */
export async function checkRipgrep(): Promise<string | undefined> {
  const program = await findRipgrep();
  if (program === undefined) return undefined;
  const ran = await promisify(execFile)(program, ["--version"]).catch(() => undefined);
  return ran === undefined ? undefined : /\d+\.\d+\.\d+/.exec(ran.stdout)?.[0];
}
