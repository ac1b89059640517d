import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findTestChromium } from "../packages/core/src/browser/chromium.fixture.ts";
import { decodePng } from "../packages/core/src/browser/png.fixture.ts";
import { startSite, type TestSite } from "../packages/core/src/browser/site.fixture.ts";
import type { Script } from "../packages/core/src/testing/index.ts";
import { answerOf, eventsOf, sessionOf, startCli, statuses, testKey, useStage, wires } from "./kit.ts";

const chromium = await findTestChromium();
const stage = useStage();
let site: TestSite;
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

/** The command with one prompt, and a browser to find. */
async function run(
  [, model, key]: (typeof wires)[number],
  script: Script,
  prompt: string,
  flags: readonly string[] = [],
) {
  await stage.serve(script);
  const args = ["--json", "run", "--model", model, "--base-url", stage.baseUrl(), ...flags, prompt];
  return stage.cli(args, { [key]: testKey, CHROME_PATH: chromium?.executable ?? "" });
}

const call = (name: string, input: object) => ({
  calls: [{ name: `browser_${name}`, input: { ...input } }],
});

/** The processes whose command line names a folder. */
async function processesIn(folder: string): Promise<number> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const lines = names.map((name) => readFile(`/proc/${name}/cmdline`, "utf8").catch(() => ""));
  return (await Promise.all(lines)).filter((line) => line.includes(folder)).length;
}

describe.skipIf(!chromium).each(wires)("%s", (...wire) => {
  it("fills a form and takes a screenshot", async () => {
    const refOf = (text: string, what: RegExp): string =>
      /\[ref=(\w+)\]/.exec(text.split("\n").find((line) => what.test(line)) ?? "")?.[1] ?? "";
    let shown = "";
    const result = await run(
      wire,
      ({ turn, results }) => {
        if (turn === 0) return call("navigate", { url: `${site.url}/form` });
        if (turn === 1) {
          shown = results[0]?.text ?? "";
          return call("type", { ref: refOf(shown, /textbox "Name"/), text: "Ada" });
        }
        if (turn === 2) return call("click", { ref: refOf(shown, /button "Send it"/) });
        if (turn === 3) return call("navigate", { url: `${site.url}/colours` });
        if (turn === 4) return call("screenshot", { path: "shots/colours.png" });
        return "done";
      },
      "open the browser and fill the form",
      [
        ...["navigate", "type", "click"].flatMap((name) => ["--allow", `browser_${name}(domain:127.0.0.1)`]),
        "--allow",
        "browser_screenshot(shots/**)",
      ],
    );
    expect([result.code, ...statuses(result)]).toEqual([
      0,
      "browser_navigate ok",
      "browser_type ok",
      "browser_click ok",
      "browser_navigate ok",
      "browser_screenshot ok",
    ]);
    expect(answerOf(result)).toBe("done");
    expect(site.posted.get("name")).toBe("Ada");
    expect(shown).toContain("Content from outside");
    const pixels = decodePng(await readFile(join(stage.temp.folder, "shots/colours.png")));
    expect([pixels.at(10, 10), pixels.at(10, 110)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
    const settled = eventsOf(result, "tool.settled").at(-1);
    expect(settled?.content.map(({ type }) => type)).toEqual(["text", "image"]);
    const offered = stage.server.requests[0]?.normal?.tools ?? [];
    expect(offered.filter((name) => name.startsWith("browser_"))).toHaveLength(13);
  });
});

describe.skipIf(!chromium)("the browser of a run", () => {
  const [wire] = wires;

  it("is offered when somebody asks for it, and asks where it is about to go", async () => {
    if (!wire) throw new Error("no wire");
    const url = `${site.url}/table`;
    const script: Script = ({ turn, results }) =>
      turn === 0 ? call("navigate", { url }) : (results[0]?.text.includes("Cake") ?? false) ? "cake" : "none";
    const waiting = await run(wire, script, "hello");
    const offered = stage.server.requests[0]?.normal?.tools ?? [];
    expect(offered.filter((name) => name.startsWith("browser_"))).toEqual([]);
    const asked = eventsOf(waiting, "permission.asked")[0];
    expect([waiting.code, asked?.title, asked?.resources]).toEqual([3, `browser_navigate ${url}`, [url]]);
    expect(site.hits).toEqual([]);
    // Who allows an address by name has named its host.
    const env = { [wire[2]]: testKey, CHROME_PATH: chromium?.executable ?? "" };
    const resumed = await stage.cli(["--json", "resume", sessionOf(waiting), "once"], env);
    expect([resumed.code, answerOf(resumed)]).toEqual([0, "cake"]);
  });

  it("dies with a killed run, and what it left is removed by the next", async () => {
    if (!wire) throw new Error("no wire");
    const temporary = join(stage.temp.home, "tmp");
    await mkdir(temporary);
    const env = { [wire[2]]: testKey, CHROME_PATH: chromium?.executable ?? "", TMPDIR: temporary };
    await stage.serve(({ last, turn }) => {
      if (last !== "go") return "end";
      return turn === 0 ? call("navigate", { url: site.url }) : call("wait", { seconds: 60 });
    });
    const flags = ["--json", "run", "--model", wire[1], "--base-url", stage.baseUrl()];
    const allow = ["--allow", "browser_navigate(domain:127.0.0.1)"];
    const killed = startCli([...flags, ...allow, "go"], {
      env: { ...stage.temp.env, ...env },
      cwd: stage.temp.folder,
    });
    await killed.saw('"name":"browser_wait"');
    expect(await processesIn(temporary)).toBeGreaterThan(0);
    killed.child.kill("SIGKILL");
    await killed.done;
    await expect.poll(() => processesIn(temporary), { timeout: 5_000 }).toBe(0);
    const left = async () =>
      (await readdir(temporary)).filter((name) => name.startsWith("skillmint-browser-"));
    expect(await left()).toHaveLength(1);
    expect((await stage.cli([...flags, "hello"], env)).code).toBe(0);
    expect(await left()).toEqual([]);
  });
});
