import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTranslate } from "../../protocol/index.ts";
import { createPdf, streamOf, type PdfSpec } from "./pdf.fixture.ts";
import { renderPdf, type PdfEvent } from "./render-pdf.ts";
import { createTestContext, type TestContext } from "./test-context.ts";

let test: TestContext;
const put = (spec: PdfSpec) => writeFile(path.join(test.root, "doc.pdf"), createPdf(spec));
const read = (more: Record<string, unknown> = {}) => test.text("Read", { path: "doc.pdf", ...more });
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `text of page ${index + 1}` }));

beforeEach(async () => {
  test = await createTestContext();
});
afterEach(() => test.remove());

const limits = { first: 1, last: 10, maxPixels: 1_700_000, maxSide: 2_000, maxTextChars: 1_000 };

/** What rendering gives, and how long this process was deaf meanwhile. */
async function render(
  spec: PdfSpec,
  timeoutMs: number,
): Promise<{ kinds: string[]; last: PdfEvent | undefined; deafMs: number }> {
  let deafMs = 0;
  let before = performance.now();
  const beat = setInterval(() => {
    const now = performance.now();
    deafMs = Math.max(deafMs, now - before);
    before = now;
  }, 5);
  const events: PdfEvent[] = [];
  const options = { signal: test.abort.signal, timeoutMs };
  try {
    for await (const event of renderPdf({ ...limits, bytes: createPdf(spec) }, options)) events.push(event);
  } finally {
    clearInterval(beat);
  }
  return { kinds: events.map((event) => event.kind), last: events.at(-1), deafMs };
}

