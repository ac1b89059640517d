import type { Hook } from "../../environment/hook.ts";
import { wordVerdict } from "../../permission/gate.ts";
import type { Rules } from "../../permission/rules.ts";
import type { ExecuteEnv } from "../../tool/execute-env.ts";
import { decideCall, requestOf } from "../../tool/judge-call.ts";
import { leavesCall } from "../../tool/restriction.ts";

/**
 * Why a hook must not run. What the person wrote down themselves is their word. Commands of a project they trust are
 * held to their rules; commands of a skill go through the whole gate, as a call of the model would. What would be
 * asked about is refused, because nobody is there to answer.
 */
export async function forbidHook(execute: ExecuteEnv, rules: Rules, hook: Hook): Promise<string | undefined> {
  const isOfSkill = hook.origin === "skill";
  if (hook.origin === "person" || (!isOfSkill && rules.deny.length + rules.ask.length === 0))
    return undefined;
  const bash = execute.registry.find("Bash");
  if (!bash) return undefined;
  const mode = isOfSkill ? execute.mode() : "unrestricted";
  const description = await bash.describe({ command: hook.command }, execute.workspace, execute.memory);
  const request = requestOf(execute, bash, description);
  const restrictions = isOfSkill ? (execute.restrictions?.() ?? []) : [];
  if (!restrictions.every((restriction) => leavesCall(restriction, request)))
    return execute.t("skillTool.notAllowed", { name: bash.name });
  const verdict = decideCall(mode, isOfSkill ? execute.rules() : rules, request, description);
  if (verdict.verdict === "allow") return undefined;
  return wordVerdict(verdict, mode, execute.t) ?? verdict.verdict;
}
