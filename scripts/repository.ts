import { fileURLToPath } from "node:url";

export const root: string = fileURLToPath(new URL("..", import.meta.url)).replace(/[/\\]$/, "");

/** Whether the module with this address is the script that was started. */
export function isMain(address: string): boolean {
  return process.argv[1] === fileURLToPath(address);
}
