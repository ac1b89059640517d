import type { LayerContext } from "./layer.ts";

/** Whether a folder is trusted. Where that cannot be found out, it is not. */
export async function askTrust(context: LayerContext, folder: string): Promise<boolean> {
  try {
    return await context.isTrusted(folder);
  } catch {
    return false;
  }
}
