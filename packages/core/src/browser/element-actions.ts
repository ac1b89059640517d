import type { Page } from "playwright-core";
import { setTimeout as delay } from "node:timers/promises";
import type { ActionCall, Shown } from "./action.ts";
import { actOnPage } from "./act-on-page.ts";
import { BrowserFailure, isTimeout, plainMessage, type PageWords } from "./browser-failure.ts";
import { findElement, hasTarget, type ElementTarget, type FoundTarget } from "./find-element.ts";

const findMs = 5_000;
const actMs = 10_000;

interface Dialogs {
  accept_dialog?: boolean | undefined;
  dialog_text?: string | undefined;
}

export interface ClickInput extends ElementTarget, Dialogs {
  button?: "left" | "right" | "middle" | undefined;
  double?: boolean | undefined;
  downloads?: string | undefined;
}

export interface TypeInput extends ElementTarget {
  text: string;
  submit?: boolean | undefined;
}

export interface SelectInput extends ElementTarget {
  values: string | readonly string[];
}

export interface PressInput extends ElementTarget, Dialogs {
  key: string;
}

function find(page: Page, { input, context, words }: ActionCall<ElementTarget>): Promise<FoundTarget> {
  return findElement(page, input, { words, signal: context.signal, timeoutMs: findMs });
}

/** Does something to an element; what keeps it from being done is told in Playwright's words, which say why. */
async function use<T>(
  { words, context }: ActionCall<unknown>,
  target: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isExpected =
      isTimeout(error) || /not an? <|Element is not|not editable|Malformed/i.test(plainMessage(error));
    if (!isExpected || context.signal.aborted) throw error;
    throw new BrowserFailure(words("browser.notReady", { target, message: plainMessage(error) }), {
      cause: error,
    });
  }
}

export function click(call: ActionCall<ClickInput>): Promise<Shown> {
  const { input, context, words } = call;
  return actOnPage(call, async (page) => {
    const { locator, label, note } = await find(page, call);
    await use(call, label, () =>
      locator.click({
        button: input.button ?? "left",
        clickCount: input.double === true ? 2 : 1,
        timeout: actMs,
        signal: context.signal,
      }),
    );
    return { done: words("browser.click.done", { target: label }), note };
  });
}

export function type(call: ActionCall<TypeInput & Dialogs>): Promise<Shown> {
  const { input, context, words } = call;
  return actOnPage(call, async (page) => {
    const { locator, label, note } = await find(page, call);
    const how = { timeout: actMs, signal: context.signal };
    await use(call, label, () => locator.fill(input.text, how));
    if (input.submit === true) await use(call, label, () => locator.press("Enter", how));
    return { done: words("browser.type.done", { target: label }), note };
  });
}

interface Option {
  value: string;
  label: string;
}

const maxOptions = 50;

/** Runs in the page. */
function listOptions(element: unknown, most: number): Option[] {
  const { options = [] } = element as { options?: Iterable<Option & { text: string }> };
  return Array.from(options)
    .slice(0, most)
    .map(({ value, label, text }) => ({
      value: value.slice(0, 80),
      label: (label || text).trim().slice(0, 80),
    }));
}

export function select(call: ActionCall<SelectInput & Dialogs>): Promise<Shown> {
  const { input, context, words } = call;
  const wanted = typeof input.values === "string" ? [input.values] : [...input.values];
  return actOnPage(call, async (page) => {
    const { locator, label, note } = await find(page, call);
    const options = await locator.evaluate(listOptions, maxOptions, { timeout: actMs });
    const values = wanted.join(", ");
    const isThere = (one: string): boolean =>
      options.some(({ value, label: text }) => value === one || text === one);
    if (options.length > 0 && options.length < maxOptions && !wanted.every(isThere)) {
      const shown = options.map((option) => JSON.stringify(option.label || option.value)).join(", ");
      throw new BrowserFailure(words("browser.select.none", { target: label, values, options: shown }));
    }
    await use(call, label, () => locator.selectOption(wanted, { timeout: actMs, signal: context.signal }));
    return { done: words("browser.select.done", { target: label, values }), note };
  });
}

export function press(call: ActionCall<PressInput>): Promise<Shown> {
  const { input, context, words } = call;
  return actOnPage(call, async (page) => {
    const found = hasTarget(input) ? await find(page, call) : undefined;
    try {
      if (found) await found.locator.press(input.key, { timeout: actMs, signal: context.signal });
      // A page that is stuck takes no key either.
      else await Promise.race([page.keyboard.press(input.key), late(words, context.signal)]);
    } catch (error) {
      if (!/Unknown key/.test(plainMessage(error))) throw error;
      throw new BrowserFailure(words("browser.press.unknown", { key: input.key.slice(0, 100) }), {
        cause: error,
      });
    }
    return { done: words("browser.press.done", { key: input.key }), note: found?.note };
  });
}

async function late(words: PageWords, signal: AbortSignal): Promise<never> {
  await delay(actMs, undefined, { signal, ref: false });
  throw new BrowserFailure(words("browser.stuck"));
}
