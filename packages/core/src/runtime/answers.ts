import type { Home } from "../environment/home.ts";
import { keepRule } from "../environment/keep-rule.ts";
import {
  createTranslate,
  SkillmintError,
  type AskView,
  type Language,
  type SessionEvent,
  type SessionId,
} from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";
import { collectAsks } from "../agent/children.ts";
import type { SkillGrants } from "./skills/skill-grants.ts";
import { toAnswer } from "./answer.ts";

export interface AnswerOptions {
  /** Default: the oldest open one. */
  askId?: string;
  onEvent?: (event: SessionEvent) => void;
}

export interface Answered {
  /** What is still open. */
  left: AskView[];
}

interface AnswersOptions {
  store: Store;
  home: Home;
  language: Language;
  grants: Pick<SkillGrants, "approve">;
}

/** The session that a person talks to, at the top of the tree that this one is part of. */
async function findRoot(store: Store, id: SessionId): Promise<SessionId> {
  const { parentSessionId } = await store.get(id);
  return parentSessionId ? findRoot(store, parentSessionId) : id;
}

/** Stores answers: exactly once each, and what was granted for longer than the session exactly as it was shown. */
export function createAnswers({ store, home, language, grants }: AnswersOptions) {
  return async (
    id: SessionId,
    text: string | readonly string[],
    options: AnswerOptions = {},
  ): Promise<Answered> => {
    const open = await collectAsks(store, await openView(store, id));
    const ask =
      options.askId === undefined ? open[0] : open.find((candidate) => candidate.askId === options.askId);
    if (!ask) {
      throw options.askId === undefined
        ? new SkillmintError("nothing-asked", { params: { id } })
        : new SkillmintError("ask-not-found", { params: { id, ask: options.askId } });
    }
    const draft = toAnswer(ask, text, createTranslate(language));
    const answered = await store.append(ask.sessionId, [draft], { durable: true });
    for (const event of answered) options.onEvent?.(event);
    if (draft.type === "permission.answered" && ask.type === "permission.asked") {
      const { rule, grants: wanted, askId, sessionId: childId } = ask;
      const isGrant = draft.answer !== "once" && draft.answer !== "no" && draft.answer !== "skill";
      const root = isGrant && rule !== undefined ? await findRoot(store, childId) : childId;
      if (root !== childId && rule !== undefined) {
        const granted = { type: "permission.granted" as const, rule, childId, askId };
        const told = await store.append(root, [granted], { durable: true });
        for (const event of told) options.onEvent?.(event);
      }
      if (draft.answer === "always" && rule) await keepRule(home, rule, { language });
      if (draft.answer === "workspace" && rule) {
        const { folder } = await openView(store, ask.sessionId);
        await keepRule(home, rule, { folder, language });
      }
      if (draft.answer === "skill" && wanted) await grants.approve(wanted.folder, wanted);
    }
    return { left: open.filter((candidate) => candidate.askId !== ask.askId) };
  };
}
