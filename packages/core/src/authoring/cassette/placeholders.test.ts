import { describe, expect, it } from "vitest";
import { createPlaceholders, numberIds, type PlaceholderOptions } from "./placeholders.ts";
import { createFindSecrets } from "./redactor.ts";

const call = "call_0123456789abcdefghjkmn";
const other = "call_zzzzzzzzzzzzzzzzzzzzzz";

function make(workspace: string, home: string, more: Partial<PlaceholderOptions> = {}) {
  return createPlaceholders({
    folders: [
      { name: "workspace", path: workspace },
      { name: "home", path: home },
      { name: "tmp", path: "/tmp" },
    ],
    ids: {
      nameOf: (id) => (id === call ? "call:main/1" : undefined),
      idOf: (name) => (name === "call:main/1" ? other : undefined),
    },
    findSecrets: createFindSecrets(["hunter2-is-not-a-word"]),
    ...more,
  });
}

const here = make("/home/ann/project", "/home/ann");
const there = make("/srv/bob", "/root");

describe("placeholders", () => {
  it.each([
    [
      "/home/ann/project/a.txt and /home/ann/.bashrc",
      "${workspace}/a.txt and ${home}/.bashrc",
      "/srv/bob/a.txt and /root/.bashrc",
    ],
    ["in /tmp/x", "in ${tmp}/x", "in /tmp/x"],
    [
      "/home/anna /mnt/home/ann /home/ann-b",
      "/home/anna /mnt/home/ann /home/ann-b",
      "/home/anna /mnt/home/ann /home/ann-b",
    ],
    ["/home/ann.", "${home}.", "/root."],
    ["file:///home/ann/project", "file://${workspace}", "file:///srv/bob"],
    [
      "the text ${workspace} and ${literal:home}",
      "the text ${literal:workspace} and ${literal:literal:home}",
      "the text ${workspace} and ${literal:home}",
    ],
    [`see ${call}`, "see ${call:main/1}", `see ${other}`],
    ["key hunter2-is-not-a-word!", "key ***!", "key ***!"],
  ])("%s", (text, hidden, restored) => {
    expect(here.hide(text)).toBe(hidden);
    expect(there.restore(hidden)).toBe(restored);
  });

  it("stand in JSON as well, where paths are escaped", () => {
    const odd = make('/w "q"', "/h");
    const json = JSON.stringify({ path: '/w "q"/a' });
    expect(odd.hideJson(json)).toBe('{"path":"${workspace}/a"}');
    expect(odd.restoreJson(odd.hideJson(json))).toBe(json);
  });

  it("keep pieces apart, but not where something hidden lies across", () => {
    const pieces = ["in /home/ann/pro", "ject/a", ".txt hunter2-is", "-not-a-wo", "rd", " end"];
    expect(here.hidePieces(pieces)).toEqual(["in ${workspace}/a", ".txt ***", " end"]);
    expect(here.hidePieces([])).toEqual([]);
  });

  it("number other ids only where they are asked to, and know them again", () => {
    const fresh = make("/w", "/h");
    const id = "0a1b2c3d-0000-4000-8000-0123456789ab";
    expect(fresh.hide(id)).toBe(id);
    expect(fresh.numbering(() => fresh.hide(`${id} ${other} ${id}`))).toBe("${id:#1} ${id:#2} ${id:#1}");
    expect(fresh.hide(id)).toBe("${id:#1}");
    expect(fresh.restore("${id:#2} ${id:#9}")).toBe(`${other} \${id:#9}`);
    expect(numberIds(`${id} ${other} ${id}`)).toBe("#1 #2 #1");
  });

  it("find a moved folder again", () => {
    const moved = [{ hidden: "${home}/skills/x", path: "/tmp/moved/x" }];
    const both = make("/w", "/h", { moved: () => moved });
    expect(both.hide("/tmp/moved/x/a.md /h/skills/y")).toBe("${home}/skills/x/a.md ${home}/skills/y");
    expect(both.restore("${home}/skills/x/a.md ${home}/skills/y")).toBe("/tmp/moved/x/a.md /h/skills/y");
  });
});
