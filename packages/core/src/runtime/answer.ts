import {
  permissionAnswer,
  readAnswers,
  SkillmintError,
  type AskView,
  type EventDraft,
  type Translate,
} from "../protocol/index.ts";

/** `once`, `session`, `workspace`, `always`, `skill`, `no`, `no: reason`; the short forms people type count too. */
function parsePermission(
  text: string,
): { answer: EventDraft<"permission.answered">["answer"]; reason?: string } | undefined {
  const [word = "", ...rest] = text.split(/[:：]/);
  const name =
    { y: "once", yes: "once", s: "session", w: "workspace", a: "always", k: "skill", n: "no" }[
      word.trim().toLowerCase()
    ] ?? word.trim().toLowerCase();
  const parsed = permissionAnswer.safeParse(name);
  if (!parsed.success) return undefined;
  const reason = rest.join(":").trim();
  if (reason !== "" && parsed.data !== "no") return undefined;
  return { answer: parsed.data, ...(reason === "" ? {} : { reason }) };
}

/**
 * What a person typed as the event that answers an ask; for several questions also one text for each. An answer that
 * is none of the offered is refused with `usage`.
 */
export function toAnswer(
  ask: AskView,
  text: string | readonly string[],
  t: Translate,
): EventDraft<"permission.answered" | "question.answered"> {
  const { askId } = ask;
  if (ask.type === "question.asked")
    return { type: "question.answered", askId, answers: readAnswers(ask.questions, text, t) };
  const typed = typeof text === "string" ? text : text.join("\n");
  const parsed = parsePermission(typed);
  if (!parsed || (parsed.answer === "skill" && !ask.grants)) {
    const choices = `once, session, workspace, always${ask.grants ? ", skill" : ""}`;
    const message = t("interact.permissionAnswers", { choices, text: typed });
    throw new SkillmintError("usage", { params: { message } });
  }
  return { type: "permission.answered", askId, ...parsed };
}
