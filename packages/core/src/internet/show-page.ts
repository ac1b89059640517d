import type { ToolContext, ToolResult } from "../tool/define-tool.ts";
import { ToolFailure } from "../tool/define-tool.ts";
import { markOutside } from "../tool/mark-outside.ts";
import { pageSeconds } from "./fetch-page.ts";
import type { Page, PageElsewhere } from "./page.ts";
import type { Wording } from "./words.ts";

const maxImageBytes = 5 * 1024 * 1024;
/** Of what a server says beside its refusal. */
const maxErrorChars = 2_000;

/** What stands above the content: what the page calls itself, where it is, and whether it is whole. */
function headOf(page: Page, { words }: Wording): string[] {
  const { title, url, partial, bytes } = page;
  return [
    ...(title === undefined ? [] : [words("internet.page.title", { title })]),
    words("internet.page.url", { url }),
    ...(partial === undefined
      ? []
      : [words(`internet.page.partial.${partial}`, { bytes, seconds: pageSeconds })]),
  ];
}

function detailsOf({ url, status, mediaType, bytes, title, partial }: Page): Record<string, unknown> {
  return {
    url,
    status,
    mediaType,
    bytes,
    ...(title === undefined ? {} : { title }),
    ...(partial === undefined ? {} : { partial }),
  };
}

/** A page's text with its head, marked as what it is. */
export function markPage(page: Page, text: string, wording: Wording): string {
  const shown = text.trim() === "" ? wording.words("internet.page.empty") : text;
  return markOutside(`${headOf(page, wording).join("\n")}\n\n${shown}`, page.url, wording.outside);
}

export function showElsewhere({ url, next }: PageElsewhere, { words }: Wording): ToolResult {
  const text = words("internet.page.redirect", { url, next });
  return { content: [{ type: "text", text }], details: { url, redirect: next } };
}

/**
 * A page as the result of a call. `task`: what the model wants with it, shown above the content, where a long page does
 * not cut it off. Failures are `ToolFailure`.
 */
export async function showPage(
  page: Page,
  task: string | undefined,
  context: ToolContext,
  wording: Wording,
): Promise<ToolResult> {
  const { words } = wording;
  const { url, status, body, bytes } = page;
  const mediaType = page.mediaType || "?";
  if (status >= 400) {
    const said = body.kind === "text" ? body.text.trim().slice(0, maxErrorChars) : "";
    const failed = words("internet.page.status", { url, status });
    throw new ToolFailure(said === "" ? failed : `${failed}\n${markPage(page, said, wording)}`);
  }
  const lead = task === undefined ? "" : `${words("internet.page.task", { prompt: task })}\n\n`;
  const details = detailsOf(page);
  if (body.kind === "text")
    return { content: [{ type: "text", text: lead + markPage(page, body.text, wording) }], details };
  if (body.kind === "binary") throw new ToolFailure(words("internet.page.binary", { url, mediaType, bytes }));
  if (body.kind === "image") {
    if (bytes > maxImageBytes || page.partial !== undefined)
      throw new ToolFailure(words("internet.page.imageTooLarge", { url, limit: maxImageBytes }));
    const text = words("internet.page.image", { url, mediaType: body.mediaType, bytes });
    const { data } = body;
    return {
      content: [
        { type: "text", text: lead + text },
        { type: "image", mediaType: body.mediaType, data },
      ],
      details,
    };
  }
  const { showPdf } = await import("../tool/builtin/show-pdf.ts");
  const shown = await showPdf(body.data, url, undefined, context);
  const content = shown.content.map((part) =>
    part.type === "text" ? { ...part, text: lead + markPage(page, part.text, wording) } : part,
  );
  return { content, details: { ...details, ...shown.details } };
}
