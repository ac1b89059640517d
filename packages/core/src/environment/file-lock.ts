import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { SkillmintError } from "../protocol/index.ts";
import { createWords } from "./environment-texts.ts";

/** Longer than any holder works: an older lock was left behind. */
const staleMs = 10_000;
const giveUpMs = 20_000;

export interface HeldLock {
  /** Whether the lock is still ours: asked right before a write is made final. */
  isHeld(): Promise<boolean>;
}

interface Owner {
  token: string;
  machine: string;
  pid: number;
}

function parseOwner(text: string): Partial<Owner> {
  const [token, machine, pid] = text.split("\n");
  return {
    ...(token ? { token } : {}),
    ...(machine ? { machine } : {}),
    ...(pid ? { pid: Number(pid) } : {}),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH";
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

async function ageOf(path: string): Promise<number> {
  try {
    return Date.now() - (await stat(path)).mtimeMs;
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return 0;
    throw error;
  }
}

async function isStale(path: string, text: string): Promise<boolean> {
  const { machine, pid } = parseOwner(text);
  if (machine === hostname() && pid !== undefined && !isAlive(pid)) return true;
  return (await ageOf(path)) > staleMs;
}

/** Takes a left lock away. It is moved first, so that of several who try only one gets it; a fresh one goes back. */
async function breakLock(path: string, judged: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
    if ((await readIfThere(aside)) !== judged) await link(aside, path);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== "ENOENT" && code !== "EEXIST") throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function tryTake(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process that asks for the same lock does. A lock whose owner died is free at once,
 * one of another machine after ten seconds; `work` should take far less.
 */
export async function withFileLock<T>(file: string, work: (lock: HeldLock) => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const mine = [randomUUID(), hostname(), String(process.pid)].join("\n");
  const deadline = Date.now() + giveUpMs;
  while (!(await tryTake(path, mine))) {
    const found = await readIfThere(path);
    if (found !== undefined && (await isStale(path, found))) await breakLock(path, found);
    else if (Date.now() > deadline) {
      throw new SkillmintError("home-unwritable", {
        params: { path: file },
        detail: createWords()("file.locked", { file, seconds: giveUpMs / 1000 }),
      });
    } else await delay(2 + Math.random() * 10);
  }
  const isHeld = async () => (await readIfThere(path)) === mine;
  try {
    return await work({ isHeld });
  } finally {
    if (await isHeld()) await rm(path, { force: true });
  }
}
