import type { PDFiumLibrary } from "@hyzyla/pdfium";

export interface PdfRequest {
  bytes: Uint8Array;
  /** From 1. */
  first: number;
  last: number;
  maxPixels: number;
  maxSide: number;
  maxTextChars: number;
  /** What the renderer's memory may grow to. */
  maxMemoryBytes: number;
}

export type PdfMessage =
  | { kind: "opened"; pages: number }
  | { kind: "page"; page: number; text: string; width: number; height: number; pixels: Uint8Array }
  | { kind: "unreadable"; page: number }
  | { kind: "failed"; reason: "password" | "damaged" }
  | { kind: "done" };

/** What the worker is given of its surroundings. */
export interface PdfSurroundings {
  pdfium: { PDFiumLibrary: { init(): Promise<PDFiumLibrary> } };
  /** The prototype of WebAssembly's memory. */
  memory: { buffer: ArrayBuffer; grow(pages: number): number };
  post(message: PdfMessage, transfer?: ArrayBuffer[]): void;
}

/**
 * Renders pages inside a worker. It runs from its own source text, so that it needs no file of its own in a
 * bundle: it may use its parameters and Node's globals, and nothing else of this module or of any other.
 */
export async function pdfWorker(surroundings: PdfSurroundings, request: PdfRequest): Promise<void> {
  const { pdfium, memory, post } = surroundings;
  const grow = Reflect.get(memory, "grow");
  memory.grow = function (this: typeof memory, pages) {
    if (this.buffer.byteLength + pages * 65_536 > request.maxMemoryBytes) throw new RangeError("memory");
    return grow.call(this, pages);
  };
  const library = await pdfium.PDFiumLibrary.init();
  const document = await library.loadDocument(request.bytes).catch((error: unknown) => {
    const locked = /password|security/i.test(String(error));
    post({ kind: "failed", reason: locked ? "password" : "damaged" });
  });
  if (document === undefined) return;
  const pages = document.getPageCount();
  post({ kind: "opened", pages });
  for (let number = request.first; number <= Math.min(request.last, pages); number++) {
    const page = document.getPage(number - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = Math.min(
      2,
      Math.sqrt(request.maxPixels / (originalWidth * originalHeight)),
      request.maxSide / Math.max(originalWidth, originalHeight),
    );
    if (!(scale > 0) || originalWidth * scale < 1 || originalHeight * scale < 1) {
      post({ kind: "unreadable", page: number });
      continue;
    }
    const text = page.getText().slice(0, request.maxTextChars);
    const { width, height, data } = await page.render({
      width: originalWidth * scale,
      height: originalHeight * scale,
    });
    post({ kind: "page", page: number, text, width, height, pixels: data }, [data.buffer as ArrayBuffer]);
  }
  post({ kind: "done" });
}
