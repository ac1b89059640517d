import { estimateTokenCount } from "tokenx";
import type { Findings } from "./findings.ts";

const maxLines = 500;
const maxTokens = 5000;

/** Fenced code becomes blank lines: what stands there is an example, not a reference. */
function withoutCode(body: string): string[] {
  let fence = "";
  return body.split("\n").map((line) => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark.startsWith(fence))) {
      fence = fence === "" ? mark : "";
      return "";
    }
    return fence === "" ? line : "";
  });
}

export interface FileReference {
  /** Relative to the skill's folder, with `/`, never leading out of it. */
  path: string;
  line: number;
}

const link = /\]\(\s*<?([^()\s<>]{1,300})>?[^()]{0,100}\)/g;
const inlineCode = /`((?:references|scripts|assets|templates|examples)\/[\w./@+-]{1,300})`/g;

/** The file that a text points at, where it is one of the skill's own. */
function toOwnPath(target: string): string | undefined {
  const path = target.replace(/[#?].*$/s, "").replace(/^(?:\.\/)+/, "");
  if (path === "" || path.endsWith("/") || /^(?:[a-z][a-z\d+.-]*:|[/\\~$#@{])/i.test(path)) return undefined;
  // Anything else than a plain path, such as a glob or a placeholder, is not a claim that a file is there.
  return /[*{}<>$|\\]/.test(path) || path.split("/").includes("..") ? undefined : path;
}

/** Files of the skill that its text points at, by a link or by a path in code. */
export function findReferences(body: string, bodyLine: number): FileReference[] {
  const found = new Map<string, FileReference>();
  for (const [index, line] of withoutCode(body).entries())
    for (const pattern of [link, inlineCode])
      for (const match of line.matchAll(pattern)) {
        const path = toOwnPath(match[1] ?? "");
        if (path !== undefined && !found.has(path) && found.size < 1000)
          found.set(path, { path, line: bodyLine + index });
      }
  return [...found.values()];
}

/** What of a body works badly: too much of it, files too deep, arguments counted from one. */
export function checkBody(body: string, bodyLine: number, findings: Findings): void {
  const lines = body === "" ? 0 : body.split("\n").length;
  if (lines > maxLines) findings.warn("body-too-many-lines", { line: bodyLine, detail: String(lines) });
  const tokens = estimateTokenCount(body);
  if (tokens > maxTokens) findings.warn("body-too-many-tokens", { line: bodyLine, detail: String(tokens) });
  for (const { path, line } of findReferences(body, bodyLine))
    if (path.split("/").length > 2) findings.warn("reference-too-deep", { line, detail: path });
  const prose = withoutCode(body);
  const first = prose.findIndex((line) => /(?<![\w\\$])\$1(?![\w.,])/.test(line));
  if (first !== -1 && !prose.some((line) => /\$0(?!\d)/.test(line)))
    findings.warn("argument-index", { line: bodyLine + first });
}
