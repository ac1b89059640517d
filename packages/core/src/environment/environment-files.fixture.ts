import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryHome } from "./temporary-home.fixture.ts";

/** A temporary home with files below `environments/`, written as they are or as JSON. */
export async function homeWithEnvironments(
  files: Readonly<Record<string, unknown>>,
  own: Parameters<typeof temporaryHome>[0] = {},
) {
  const temporary = await temporaryHome(own);
  const at = (path: string): string => join(temporary.home.environments, path);
  const write = async (path: string, content: unknown): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), typeof content === "string" ? content : JSON.stringify(content));
  };
  for (const [path, content] of Object.entries(files)) await write(path, content);
  return { ...temporary, at, write };
}
