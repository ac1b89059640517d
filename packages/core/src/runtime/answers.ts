import type { Home } from "../environment/home.ts";
import { keepRule } from "../environment/keep-rule.ts";
import {
  SkillmintError,
  type AskView,
  type Language,
  type SessionEvent,
  type SessionId,
} from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";
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

/** Stores answers: exactly once each, and what was granted for longer than the session exactly as it was shown. */
export function createAnswers({ store, home, language }: { store: Store; home: Home; language: Language }) {
  return async (id: SessionId, text: string, options: AnswerOptions = {}): Promise<Answered> => {
    const view = await openView(store, id);
    const ask =
      options.askId === undefined
        ? view.openAsks[0]
        : view.openAsks.find((open) => open.askId === options.askId);
    if (!ask) {
      throw options.askId === undefined
        ? new SkillmintError("nothing-asked", { params: { id } })
        : new SkillmintError("ask-not-found", { params: { id, ask: options.askId } });
    }
    const draft = toAnswer(ask, text);
    for (const event of await store.append(id, [draft], { durable: true })) options.onEvent?.(event);
    const rule = ask.type === "permission.asked" ? ask.rule : undefined;
    if (draft.type === "permission.answered" && rule !== undefined) {
      if (draft.answer === "always") await keepRule(home, rule, { language });
      if (draft.answer === "workspace") await keepRule(home, rule, { folder: view.folder, language });
    }
    return { left: view.openAsks.filter((open) => open.askId !== ask.askId) };
  };
}
