import { redact } from "../model/redact.ts";
import { createAreaWords, type AreaWords } from "../protocol/text/area.ts";
import { mcpConnectionTexts } from "../protocol/text/mcp-connection.ts";
import { networkTexts } from "../protocol/text/network.ts";
import type { Language } from "../protocol/index.ts";

type Texts = (typeof mcpConnectionTexts)["en"] & (typeof networkTexts)["en"];
export type McpWords = AreaWords<Texts>;

type FailureKey = Extract<keyof Texts, `mcpConnection.failed.${string}`>;
/** What happened, as the last part of its text's key says. */
export type McpFailureKind = FailureKey extends `mcpConnection.failed.${infer K}` ? K : never;

/**
 * A server that did not do what it was asked. The message is in the language of the runtime and names the server; it
 * holds words of the server, and so is to be marked as coming from outside, but nothing secret of ours.
 */
export class McpFailure extends Error {
  readonly kind: McpFailureKind;
  readonly server: string;
  constructor(kind: McpFailureKind, server: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "McpFailure";
    this.kind = kind;
    this.server = server;
  }
}

export function createMcpWords(language: Language): McpWords {
  const all: Record<Language, Texts> = {
    en: { ...networkTexts.en, ...mcpConnectionTexts.en },
    "zh-CN": { ...networkTexts["zh-CN"], ...mcpConnectionTexts["zh-CN"] },
  };
  return createAreaWords(all, language);
}

type Params = Record<string, string | number>;

/** How the failures of one server are made. */
export interface Failures {
  words: McpWords;
  /** `tail`: the end of what the server printed, shown below the message. */
  make(
    kind: McpFailureKind,
    params?: Params,
    more?: { tail?: string; garbage?: number; cause?: unknown },
  ): McpFailure;
}

/** `secrets`: texts that were entered for the server; where it says them back, they are not shown. */
export function createFailures(
  server: string,
  words: McpWords,
  secrets: () => readonly string[] = () => [],
): Failures {
  // The keys are made from kinds, which the compiler has checked; the parameters are those of the texts.
  const say = words as unknown as (key: string, params: Params) => string;
  return {
    words,
    make(kind, params = {}, more = {}) {
      const lines = [say(`mcpConnection.failed.${kind}`, { ...params, server }).trim()];
      if (more.garbage) lines.push(words("mcpConnection.garbage", { count: more.garbage }));
      if (more.tail) lines.push(words("mcpConnection.tail", { tail: more.tail }));
      return new McpFailure(kind, server, redact(lines.join("\n"), secrets()), { cause: more.cause });
    },
  };
}

const shownChars = 2_000;

/** What somebody else said, without what would move a terminal's cursor, and bounded. */
export function quote(text: string): string {
  const clean = text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "");
  return clean.length > shownChars ? `${clean.slice(0, shownChars)}…` : clean;
}
