import { z } from "zod";
import type { Language } from "../protocol/index.ts";
import { createAreaWords } from "../protocol/text/area.ts";
import { browserTexts } from "../protocol/text/browser.ts";

const maxText = 100_000;

/** What each tool takes, in the words of a language. */
export function createBrowserInputs(language: Language) {
  const words = createAreaWords(browserTexts, language);
  const ref = z.string().optional().describe(words("browser.ref"));
  const selector = z.string().max(2_000).optional().describe(words("browser.selector"));
  const target = { ref, selector };
  const timeout = z.number().int().min(1).max(120_000).optional().describe(words("browser.timeout"));
  const downloads = z.string().min(1).optional().describe(words("browser.downloads"));
  const dialogs = {
    accept_dialog: z.boolean().optional().describe(words("browser.acceptDialog")),
    dialog_text: z.string().max(maxText).optional().describe(words("browser.dialogText")),
  };
  return {
    words,
    navigate: z.object({
      url: z.string().min(1).max(8_000).describe(words("browser.navigate.url")),
      new_tab: z.boolean().optional().describe(words("browser.navigate.newTab")),
      timeout_ms: timeout,
      downloads,
    }),
    click: z.object({
      ...target,
      button: z.enum(["left", "right", "middle"]).optional().describe(words("browser.click.button")),
      double: z.boolean().optional().describe(words("browser.click.double")),
      ...dialogs,
      downloads,
    }),
    type: z.object({
      ...target,
      text: z.string().max(maxText).describe(words("browser.type.text")),
      submit: z.boolean().optional().describe(words("browser.type.submit")),
    }),
    select: z.object({
      ...target,
      values: z
        .union([z.string(), z.array(z.string()).min(1).max(50)])
        .describe(words("browser.select.values")),
    }),
    press: z.object({
      key: z.string().min(1).max(100).describe(words("browser.press.key")),
      ...target,
      ...dialogs,
    }),
    wait: z.object({
      text: z.string().min(1).max(1_000).optional().describe(words("browser.wait.text")),
      gone: z.string().min(1).max(1_000).optional().describe(words("browser.wait.gone")),
      selector,
      seconds: z.number().min(0).max(60).optional().describe(words("browser.wait.seconds")),
    }),
    snapshot: z.object({
      ...target,
      depth: z.number().int().min(1).max(100).optional().describe(words("browser.snapshot.depth")),
    }),
    screenshot: z.object({
      path: z.string().min(1).optional().describe(words("browser.screenshot.path")),
      ...target,
      full_page: z.boolean().optional().describe(words("browser.screenshot.fullPage")),
    }),
    evaluate: z.object({
      script: z.string().min(1).max(maxText).describe(words("browser.evaluate.script")),
      timeout_ms: timeout,
      ...dialogs,
    }),
    content: z.object(target),
    tabs: z.object({
      action: z.enum(["list", "select", "close"]).optional().describe(words("browser.tabs.action")),
      index: z.number().int().min(1).max(100).optional().describe(words("browser.tabs.index")),
    }),
    back: z.object({}),
    close: z.object({}),
  };
}

export const browserActions = [
  "navigate",
  "click",
  "type",
  "select",
  "press",
  "wait",
  "snapshot",
  "screenshot",
  "evaluate",
  "content",
  "tabs",
  "back",
  "close",
] as const;

export type BrowserAction = (typeof browserActions)[number];
