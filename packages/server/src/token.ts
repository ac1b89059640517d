import { randomBytes, randomUUID } from "node:crypto";
import { chmod, link, mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

const form = /^[A-Za-z0-9_-]{32,128}$/;

async function readToken(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, "utf8")).trim();
    if (!form.test(text)) return undefined;
    await chmod(file, 0o600);
    return text;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

async function writeToken(file: string, token: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The token of this machine's server, made once and kept for its owner's eyes, so that open tabs find back. */
export async function loadToken(file: string): Promise<string> {
  const known = await readToken(file);
  if (known !== undefined) return known;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const token = randomBytes(32).toString("base64url");
  const temporary = `${file}.${randomUUID()}`;
  await writeToken(temporary, token);
  try {
    // Never over one that another server made at the same moment.
    await link(temporary, file);
    return token;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    const other = await readToken(file);
    if (other !== undefined) return other;
    await rename(temporary, file);
    return token;
  } finally {
    await rm(temporary, { force: true });
  }
}
