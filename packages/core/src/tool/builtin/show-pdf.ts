import { cutText } from "../../protocol/index.ts";
import { ToolFailure, type ToolContext, type ToolImage, type ToolResult } from "../define-tool.ts";
import { encodePng } from "./encode-png.ts";
import { renderPdf, type PdfEvent } from "./render-pdf.ts";

const maxPages = 10;
const maxImageBytes = 5 * 1024 * 1024;
const maxChars = 24_000;
const timeoutMs = 20_000;
/** One page of these many pixels fits into the bound however little it can be compressed. */
const maxPixels = 1_700_000;
const maxSide = 2_000;
const maxTextChars = 200_000;

interface Range {
  first: number;
  last: number;
}

/** `3`, `2-5` or `4-`. */
function parsePages(pages: string | undefined, context: ToolContext): Range {
  if (pages === undefined) return { first: 1, last: maxPages };
  const [, from, dash, to] = /^\s*(\d{1,6})\s*(?:(-)\s*(\d{1,6})?)?\s*$/.exec(pages) ?? [];
  const first = Number(from);
  const last = to !== undefined ? Number(to) : dash === undefined ? first : Infinity;
  if (!(first >= 1 && last >= first)) throw new ToolFailure(context.t("builtin.read.badPages"));
  return { first, last: Math.min(last, first + maxPages - 1) };
}

type Page = Extract<PdfEvent, { kind: "page" | "unreadable" }>;

/** Pages as text and as images, as many as fit; says where to go on. */
export async function showPdf(
  bytes: Uint8Array,
  shown: string,
  pages: string | undefined,
  context: ToolContext,
): Promise<ToolResult> {
  const { t, signal } = context;
  const { first, last } = parsePages(pages, context);
  const texts: string[] = [];
  const images: ToolImage[] = [];
  let chars = 0;
  let imageBytes = 0;
  let total = 0;
  let next = first;
  let stopped = "";

  /** False when the page did not fit any more. */
  const add = async (event: Page): Promise<boolean> => {
    const heading = t("builtin.read.pdfPage", { page: event.page });
    if (event.kind === "unreadable") {
      texts.push(`${heading}\n${t("builtin.read.pdfUnreadable")}`);
      return true;
    }
    // U+FFFE stands where a word was parted at the end of a line.
    const whole = event.text
      .replaceAll("\r\n", "\n")
      .replaceAll(/[\0\ufffe]/g, "")
      .trim();
    const data = await encodePng(event.pixels, event.width, event.height);
    const isFull = chars + whole.length > maxChars || imageBytes + data.length > maxImageBytes;
    if (isFull && images.length > 0) return false;
    const text = cutText(whole, maxChars);
    const cut = whole.length - text.length;
    const omitted = cut > 0 ? t("builtin.read.cutText", { omitted: cut }) : "";
    texts.push(`${heading}\n${text === "" ? t("builtin.read.pdfNoText") : text + omitted}`);
    images.push({ type: "image", mediaType: "image/png", data });
    chars += text.length;
    imageBytes += data.length;
    return true;
  };

  const request = { bytes, first, last, maxPixels, maxSide, maxTextChars };
  for await (const event of renderPdf(request, { signal, timeoutMs })) {
    if (event.kind === "failed") {
      const key = event.reason === "password" ? "builtin.read.pdfPassword" : "builtin.read.pdfDamaged";
      throw new ToolFailure(t(key, { path: shown }));
    } else if (event.kind === "stopped") {
      stopped = t(event.reason === "time" ? "builtin.read.pdfTime" : "builtin.read.pdfCrash", {
        page: next,
        seconds: timeoutMs / 1_000,
      });
    } else if (event.kind === "opened") {
      total = event.pages;
      if (first > total) throw new ToolFailure(t("builtin.read.pdfBeyond", { total }));
    } else if (event.kind !== "done") {
      if (!(await add(event))) break;
      next = event.page + 1;
    }
  }
  if (texts.length === 0) throw new ToolFailure(stopped);
  const lead = t("builtin.read.pdf", { path: shown, total, first, last: next - 1 });
  const rest = next <= total && stopped === "" ? [t("builtin.read.pdfMore", { next, total })] : [];
  const text = [lead, ...texts, ...rest, ...(stopped === "" ? [] : [stopped])].join("\n\n");
  return {
    content: [{ type: "text", text }, ...images],
    details: { pages: total, first, last: next - 1 },
  };
}
