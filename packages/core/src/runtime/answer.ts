import { permissionAnswer, SkillmintError, type AskView, type EventDraft } from "../protocol/index.ts";

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

/** What a person typed as the event that answers an ask. An answer that is none of the offered is refused with `usage`. */
export function toAnswer(
  ask: AskView,
  text: string,
): EventDraft<"permission.answered" | "question.answered"> {
  if (ask.type === "question.asked") {
    return { type: "question.answered", askId: ask.askId, answers: ask.questions.map(() => [text]) };
  }
  const parsed = parsePermission(text);
  if (!parsed || (parsed.answer === "skill" && !ask.grants)) {
    throw new SkillmintError("usage", {
      params: {
        message: `Expected once, session, workspace, always, ${ask.grants ? "skill, " : ""}no or "no: reason", not: ${text}`,
      },
    });
  }
  return { type: "permission.answered", askId: ask.askId, ...parsed };
}
