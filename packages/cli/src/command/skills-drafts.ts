import type { SkillDraftSummary } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { exitCodes } from "../exit-code.ts";
import { oneLine } from "../render/sanitize.ts";
import { askAboutDraft, tellApplied, wordDraft } from "./propose-draft.ts";
import { openPlace } from "./skills-place.ts";

/** What commands about drafts and versions need. No database is opened for them. */
export async function openFiles(context: CliContext) {
  const { loadAuthoringWords, openSkillFiles } = await import("@skillmint/core");
  const { skills, place } = await openPlace(context);
  const { env, language } = context;
  const files = await openSkillFiles({ env, language, skills });
  return { ...files, place, words: await loadAuthoringWords(language) };
}

/** A time that sorts, in the person's own zone. */
export function wordTime(at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return date.toISOString().slice(0, 16).replace("T", " ");
}

type Words = Awaited<ReturnType<typeof openFiles>>["words"];

function wordRow(words: Words, { id, at, name, target, message, isProposal }: SkillDraftSummary): string {
  const kind = isProposal ? "draft.isProposal" : target.isNew ? "draft.isNew" : "draft.isChange";
  return words("draft.row", {
    id,
    when: wordTime(at),
    kind: words(kind).padEnd(8),
    name: oneLine(name, 64).padEnd(20),
    message: oneLine(message, 80),
  });
}

/** `skillmint skills drafts [draft]` */
export async function listDrafts(context: CliContext, id: string | undefined): Promise<number> {
  const { drafts, place, words } = await openFiles(context);
  if (id !== undefined) {
    const draft = await drafts.show(place, id);
    if (context.json) context.printJson(draft);
    else context.print(wordDraft(words, draft));
    return 0;
  }
  const all = await drafts.list();
  if (context.json) context.printJson({ drafts: all });
  else if (all.length === 0) context.print(words("draft.none"));
  else for (const draft of all) context.print(wordRow(words, draft));
  return 0;
}

/** `skillmint skills apply <draft> [--yes]` */
export async function applyDraft(context: CliContext, id: string, flags: { yes?: boolean }): Promise<number> {
  const { drafts, place, words } = await openFiles(context);
  const draft = await drafts.show(place, id);
  if (!flags.yes) {
    if (!context.json) context.print(wordDraft(words, draft));
    const answer = await askAboutDraft(context, words("draft.question"));
    if (answer !== "yes") {
      if (context.json) context.printJson(draft);
      context.stderr.write(`${words("draft.kept", { id: draft.id })}\n`);
      return answer === undefined ? exitCodes.waiting : 1;
    }
  }
  const applied = await drafts.apply(place, draft.id, { digest: draft.digest });
  if (context.json) context.printJson(applied);
  else tellApplied(context, words, applied);
  return 0;
}

/** `skillmint skills discard <draft>` */
export async function discardDraft(context: CliContext, id: string): Promise<number> {
  const { drafts, words } = await openFiles(context);
  await drafts.discard(id);
  if (context.json) context.printJson({ id, discarded: true });
  else context.print(words("draft.discarded", { id }));
  return 0;
}

/** A line about drafts that wait, where there are some. */
export async function tellDrafts(context: CliContext): Promise<void> {
  const { drafts, words } = await openFiles(context);
  const { length: count } = await drafts.list();
  if (count > 0) context.stderr.write(`${words("draft.waiting", { count })}\n`);
}
