import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import { conversation, mark, playTotals, step, wish } from "./skill-life.fixture.ts";
import { authorOf } from "./web-app-authoring.fixture.ts";
import { button, install, packSkill, planInstall, useElsewhere } from "./web-app-packs.fixture.ts";
import { checkAccess, say, seen, transcriptOf } from "./web-app-steps.fixture.ts";
import { useWebApp } from "./web-app.fixture.ts";

const chromium = await findTestChromium();
const serveElsewhere = useElsewhere();
const app = useWebApp(chromium);
const finding = "The values of metadata should be texts";
const asked = (): number => app.stage.server.requests.length;

describe.skipIf(!chromium)("the life of a skill in the web app", { timeout: 120_000 }, () => {
  it("goes from a wish to a signed pack that works elsewhere", async () => {
    const served = await app.serve(playTotals);
    const page = await app.open(served, { path: "/skills" });
    const author = authorOf(page);
    await author.create(wish);
    await seen(author.diff().getByText(mark));
    await seen(author.part("Validator").getByText(finding));
    await app.shot(page, "skill-life-draft");
    await author.apply();
    await seen(author.part("Check").getByText(finding));
    await app.shot(page, "skill-life-check");

    await author.openTab("Tests");
    await seen(page.getByText("Add 2 and 3"));
    await app.shot(page, "skill-life-tests");
    await author.record();
    await app.shot(page, "skill-life-recorded");
    let requests = asked();
    await author.replay();
    await seen(page.getByText("1 passed, 0 failed, 0 skipped, 0 updated"));
    expect(asked()).toBe(requests);
    await app.shot(page, "skill-life-replayed");

    await author.openTab("Evals");
    await author.measure(1);
    expect(await author.arms()).toEqual([
      ["with the skill", "100 %"],
      ["without it", "0 %"],
    ]);
    await app.shot(page, "skill-life-evals");

    await author.openTab("Improve…");
    await author.improve(conversation);
    await seen(author.diff().getByText(step));
    await app.shot(page, "skill-life-improved");
    await author.apply();
    await seen(author.part("Check").getByText("Nothing to complain about"));
    await author.openTab("History");
    const newest = page.getByRole("listitem").filter({ hasText: "Version" }).first();
    for (const text of ["now", "improved"]) await seen(newest.getByText(text, { exact: true }));
    await newest.getByRole("button", { name: "Show changes" }).click();
    await seen(newest.getByText(step));
    await app.shot(page, "skill-life-history");

    // The skill is another one now: its test says where.
    await author.openTab("Tests");
    await author.replay();
    await seen(page.getByText("0 passed, 1 failed, 0 skipped, 0 updated"));
    await seen(page.getByText(/the text of the skill differs/));
    expect(await page.getByText(step).allInnerTexts()).toEqual([expect.stringMatching(/^\+/)]);
    await app.shot(page, "skill-life-stale");
    await checkAccess(page, "a test that leaves its recording");
    await author.record();

    await author.openTab("Overview");
    await button(page, "Pack…").click();
    await seen(page.getByRole("dialog").getByText("1.1.0"));
    const pack = await packSkill(page, join(app.stage.temp.folder, "totals.skillpack"));

    const there = await serveElsewhere(app.stage.baseUrl(), { mode: "acceptEdits" });
    const reader = await app.open(there, { path: "/skills" });
    await planInstall(reader, pack);
    await seen(reader.getByText("1.1.0", { exact: true }));
    await seen(reader.getByText("never seen before", { exact: true }));
    await app.shot(reader, "skill-life-install");
    await (await install(reader, "totals")).click();
    const other = authorOf(reader);
    await other.openTab("Tests");
    requests = asked();
    await other.replay();
    await seen(reader.getByText("1 passed, 0 failed, 0 skipped, 0 updated"));
    expect(asked()).toBe(requests);
    await other.openTab("Overview");
    await button(reader, "Use in a session").click();
    await say(reader, "Add 20 and 3");
    await seen(transcriptOf(reader).getByText("TOTAL: 23"));
    expect(JSON.stringify(app.stage.server.requests.at(-1)?.body)).toContain(`${mark} ${step}`);
    expect(await readFile(join(there.temp.folder, "total.txt"), "utf8")).toBe("TOTAL: 23\n");
    await app.shot(reader, "skill-life-elsewhere");
  });
});
