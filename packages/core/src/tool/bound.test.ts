import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTranslate } from "../protocol/index.ts";
import { boundResult, callOfOutputPath, maxResultChars, outputPath } from "./bound.ts";

function createBlobs() {
  const blobs: Uint8Array[] = [];
  return {
    blobs,
    put: async (bytes: Uint8Array) => {
      blobs.push(bytes);
      return String(blobs.length).padStart(64, "0");
    },
  };
}

const t = createTranslate("en");
const text = (value: string) => [{ type: "text" as const, text: value }];

describe("boundResult", () => {
  it("leaves what fits alone and joins texts", async () => {
    const { put, blobs } = createBlobs();
    expect(await boundResult({ content: [...text("a"), ...text("b")] }, "call_1", t, put)).toEqual({
      content: text("a\nb"),
    });
    expect(await boundResult({ content: text("x".repeat(maxResultChars)) }, "call_1", t, put)).toMatchObject({
      content: [{ text: "x".repeat(maxResultChars) }],
    });
    expect(blobs).toEqual([]);
  });

  it("keeps the head, says how much there is and where", async () => {
    const { put, blobs } = createBlobs();
    const whole = `${"龙".repeat(40_000)}end`;
    const { content, fullOutput } = await boundResult(
      { content: text(whole) },
      "call_1",
      createTranslate("zh-CN"),
      put,
    );
    const shown = content[0]?.type === "text" ? content[0].text : "";
    expect(shown.slice(0, maxResultChars)).toBe(whole.slice(0, maxResultChars));
    expect(shown.slice(maxResultChars)).toBe(
      `\n\n[输出已截断，共 40003 字符，已显示前 30000 字符。其余内容：Read ${outputPath("call_1")}]`,
    );
    expect(new TextDecoder().decode(blobs[0])).toBe(whole);
    expect(fullOutput).toMatchObject({ chars: 40_003, path: outputPath("call_1") });
  });

  it("keeps both ends where that helps and never half a character", async () => {
    const { put } = createBlobs();
    const whole = `first ${"😀".repeat(40_000)} last`;
    const { content } = await boundResult({ content: text(whole), keep: "ends" }, "call_1", t, put);
    const shown = content[0]?.type === "text" ? content[0].text : "";
    expect(shown).toMatch(/^first .*characters omitted.* last$/s);
    expect(shown.isWellFormed()).toBe(true);
  });

  it("takes over a file with the whole and turns images into blobs", async () => {
    const { put, blobs } = createBlobs();
    const file = join(await mkdtemp(join(tmpdir(), "skillmint-bound-")), "output.txt");
    await writeFile(file, "the whole");
    const image = { type: "image" as const, mediaType: "image/png", data: new Uint8Array([1]) };
    const bounded = await boundResult(
      { content: [...text("y".repeat(50_000)), image], file },
      "call_1",
      t,
      put,
    );
    expect(bounded.content[1]).toMatchObject({ type: "image", mediaType: "image/png" });
    expect(blobs.map((bytes) => new TextDecoder().decode(bytes))).toContain("the whole");
    await expect(import("node:fs/promises").then((fs) => fs.stat(file))).rejects.toThrow("ENOENT");
  });

  it("knows its own paths and no others", () => {
    expect(callOfOutputPath(outputPath("call_1a"))).toBe("call_1a");
    for (const path of [
      "/skillmint/output/../x.txt",
      "/skillmint/output/call_1.txt/..",
      "skillmint/output/call_1.txt",
    ]) {
      expect(callOfOutputPath(path)).toBeUndefined();
    }
  });
});
