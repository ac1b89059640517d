import { extname } from "node:path";
import type { Page } from "playwright-core";
import { changeFile, readOldFile, type OldFile } from "../tool/builtin/change-file.ts";
import { joinLines, type ActionCall, type Shown } from "./action.ts";
import { checkJudged, requirePage } from "./act-on-page.ts";
import { BrowserFailure } from "./browser-failure.ts";
import { waitUntilMoving } from "./keep-moving.ts";
import { findElement, hasTarget, type ElementTarget } from "./find-element.ts";

export interface ScreenshotInput extends ElementTarget {
  path?: string | undefined;
  full_page?: boolean | undefined;
}

const shotMs = 20_000;
const findMs = 5_000;
/** More is not looked at by any model. */
const maxHeight = 8_000;
const maxWidth = 4_000;
/** A larger picture is shown as a JPEG; the file stays what it was asked to be. */
const maxShownBytes = 3_500_000;
const jpegQuality = 75;

type Format = "png" | "jpeg";
const formats: Readonly<Record<string, Format>> = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg" };

const pageSize = `({
  width: Math.max(document.documentElement.scrollWidth, innerWidth),
  height: Math.max(document.documentElement.scrollHeight, innerHeight),
})`;

interface Shot {
  bytes: Buffer;
  width: number;
  height: number;
  note?: string;
}

async function shootPage(page: Page, call: ActionCall<ScreenshotInput>, format: Format): Promise<Shot> {
  const { input, context, words } = call;
  const base = { type: format, timeout: shotMs, signal: context.signal, ...ofFormat(format) };
  if (input.full_page === false) {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    return { bytes: await page.screenshot(base), width, height };
  }
  const whole = await page.evaluate<{ width: number; height: number }>(pageSize);
  const width = Math.min(whole.width, maxWidth);
  const height = Math.min(whole.height, maxHeight);
  const clip = { x: 0, y: 0, width, height };
  const bytes = await page.screenshot({ ...base, fullPage: true, clip });
  const cut = words("browser.screenshot.cut", { height: whole.height, shown: maxHeight });
  return { bytes, width, height, ...(height < whole.height ? { note: cut } : {}) };
}

function ofFormat(format: Format): { quality?: number } {
  return format === "jpeg" ? { quality: jpegQuality } : {};
}

async function shoot(page: Page, call: ActionCall<ScreenshotInput>, format: Format): Promise<Shot> {
  const { input, context, words } = call;
  const { signal } = context;
  if (!hasTarget(input)) return shootPage(page, call, format);
  const found = await findElement(page, input, { words, signal, timeoutMs: findMs });
  const bytes = await found.locator.screenshot({
    type: format,
    timeout: shotMs,
    signal,
    ...ofFormat(format),
  });
  const box = await found.locator.boundingBox();
  return {
    bytes,
    width: Math.round(box?.width ?? 0),
    height: Math.round(box?.height ?? 0),
    ...(found.note === undefined ? {} : { note: found.note }),
  };
}

function isPicture(bytes: Uint8Array | undefined): boolean {
  const start = Buffer.from(bytes?.subarray(0, 4) ?? []).toString("latin1");
  return start === "\x89PNG" || start.startsWith("\xff\xd8\xff") || bytes?.length === 0;
}

/** The old file, which has to be a picture itself to be replaced. */
async function readOld({ words, place }: ActionCall<ScreenshotInput>): Promise<OldFile | undefined> {
  if (!place?.exists) return undefined;
  const old = await readOldFile({ asked: place.real, real: place.real, exists: true, outside: false });
  if (!isPicture(old.bytes))
    throw new BrowserFailure(words("browser.screenshot.notImage", { path: place.shown }));
  return old;
}

/** A picture of the page, shown, and saved where the call names a file. */
export async function screenshot(call: ActionCall<ScreenshotInput>): Promise<Shown> {
  const { context, session, words, place } = call;
  const page = requirePage(session, words);
  checkJudged(page, call);
  const format = place ? formats[extname(place.real).toLowerCase()] : "png";
  if (!format) throw new BrowserFailure(words("browser.screenshot.type", { path: place?.shown ?? "" }));
  const old = await readOld(call);
  await waitUntilMoving(page, { words, signal: context.signal, client: await session.clientOf(page) });
  const shot = await shoot(page, call, format);
  if (place) {
    const { real, exists } = place;
    await changeFile(context, { asked: real, real, exists, outside: false }, old, shot.bytes);
  } else {
    await context.begin();
  }
  const isLarge = shot.bytes.length > maxShownBytes && format === "png";
  const data = isLarge ? (await shoot(page, call, "jpeg")).bytes : shot.bytes;
  const { width, height } = shot;
  const url = page.url();
  return {
    said: joinLines(
      place
        ? words("browser.screenshot.done", { path: place.shown })
        : words("browser.screenshot.taken", { url, width, height }),
      shot.note,
      ...(await session.takeNews()),
    ),
    image: { type: "image", mediaType: isLarge || format === "jpeg" ? "image/jpeg" : "image/png", data },
    details: { url, width, height, bytes: shot.bytes.length, ...(place ? { path: place.real } : {}) },
  };
}
