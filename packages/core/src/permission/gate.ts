import type { Mode, Translate } from "../protocol/index.ts";
import { findAllowing, findBelow, findExact, findForPath, findTouching } from "./find-rule.ts";
import { isProtected, isSecret } from "./guarded-path.ts";
import type { GateRequest } from "./request.ts";
import type { Rule, Rules, RuleSource } from "./rules.ts";
import { wordReason } from "./shell/reason.ts";

/** What decided where no rule did. */
export type GateReason = "mode" | "outside" | "protected" | "secret" | "unproven";

interface Grounds {
  /** The rule that decided, and where it was written. */
  rule?: string;
  source?: RuleSource;
  reason?: GateReason;
  /** The path, or the code of `wordReason`, that `reason` is about. */
  detail?: string;
}

export type Verdict =
  | ({ verdict: "allow" } & Grounds)
  | ({ verdict: "ask" } & Grounds)
  | ({ verdict: "deny"; because: "rule" | "mode" | "plan" } & Grounds);

type Judged = { may: true } | { may: false; reason: GateReason; detail?: string };

function pathsOf(request: GateRequest) {
  return request.resources.filter((resource) => resource.kind === "path");
}

function commandOf(request: GateRequest) {
  return request.resources.find((resource) => resource.kind === "command");
}

/** What the mode alone says about a call that no rule speaks of. */
function judgeByMode(mode: Mode, request: GateRequest): Judged {
  if (request.effect === "interact") return { may: true };
  const paths = pathsOf(request);
  const outside = paths.find((path) => path.outside);
  const command = commandOf(request);
  if (command) {
    const unproven = command.parts?.find((part) => !part.readOnly);
    const reason =
      command.parts === null ? (command.reason ?? "unparsable") : unproven && (unproven.reason ?? "program");
    if (reason !== undefined) return { may: false, reason: "unproven", detail: reason };
    const written = paths.find((path) => path.access === "write");
    if (written) return { may: false, reason: "unproven", detail: `writes:${written.path}` };
  }
  if (command || request.effect === "read")
    return outside ? { may: false, reason: "outside", detail: outside.path } : { may: true };
  if (mode !== "acceptEdits" || request.effect !== "write" || paths.length === 0)
    return { may: false, reason: "mode" };
  return outside ? { may: false, reason: "outside", detail: outside.path } : { may: true };
}

/** Plan mode looks and changes nothing, whatever rules allow. */
function fitsPlan(request: GateRequest): boolean {
  if (request.effect === "read" || request.effect === "interact") return true;
  const parts = commandOf(request)?.parts;
  return (
    (parts?.every((part) => part.planSafe) ?? false) &&
    pathsOf(request).every((path) => path.access === "read")
  );
}

/** That a skill may read its own files does not make its secrets known. */
function ofPerson(rules: Rules): Rule[] {
  return rules.allow.filter(({ source }) => source !== "skill");
}

/** What is asked about although a wide rule or the mode would allow it. */
function findDelicate(rules: Rules, request: GateRequest): Grounds | undefined {
  for (const path of pathsOf(request)) {
    if (path.access === "write" && isProtected(path.path)) return { reason: "protected", detail: path.path };
    if (path.access === "read" && isSecret(path.path) && !findForPath(ofPerson(rules), path, request))
      return { reason: "secret", detail: path.path };
    const kept = path.deep && findBelow([...rules.deny, ...rules.ask], path, request);
    if (kept) return named(kept);
  }
  return undefined;
}

function named(rule: Rule): Grounds {
  return { rule: rule.text, source: rule.source };
}

/**
 * The one place where a call is allowed, asked about or refused: deny > ask > allow. Pure. The answer names
 * the rule that decided, or the built-in reason.
 */
export function decide(mode: Mode, rules: Rules, request: GateRequest): Verdict {
  const denied = findTouching(rules.deny, request);
  if (denied) return { verdict: "deny", because: "rule", ...named(denied) };
  if (mode === "plan" && !fitsPlan(request)) return { verdict: "deny", because: "plan" };
  const ask = (grounds: Grounds): Verdict =>
    mode === "dontAsk" ? { verdict: "deny", because: "mode", ...grounds } : { verdict: "ask", ...grounds };
  const asked = findTouching(rules.ask, request);
  if (asked) return ask(named(asked));
  if (mode === "unrestricted") return { verdict: "allow" };
  const exact = findExact(rules.allow, request);
  if (exact) return { verdict: "allow", ...named(exact) };
  const delicate = findDelicate(rules, request);
  if (delicate) return ask(delicate);
  const allowed = findAllowing(rules.allow, request, mode === "acceptEdits");
  if (allowed) return { verdict: "allow", ...named(allowed) };
  const judged = judgeByMode(mode, request);
  if (judged.may) return { verdict: "allow" };
  return ask({ reason: judged.reason, ...(judged.detail === undefined ? {} : { detail: judged.detail }) });
}

/** Why the gate asks or refuses, in a few words; `undefined` where there is nothing to say. */
export function wordVerdict(verdict: Verdict, mode: Mode, t: Translate): string | undefined {
  if (verdict.rule !== undefined && verdict.source !== undefined)
    return t("permission.byRule", { rule: verdict.rule, source: t(`permission.source.${verdict.source}`) });
  if (verdict.verdict === "deny" && verdict.because === "plan") return t("permission.reason.plan");
  const detail = verdict.detail ?? "";
  if (verdict.reason === undefined) return undefined;
  if (verdict.reason === "mode") return t("permission.reason.mode", { mode });
  if (verdict.reason === "unproven")
    return t("permission.reason.unproven", { detail: wordReason(detail, t) });
  return t(`permission.reason.${verdict.reason}`, { detail });
}
