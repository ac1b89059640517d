import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { showFolder, showPage } from "./show-folder.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-show-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(process.platform !== "linux")("showFolder", () => {
  it("starts the file manager with the folder, and without secrets", async () => {
    const said = join(folder, "said");
    const program = join(folder, "xdg-open");
    await writeFile(program, `#!/bin/sh\necho "$1 [$A_KEY]" > ${said}.part\n/bin/mv ${said}.part ${said}\n`);
    await chmod(program, 0o755);
    expect(await showFolder("/some where", { PATH: folder, DISPLAY: ":0", A_KEY: "secret" })).toBe(true);
    const saying = (): Promise<string> => readFile(said, "utf8").catch(() => "");
    await expect.poll(saying, { timeout: 10_000 }).toBe("/some where []\n");
  });

  it("opens pages, and nothing else that looks like an address", async () => {
    const program = join(folder, "xdg-open");
    await writeFile(program, `#!/bin/sh\necho "$1" > ${folder}/said\n`);
    await chmod(program, 0o755);
    const env = { PATH: folder, DISPLAY: ":0" };
    for (const address of ["file:///etc/passwd", "javascript:alert(1)", "--help", "/etc"])
      expect(await showPage(address, env)).toBe(false);
    expect(await showPage("http://127.0.0.1:1/#token=x", env)).toBe(true);
    const saying = (): Promise<string> => readFile(join(folder, "said"), "utf8").catch(() => "");
    await expect.poll(saying, { timeout: 10_000 }).toBe("http://127.0.0.1:1/#token=x\n");
  });

  it("does nothing without a screen or a program", async () => {
    expect(await showFolder("/x", { PATH: folder })).toBe(false);
    expect(await showFolder("/x", { PATH: folder, DISPLAY: ":0" })).toBe(false);
    expect(await showFolder("/x", { PATH: folder, SSH_CONNECTION: "a b" }, "darwin")).toBe(false);
  });
});
