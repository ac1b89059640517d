import { setTimeout as delay } from "node:timers/promises";
import type { CDPSession, Page } from "playwright-core";
import { joinLines, type ActionCall, type Shown } from "./action.ts";
import { actOnPage } from "./act-on-page.ts";
import { BrowserFailure, plainMessage } from "./browser-failure.ts";

export interface EvaluateInput {
  script: string;
  timeout_ms?: number | undefined;
  accept_dialog?: boolean | undefined;
  dialog_text?: string | undefined;
}

const defaultMs = 10_000;
const maxChars = 100_000;

/** The value as JSON, cut in the page: nobody carries over what nobody reads. */
const toJson = (value: string): string =>
  `(async () => { let value = ${value}; if (typeof value === "function") value = value(); value = await value;
  const text = JSON.stringify(value, (_, one) => typeof one === "bigint" ? String(one) : one) ?? "null";
  return { text: text.slice(0, ${maxChars}), total: text.length }; })()`;

/** A script as an expression, as statements that return something, and as whatever else it may be. */
function formsOf(script: string): string[] {
  const expression = script.trim().replace(/[;\s]+$/, "");
  return [
    toJson(`(${expression}\n)`),
    /\breturn\b/.test(script)
      ? toJson(`(async () => { ${script}\n})()`)
      : toJson(`(0, eval)(${JSON.stringify(script)})`),
  ];
}

interface Value {
  text: string;
  total: number;
}

/** `unreadable`: the text is no script of this form, and nothing of it has run. */
type Ran = { value: Value } | { error: string; unreadable: boolean };

async function run(client: CDPSession, expression: string, timeout: number): Promise<Ran> {
  const { result, exceptionDetails } = await client.send("Runtime.evaluate", {
    expression,
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
    timeout,
  });
  if (!exceptionDetails) return { value: result.value as Value };
  const { exception, text } = exceptionDetails;
  const message = (exception?.description ?? String(exception?.value ?? text)).slice(0, 2_000);
  // What fails while it runs fails as a promise; what cannot be read does not get that far.
  const unreadable = exception?.className === "SyntaxError" && !text.includes("in promise");
  return { error: message, unreadable };
}

async function evaluateIn(page: Page, call: ActionCall<EvaluateInput>): Promise<Value> {
  const { input, context, words } = call;
  const timeout = input.timeout_ms ?? defaultMs;
  const late = (): BrowserFailure =>
    new BrowserFailure(words("browser.evaluate.late", { seconds: timeout / 1_000 }));
  const client = await call.session.clientOf(page);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, context.signal]);
  const tooLate = delay(timeout + 250, "late" as const, { signal }).catch(() => "late" as const);
  try {
    let error = "";
    for (const form of formsOf(input.script)) {
      const ran = run(client, form, timeout).catch((cause: unknown) => {
        if (/Internal error|terminated/i.test(plainMessage(cause))) return "late" as const;
        throw cause;
      });
      const outcome = await Promise.race([ran, tooLate]);
      if (outcome === "late") {
        context.signal.throwIfAborted();
        await Promise.race([client.send("Runtime.terminateExecution"), delay(500)]);
        throw late();
      }
      if ("value" in outcome) return outcome.value;
      ({ error } = outcome);
      if (!outcome.unreadable) break;
    }
    throw new BrowserFailure(words("browser.evaluate.failed", { message: error }));
  } finally {
    stop.abort();
  }
}

/** Runs a script in the page; what it returns comes back as JSON. */
export async function evaluate(call: ActionCall<EvaluateInput>): Promise<Shown> {
  let value: Value = { text: "null", total: 4 };
  const { said, details } = await actOnPage(call, async (page) => {
    value = await evaluateIn(page, call);
    return { done: "" };
  });
  const { text, total } = value;
  const cut =
    text.length < total ? call.words("browser.evaluate.cut", { total, shown: text.length }) : undefined;
  return {
    ...(joinLines(said) === "" ? {} : { said: joinLines(said) }),
    shown: joinLines(text, cut),
    source: call.session.page()?.url() ?? "",
    ...(details ? { details } : {}),
  };
}
