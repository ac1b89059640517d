import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterEach } from "vitest";
import { createTempWorkspace, type TempWorkspace } from "../packages/core/src/testing/index.ts";
import { startCli, testKey } from "./kit.ts";
import { seen } from "./web-app-steps.fixture.ts";
import type { ServedApp } from "./web-app.fixture.ts";

export interface Elsewhere extends ServedApp {
  temp: TempWorkspace;
}

/**
 * Servers of other people: each with a home of its own, and the model at that address. To be called before
 * `useWebApp`: hooks run backwards, and pages are closed before their servers end.
 */
export function useElsewhere() {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return async (baseUrl: string, settings: object = {}): Promise<Elsewhere> => {
    const temp = await createTempWorkspace();
    ends.push(() => temp.remove());
    await mkdir(join(temp.home, ".skillmint"), { recursive: true });
    const config = { model: "custom-openai/gpt", sandbox: "off", ...settings };
    await writeFile(join(temp.home, ".skillmint/config.jsonc"), JSON.stringify(config));
    const env = { ...temp.env, CUSTOM_OPENAI_API_KEY: testKey, CUSTOM_OPENAI_BASE_URL: baseUrl };
    const server = startCli(["--json", "serve", "--port", "0"], { env, cwd: temp.folder });
    const stop = async (): Promise<void> => {
      server.child.kill("SIGTERM");
      await server.done;
    };
    ends.push(stop);
    const [line] = (await Promise.race([
      once(server.child.stdout ?? server.child, "data"),
      server.done.then(({ stderr }) => Promise.reject(new Error(stderr))),
    ])) as [Buffer];
    const { url, token } = JSON.parse(line.toString()) as { url: string; token: string };
    return { url, token, stop, kill: stop, temp };
  };
}

export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

/** Packs a skill on its page, as the open form stands; the file that was downloaded. */
export async function packSkill(page: Page, file: string): Promise<string> {
  await button(page, "Pack").click();
  const download = page.getByRole("button", { name: /^Download/ });
  await download.waitFor({ timeout: 60_000 });
  const [saved] = await Promise.all([page.waitForEvent("download"), download.click()]);
  await saved.saveAs(file);
  await page.keyboard.press("Escape");
  return file;
}

/** Lets a file fall on the page, as a mouse would. */
export async function dropFile(page: Page, file: string, name: string): Promise<void> {
  const bytes = (await readFile(file)).toString("base64");
  const data = await page.evaluateHandle(
    `((text, name) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
      return data;
    })(${JSON.stringify(bytes)}, ${JSON.stringify(name)})`,
  );
  await page
    .getByRole("heading", { name: "Skills", exact: true })
    .dispatchEvent("drop", { dataTransfer: data });
}

export async function chooseFile(page: Page, file: string): Promise<void> {
  await page.locator("input[type=file]").setInputFiles(file);
}

/** From anywhere to what installing this file would do. */
export async function planInstall(page: Page, file: string): Promise<void> {
  await page.goto(new URL("/skills/install", page.url()).href);
  await chooseFile(page, file);
  await seen(button(page, "Install"));
}

/** Does what is planned; the way to the skill then. */
export async function install(page: Page, name: string): Promise<Locator> {
  await button(page, "Install").click();
  const link = page.getByRole("link", { name: `Look at ${name}` });
  await link.waitFor({ timeout: 60_000 });
  return link;
}
