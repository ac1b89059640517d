import type { Language } from "../protocol/index.ts";
import { createAreaWords } from "../protocol/text/area.ts";
import { internetResultTexts } from "../protocol/text/internet-results.ts";
import { networkTexts } from "../protocol/text/network.ts";
import { NetworkRefused } from "../network/guard.ts";
import { createOutsideWords, type OutsideWords } from "../tool/mark-outside.ts";
import { connectionCode } from "./page.ts";

/** The words of what the tools say when they run. */
export function createInternetWords(language: Language) {
  return createAreaWords(internetResultTexts, language);
}
export type InternetWords = ReturnType<typeof createInternetWords>;

export interface Wording {
  words: InternetWords;
  outside: OutsideWords;
  /** Why an address was refused and, where that can be changed, how. `rule`: the tool that a rule would name. */
  refused(error: NetworkRefused, tool?: string): string;
  /** Why a connection failed. */
  reason(error: unknown): string;
}

const tlsCode = /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|EPROTO)/;

function hostOf(target: string): string {
  return URL.canParse(target) ? new URL(target).hostname : target;
}

export function createWording(language: Language): Wording {
  const words = createInternetWords(language);
  const network = createAreaWords(networkTexts, language);
  return {
    words,
    outside: createOutsideWords(language),
    refused({ reason, target }, tool) {
      const why = network(`network.refused.${reason}`, { target });
      if (reason !== "private" || tool === undefined) return why;
      const rule = `${tool}(domain:${hostOf(target)})`;
      return `${why}\n${network("network.allow", { rule })}`;
    },
    reason(error) {
      const code = connectionCode(error);
      if (code === "ECONNREFUSED") return words("internet.reason.refused");
      const isUnknown = error instanceof NetworkRefused && error.reason === "dns";
      if (isUnknown || code === "ENOTFOUND" || code === "EAI_AGAIN") return words("internet.reason.unknown");
      if (/TIMEOUT|ETIMEDOUT/.test(code)) return words("internet.reason.timeout");
      if (tlsCode.test(code)) return words("internet.reason.tls");
      return words("internet.reason.other", { code: code || "?" });
    },
  };
}