describe("Read of a PDF", () => {
  it("gives each page as text and as an image, in order", async () => {
    await put({ pages: [...texts(2), {}] });
    const { content, details } = await test.call("Read", { path: "doc.pdf" });
    expect(content[0]).toEqual({
      type: "text",
      text: [
        "[PDF doc.pdf, 3 pages. Pages 1-3 as text, and as images in the same order]",
        "--- page 1\ntext of page 1",
        "--- page 2\ntext of page 2",
        "--- page 3\n[No text on this page: see its image]",
      ].join("\n\n"),
    });
    expect(content.slice(1).map((part) => part.type === "image" && part.mediaType)).toEqual(
      Array.from({ length: 3 }, () => "image/png"),
    );
    expect(details).toEqual({ pages: 3, first: 1, last: 3 });
    const [page] = content.slice(1);
    const header = page?.type === "image" ? Buffer.from(page.data) : Buffer.alloc(0);
    const [width, height] = [header.readUInt32BE(16), header.readUInt32BE(20)];
    expect(height / width).toBeCloseTo(842 / 595, 2);
    expect(width * height).toBeGreaterThan(1_500_000);
  });

  it("takes ten pages at most and says how to go on", async () => {
    await put({ pages: texts(25) });
    const first = await read();
    expect(first).toContain("Pages 1-10 as text");
    expect(first.match(/<image\/png>/g)).toHaveLength(10);
    expect(first).toContain('[Pages 11-25 are left. Continue with pages="11-"]');
    expect(await read({ pages: "11-" })).toContain("text of page 20");
    const some = await read({ pages: "24-30" });
    expect(some).toContain("Pages 24-25 as text");
    expect(some).not.toContain("are left");
    expect((await read({ pages: "7" })).match(/text of page/g)).toHaveLength(1);
  });

  it("refuses pages that are not there and words that are no pages", async () => {
    await put({ pages: texts(2) });
    expect(await read({ pages: "3" })).toBe("FAILED The PDF has only 2 pages.");
    for (const pages of ["0", "x", "3-1", "-2", "1,2", ""])
      expect([pages, await read({ pages })]).toEqual([pages, 'FAILED pages must be like "3" or "2-5".']);
  });

  it("cuts a page with too much text, and stops where the next would not fit", async () => {
    const lines = Array.from({ length: 900 }, (_, i) => `(line ${i} of a very long page of text) Tj 0 -1 Td`);
    const content = `BT /F 1 Tf 10 800 Td ${lines.join(" ")} ET`;
    await put({ pages: [{ content }, { text: "second" }] });
    const long = await read();
    expect(long).toMatch(/\[… \d+ more characters\]/);
    expect(long).toContain('[Pages 2-2 are left. Continue with pages="2-"]');
    expect(long.length).toBeLessThan(30_000);
  });

  it("says what is wrong with a file", async () => {
    await writeFile(path.join(test.root, "doc.pdf"), "%PDF-1.7 nothing else");
    expect(await read()).toBe("FAILED doc.pdf is not a valid PDF, or damaged.");
    const whole = createPdf({ pages: texts(3) });
    await writeFile(path.join(test.root, "doc.pdf"), whole.subarray(0, 300));
    expect(await read()).toMatch(/^(FAILED doc\.pdf is not|\[PDF)/);
  });

  it("says that a password is needed", async () => {
    // Keys that no empty password gives: whoever opens it has to know one.
    const key = "<" + "5a".repeat(32) + ">";
    const encrypt = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${key} /U ${key} >> /ID [<01> <01>]`;
    await put({ pages: texts(1), trailer: encrypt });
    expect(await read()).toBe(
      `FAILED ${createTranslate("en")("builtin.read.pdfPassword", { path: "doc.pdf" })}`,
    );
    expect(await read()).toMatch(/doc\.pdf.*password/);
    expect(await read({ pages: "1" })).toMatch(/password/);
  });

  it("says of every broken document that it is, and shows what of it can be shown", async () => {
    const whole = createPdf({ pages: texts(3) });
    const broken: Record<string, Buffer> = {
      "only zeros after its head": Buffer.concat([whole.subarray(0, 9), Buffer.alloc(5_000)]),
      "random bytes after its head": Buffer.from(
        `%PDF-1.4\n${"\u0001\u00ff\u0080junk".repeat(500)}`,
        "latin1",
      ),
      "no root": createPdf({ pages: texts(1), objects: { 1: "<< >>" } }),
      "no pages": createPdf({ pages: [] }),
    };
    for (const [what, bytes] of Object.entries(broken)) {
      await writeFile(path.join(test.root, "doc.pdf"), bytes);
      expect([what, await read()]).toEqual([
        what,
        expect.stringMatching(/^FAILED .*(not a valid PDF|0 pages)/),
      ]);
    }
    // A page that is not there: the others are.
    await put({ pages: texts(2), objects: { 1_000: "(no page)" } });
    expect(await read()).toMatch(/--- page 1\n\[.*\]\n\n--- page 2\ntext of page 2/);
  });

  it("reads attachments too", async () => {
    test.stored.set("/skillmint/attachment/x.pdf", createPdf({ pages: texts(1) }));
    expect(await test.text("Read", { path: "/skillmint/attachment/x.pdf" })).toContain("text of page 1");
  });
});

describe("renderPdf", () => {
  it("renders pages of any size within its bounds", async () => {
    const spec = {
      pages: [{ size: [10, 14_000] }, { size: [1e9, 1e9] }, { size: [3, 3] }] as PdfSpec["pages"],
    };
    const events: PdfEvent[] = [];
    const options = { signal: test.abort.signal, timeoutMs: 10_000 };
    for await (const event of renderPdf({ ...limits, bytes: createPdf(spec) }, options)) {
      if (event.kind === "page") {
        expect(event.width * event.height).toBeLessThanOrEqual(limits.maxPixels);
        expect(event.pixels.length).toBe(event.width * event.height * 4);
      }
      events.push(event);
    }
    expect(events.at(-1)?.kind).toBe("done");
  });

  it("ends a document that would take for ever, and this process goes on meanwhile", async () => {
    // Each form draws the next one ten times: ten to the twelfth strokes.
    const objects: Record<number, string> = {};
    for (let level = 0; level < 12; level++) {
      const next = level < 11 ? `/Resources << /XObject << /N ${101 + level} 0 R >> >> ` : "";
      const body = level < 11 ? "/N Do ".repeat(10) : "0 0 m 500 500 l S";
      objects[100 + level] = streamOf(body, `/Type /XObject /Subtype /Form /BBox [0 0 600 900] ${next}`);
    }
    const pages = [{ content: "/N Do" }];
    const bomb = { pages, objects, resources: "/XObject << /N 100 0 R >>" };
    const forms = await render(bomb, 5_000);
    expect(forms.last?.kind).toBe("stopped");
    const overlay = "0 0 m 600 900 l 600 0 l f ".repeat(300_000);
    const strokes = await render({ pages: [{ content: overlay }] }, 1_000);
    expect(strokes.last).toEqual({ kind: "stopped", reason: "time" });
    expect(Math.max(forms.deafMs, strokes.deafMs)).toBeLessThan(1_000);
  });

  it("survives documents that refer to themselves, and pictures that do not fit into memory", async () => {
    const form = streamOf(
      "/N Do",
      "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /N 100 0 R >> >> ",
    );
    const loop = {
      pages: [{ content: "/N Do" }],
      objects: { 100: form },
      resources: "/XObject << /N 100 0 R >>",
    };
    expect((await render(loop, 10_000)).kinds).toEqual(["opened", "page", "done"]);
    const cycle = { pages: texts(1), objects: { 2: "<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>" } };
    expect(["done", "failed"]).toContain((await render(cycle, 10_000)).last?.kind);
    const picture = streamOf(
      "x",
      "/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 ",
    );
    const large = {
      pages: [{ content: "500 0 0 500 0 0 cm /N Do" }],
      objects: { 100: picture },
      resources: "/XObject << /N 100 0 R >>",
    };
    expect(["done", "stopped"]).toContain((await render(large, 10_000)).last?.kind);
  });

  it("stops on abort and on its time limit", async () => {
    expect((await render({ pages: texts(1) }, 1)).last).toEqual({ kind: "stopped", reason: "time" });
    test.abort.abort();
    await expect(render({ pages: texts(1) }, 5_000)).rejects.toThrow(/abort/i);
  });
});
