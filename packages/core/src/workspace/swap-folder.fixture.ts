import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";

const script = `
  import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
  const [, , work, target, files] = process.argv;
  process.chdir(work);
  const attempt = (steps) => { try { steps(); return true; } catch { return false; } };
  const setUp = () => {
    for (const name of ["d", "real", "link"]) rmSync(name, { recursive: true, force: true });
    mkdirSync("d");
    for (const [name, text] of Object.entries(JSON.parse(files))) writeFileSync("d/" + name, text);
    symlinkSync(target, "link");
  };
  const dwell = () => { const end = performance.now() + Math.random() * 0.5; while (performance.now() < end); };
  const swap = (from, to) => { renameSync(from, to); dwell(); };
  while (!attempt(setUp));
  console.log("ready");
  for (;;) {
    const swapped = attempt(() => {
      swap("d", "real"); swap("link", "d"); swap("d", "link"); swap("real", "d");
    });
    if (!swapped) while (!attempt(setUp));
  }
`;

export interface SwapOptions {
  /** Where `d` is. */
  work: string;
  /** What `d` becomes a link to. */
  target: string;
  /** What `d` holds while it is a folder. */
  files: Record<string, string>;
  /** A folder for the script. */
  scratch: string;
}

/** Does something while another process swaps the folder `d` for a link and back, over and over. */
export async function whileSwapping(options: SwapOptions, act: () => Promise<void>): Promise<void> {
  const file = path.join(options.scratch, "swap.mjs");
  await writeFile(file, script);
  const args = [file, options.work, options.target, JSON.stringify(options.files)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  try {
    await once(child.stdout, "data");
    await act();
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}
