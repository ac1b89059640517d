import {
  isKnown,
  SkillmintError,
  type PromptId,
  type SessionId,
  type SessionView,
} from "../protocol/index.ts";
import { openView } from "../session/open-view.ts";
import type { Store } from "../session/store.ts";

/** The session that a prompt of this id makes: asked twice, because an answer got lost, it is the same one. */
export function sessionOfPrompt(promptId: PromptId): SessionId {
  return `ses_${promptId.slice("prm_".length)}`;
}

/**
 * The session that this prompt made before, if it did; it may not have got as far as to store the prompt. Refused with
 * `sequence-conflict` where another prompt made it.
 */
export async function findMadeSession(store: Store, promptId: PromptId): Promise<SessionView | undefined> {
  const id = sessionOfPrompt(promptId);
  try {
    const view = await openView(store, id);
    const [first] = await store.readTypes(id, ["prompt.admitted"], 0, 1);
    const isAnother =
      first && isKnown(first) && first.type === "prompt.admitted" && first.promptId !== promptId;
    if (!isAnother) return view;
  } catch (error) {
    if (SkillmintError.is(error) && error.code === "session-not-found") return undefined;
    throw error;
  }
  throw new SkillmintError("sequence-conflict", { params: { id } });
}
