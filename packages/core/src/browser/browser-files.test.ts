import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ToolImage } from "../tool/define-tool.ts";
import { decodePng } from "./png.fixture.ts";
import { chromium, useBrowser } from "./test-browser.fixture.ts";

describe.skipIf(!chromium)("files of the browser", () => {
  const stage = useBrowser({ maxDownloadBytes: 1024 * 1024 });
  const text = (action: string, input?: Record<string, unknown>) => stage.browser.text(action, input);
  const go = (page: string) => text("navigate", { url: `${stage.site.url}${page}` });
  const file = (...names: string[]) => path.join(stage.test.root, ...names);

  describe("a screenshot", () => {
    it("shows what is on the page, point by point", async () => {
      await go("/colours");
      const { content } = await stage.browser.call("screenshot");
      const image = content.find((part): part is ToolImage => part.type === "image");
      expect(image?.mediaType).toBe("image/png");
      const pixels = decodePng(image?.data ?? new Uint8Array());
      expect([pixels.width, pixels.height]).toEqual([1280, 800]);
      expect(pixels.at(50, 50)).toEqual([255, 0, 0]);
      expect(pixels.at(50, 150)).toEqual([0, 0, 255]);
      expect(pixels.at(150, 50)).toEqual([255, 255, 255]);
      expect(await readdir(stage.test.root)).toEqual([]);
    });

    it("is saved in the workspace as the same picture, and undone like any change", async () => {
      await go("/colours");
      expect(await text("screenshot", { path: "shots/a.png", selector: "div" })).toBe(
        "Screenshot saved to shots/a.png\ndiv matches 2 elements; the first was used.\n<image/png>",
      );
      const pixels = decodePng(await readFile(file("shots/a.png")));
      expect([pixels.width, pixels.height, ...pixels.at(99, 99)]).toEqual([100, 100, 255, 0, 0]);
      const { change } = stage.test.begun.at(-1) ?? {};
      expect([change?.path, change?.before]).toEqual([file("shots/a.png"), null]);
      expect(await text("screenshot", { path: "shots/a.png" })).toContain("Screenshot saved");
      expect(decodePng(await readFile(file("shots/a.png"))).width).toBe(1280);
      await text("screenshot", { path: "b.jpg" });
      expect((await readFile(file("b.jpg"))).subarray(0, 2).toString("hex")).toBe("ffd8");
    });

    it("ends where no model looks any more", async () => {
      await go("/tall");
      expect(await text("screenshot", { path: "tall.png" })).toMatch(
        /The page is 12\d\d\d pixels high; the picture ends at 8000\./,
      );
      expect((await readFile(file("tall.png"))).readUInt32BE(20)).toBe(8_000);
      await text("screenshot", { path: "window.png", full_page: false });
      expect((await readFile(file("window.png"))).readUInt32BE(20)).toBe(800);
    });

    it("overwrites nothing but pictures, and follows no link", async () => {
      await go("/colours");
      await writeFile(file("notes.png"), "my notes");
      expect(await text("screenshot", { path: "notes.png" })).toContain(
        "FAILED notes.png exists and is no picture",
      );
      expect(await readFile(file("notes.png"), "utf8")).toBe("my notes");
      expect(await text("screenshot", { path: "x.txt" })).toContain(
        "FAILED A screenshot can be saved as .png or .jpg",
      );
      const outside = path.join(stage.test.base, "outside");
      await mkdir(outside);
      await symlink(outside, file("link"));
      const tool = await stage.describe("screenshot", { path: "link/a.png" });
      expect(tool.resources).toEqual([
        { kind: "path", path: path.join(outside, "a.png"), access: "write", outside: true },
      ]);
      expect(tool.title).toContain(path.join(outside, "a.png"));
    });

    it("goes where the gate judged it to go, or nowhere", async () => {
      await go("/colours");
      const outside = path.join(stage.test.base, "swapped");
      await mkdir(outside);
      await mkdir(file("shots2"));
      const failed = await stage.textAfter("screenshot", { path: "shots2/a.png" }, async () => {
        const { rm } = await import("node:fs/promises");
        await rm(file("shots2"), { recursive: true });
        await symlink(outside, file("shots2"));
      });
      expect(failed).toContain("FAILED");
      expect(await readdir(outside)).toEqual([]);
    });
  });

  describe("a download", () => {
    beforeEach(async () => {
      await go("/downloads");
    });

    it("is refused where nobody asked for it", async () => {
      const told = [await text("click", { selector: "#small" }), await text("wait", { seconds: 0.5 })];
      expect(told.join("\n")).toContain("A download of prices.csv was refused.");
      expect(await stage.temporaryFiles()).toEqual([]);
    });

    it("is kept in the folder that the call named, under a name of its own", async () => {
      const saved = await text("click", { selector: "#small", downloads: "downloads" });
      expect(saved).toBe("Clicked #small\nDownloaded downloads/prices.csv (9 bytes)");
      expect(await readFile(file("downloads/prices.csv"), "utf8")).toBe("tea,3.20\n");
      expect(await text("click", { selector: "#small", downloads: "downloads" })).toContain(
        "downloads/prices-1.csv",
      );
      expect((await readdir(file("downloads"))).sort()).toEqual(["prices-1.csv", "prices.csv"]);
      expect((await stat(file("downloads/prices.csv"))).mode & 0o111).toBe(0);
      expect(await stage.temporaryFiles()).toEqual([]);
    });

    it("takes an address that is one", async () => {
      const url = `${stage.site.url}/file`;
      const told = await text("navigate", { url, downloads: "by-address" });
      expect(told).toContain("Downloaded by-address/prices.csv (9 bytes)");
      expect(await text("navigate", { url })).toContain("A download of prices.csv was refused.");
    });

    it("cannot choose where it lies", async () => {
      const told = await text("click", { selector: "#evil", downloads: "d" });
      expect(told).toContain("Downloaded d/_.._.bashrc");
      expect(await readdir(file("d"))).toEqual(["_.._.bashrc"]);
      expect(
        (await stage.describe("click", { selector: "a", downloads: "../up" })).resources.at(-1),
      ).toMatchObject({
        access: "write",
        outside: true,
      });
    });

    it("is ended where it is too large", async () => {
      const told = await text("click", { selector: "#huge", downloads: "huge" });
      expect(told).toContain("The download of huge.bin was ended: larger than");
      await expect(readdir(file("huge"))).rejects.toThrow("ENOENT");
      await expect.poll(() => stage.temporaryFiles()).toEqual([]);
    });

    it("says where none began", async () => {
      await go("/later");
      expect(await text("click", { selector: "button", downloads: "none" })).toContain("No download began.");
    });
  });
});
