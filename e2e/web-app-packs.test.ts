import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import {
  button,
  chooseFile,
  dropFile,
  install,
  packSkill,
  planInstall,
  useElsewhere,
} from "./web-app-packs.fixture.ts";
import { checkAccess, say, seen, transcriptOf } from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const passphrase = "canary passphrase of a pack";
const serveElsewhere = useElsewhere();
const app = useWebApp(chromium);

async function writeSkill(home: string, name: string, version: string): Promise<void> {
  const folder = join(home, ".skillmint/skills", name);
  await mkdir(join(folder, "scripts"), { recursive: true });
  const head = `name: ${name}\ndescription: Greets people well.\nallowed-tools: Bash(git status:*)\nmetadata:\n  version: ${version}\n  author: Ada`;
  await writeFile(join(folder, "SKILL.md"), `---\n${head}\n---\n\nCANARY-INSTRUCTION: greet in verse.\n`);
  await writeFile(join(folder, "scripts/verse.sh"), "echo CANARY-SCRIPT\n");
}

describe.skipIf(!chromium)("packs in the web app", { timeout: 180_000 }, () => {
  it("a sealed one is made here, installed and run there, and never lies open", async () => {
    const served = await app.serve(["Greetings, in verse"]);
    await writeSkill(app.stage.temp.home, "greeting", "1.2.0");
    const author = await app.open(served, { path: "/skills/user%3Agreeting" });
    await button(author, "Pack…").click();
    await seen(author.getByRole("dialog").getByText("1.2.0"));
    await author.getByRole("radio", { name: "Who knows a passphrase" }).click();
    await author.getByLabel("Passphrase", { exact: true }).fill(passphrase);
    await author.getByLabel("The same again").fill(`${passphrase}x`);
    await button(author, "Pack").click();
    await seen(author.getByRole("alert").filter({ hasText: "not the same" }));
    await author.getByLabel("The same again").fill(passphrase);
    await checkAccess(author, "the form of packing");
    await app.shot(author, "packs-form");
    const file = await packSkill(author, join(app.stage.temp.folder, "greeting.skillpack"));
    expect((await readFile(file)).includes("CANARY")).toBe(false);

    const there = await serveElsewhere(app.stage.baseUrl());
    const reader = await app.open(there, { path: "/skills" });
    await seen(reader.getByRole("link", { name: "Install…" }));
    await dropFile(reader, file, "greeting.skillpack");
    await reader.getByLabel("Passphrase", { exact: true }).fill(passphrase);
    await button(reader, "Open").click();
    await button(reader, "Install").waitFor({ timeout: 60_000 });
    for (const text of ["greeting", "1.2.0", "Ada", "never seen before", "sealed", "Bash(git status:*)"])
      await seen(reader.getByText(text, { exact: true }));
    await checkAccess(reader, "what is in a pack");
    await app.shot(reader, "packs-plan");
    await (await install(reader, "greeting")).click();
    await seen(reader.getByRole("heading", { name: "Installed from" }));
    await checkAccess(reader, "the page of a pack");
    await app.shot(reader, "packs-page");

    await button(reader, "Use in a session").click();
    await say(reader, "Greet me");
    await transcriptOf(reader).getByText("Greetings, in verse").waitFor({ timeout: 60_000 });
    expect(JSON.stringify(app.stage.server.requests.at(-1)?.body)).toContain("CANARY-INSTRUCTION");
    const jobs = await fetch(`${there.url}/api/jobs`, {
      headers: { authorization: `Bearer ${there.token}` },
    });
    expect(await jobs.text()).not.toContain(passphrase);
    const packs = join(there.temp.home, ".skillmint/packs");
    for (const entry of await readdir(packs, { recursive: true, withFileTypes: true }))
      if (entry.isFile())
        expect((await readFile(join(entry.parentPath, entry.name))).includes("CANARY")).toBe(false);
  });

  it("asks again for another signer and an older version; signers are trusted by a person only", async () => {
    const served = await app.serve(["fine"]);
    const { home, folder } = app.stage.temp;
    await writeSkill(home, "greeting", "2.0.0");
    const author = await app.open(served, { path: "/skills/user%3Agreeting" });
    await button(author, "Pack…").click();
    const newer = await packSkill(author, join(folder, "newer.skillpack"));

    const there = await serveElsewhere(app.stage.baseUrl());
    await writeSkill(there.temp.home, "greeting", "1.0.0");
    const reader = await app.open(there, { path: "/skills/user%3Agreeting" });
    await button(reader, "Pack…").click();
    const older = await packSkill(reader, join(folder, "older.skillpack"));
    await planInstall(reader, newer);
    await install(reader, "greeting");

    await planInstall(reader, older);
    expect(await button(reader, "Install").isDisabled()).toBe(true);
    await app.shot(reader, "packs-questions");
    await checkAccess(reader, "what is asked again");
    await reader.getByRole("checkbox", { name: /I asked its author/ }).check();
    expect(await button(reader, "Install").isDisabled()).toBe(true);
    await reader.getByRole("checkbox", { name: /I want the older one/ }).check();
    await install(reader, "greeting");

    await reader.goto(`${there.url}/settings/signers`);
    await expect.poll(() => reader.getByRole("switch").count()).toBe(2);
    await reader.getByRole("switch").first().click();
    await reader.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    expect(await reader.getByRole("switch", { checked: true }).count()).toBe(0);
    await reader.getByRole("switch").first().click();
    await button(reader, "Trust it").click();
    await expect.poll(() => reader.getByRole("switch", { checked: true }).count()).toBe(1);
    await checkAccess(reader, "signers");
    await reader.getByRole("switch", { checked: true }).click();
    await expect.poll(() => reader.getByRole("switch", { checked: true }).count()).toBe(0);
    await reader
      .getByRole("button", { name: /^Forget SHA256/ })
      .first()
      .click();
    await reader.getByRole("alertdialog").getByRole("button", { name: "Forget" }).click();
    await expect.poll(() => reader.getByRole("switch").count()).toBe(1);

    await reader.goto(`${there.url}/skills/pack%3Agreeting`);
    await button(reader, "Remove").click();
    await reader.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await reader.waitForURL(/\/skills$/);
    expect(await readdir(join(there.temp.home, ".skillmint/packs"))).toEqual([]);
  });

  it("fits a phone, in the dark and in Chinese; says what is wrong with a file; exports", async () => {
    const served = await app.serve(["fine"]);
    const { home, folder } = app.stage.temp;
    await writeSkill(home, "greeting", "2.0.0");
    const look = { width: 390, height: 844, locale: "zh-CN", colorScheme: "dark" } as const;
    const page = await app.open(served, { ...look, path: "/skills/install" });
    await writeFile(join(folder, "no.skillpack"), "no pack at all");
    await chooseFile(page, join(folder, "no.skillpack"));
    await seen(page.getByRole("alert"));
    expect(await page.getByRole("alert").innerText()).toContain("这不是技能包");
    await checkAccess(page, "installing, in Chinese");
    await app.shot(page, "packs-install-390");
    await page.goto(`${served.url}/skills/user%3Agreeting`);
    await button(page, "导出…").click();
    const [zip] = await Promise.all([page.waitForEvent("download"), button(page, "下载 zip").click()]);
    expect(zip.suggestedFilename()).toBe("greeting.zip");
    await button(page, "打包…").click();
    await page.getByRole("radio", { name: "密钥持有者" }).click();
    await page.getByLabel("密钥，每行一个").fill("AGE-SECRET-KEY-1CANARY");
    await button(page, "打包").click();
    await seen(page.getByRole("alert"));
    expect(await page.getByRole("alert").innerText()).not.toContain("CANARY");
    await checkAccess(page, "packing, in Chinese");
    await app.shot(page, "packs-form-390");
    await page.goto(`${served.url}/settings/signers`);
    await seen(page.getByText("封装能保护什么"));
    await checkAccess(page, "signers, in Chinese");
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate<number>(overflow)).toBe(0);
  });
});
