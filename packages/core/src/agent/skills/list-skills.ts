import type { EventDraft, SessionView, Translate } from "../../protocol/index.ts";
import { unspill } from "../../protocol/index.ts";
import { planListing } from "../../skill/render/list-skills.ts";
import { toPromptLine } from "../../skill/render/safe-text.ts";
import type { Skill } from "../../skill/skill.ts";
import type { SkillState } from "./skill-source.ts";

const maxNamed = 20;
const maxDescription = 300;

export type Marks = Record<string, string>;

/** What of each accessible skill a change is seen by. */
export function markSkills(state: SkillState): Marks {
  const marks: Marks = {};
  for (const { accessible, skill } of state.catalog.entries)
    if (accessible) marks[skill.id] = skill.stamp ?? `${skill.bytes}.${skill.modifiedAt}`;
  return marks;
}

function accessible(state: SkillState): Map<string, Skill> {
  return new Map(
    state.catalog.entries.filter((entry) => entry.accessible).map(({ skill }) => [skill.id, skill]),
  );
}

function describe(skill: Skill): string {
  return `- ${toPromptLine(skill.name)}: ${toPromptLine(skill.description).slice(0, maxDescription)}`;
}

/** What changed since the conversation was last told, in words; `undefined` where nothing did. */
export function wordChanges(
  view: SessionView,
  before: Marks,
  state: SkillState,
  t: Translate,
): string | undefined {
  const now = accessible(state);
  const marks = markSkills(state);
  const added = [...now.values()].filter(({ id }) => before[id] === undefined);
  const changed = [...now.values()].filter(({ id }) => before[id] !== undefined && before[id] !== marks[id]);
  const removed = Object.keys(before).filter((id) => !now.has(id));
  const lines: string[] = [];
  const list = (title: string, skills: readonly Skill[], word: (skill: Skill) => string): void => {
    if (skills.length === 0) return;
    lines.push(title, ...skills.slice(0, maxNamed).map(word));
    const count = skills.length - maxNamed;
    if (count > 0) lines.push(`- ${t("skillNote.more", { count })}`);
  };
  list(t("skillNote.added"), added, describe);
  list(t("skillNote.changed"), changed, (skill) =>
    view.skills[skill.id]
      ? `- ${t("skillNote.changedActive", { name: toPromptLine(skill.name) })}`
      : describe(skill),
  );
  if (removed.length > 0) {
    const names = removed.slice(0, maxNamed).map((id) => toPromptLine(id));
    lines.push(t("skillNote.removed", { names: names.join(", ") }));
  }
  return lines.length > 0 ? lines.join("\n") : undefined;
}

/** Where the list stands: in the Skill tool, or in the system prompt of an agent without it. */
export type Form = NonNullable<EventDraft<"skills.listed">["form"]>;

export interface ListOptions {
  form: Form;
  contextTokens: number;
  /** The first prompt: what is ranked against. */
  query: string;
  /** Bodies for the form that holds the instructions themselves. */
  bodies?: ReadonlyMap<string, string>;
  /** What the model is told beside it. */
  note?: string;
}

/** The list that the requests of a session carry from here on. */
export function planList(state: SkillState, options: ListOptions, t: Translate): EventDraft<"skills.listed"> {
  const { form, contextTokens, query, bodies } = options;
  const plan = planListing(state.catalog, {
    form: form === "tool" ? "tool-description" : form,
    contextTokens,
    query,
    body: (skill) => bodies?.get(skill.id) ?? "",
    usage: state.usage,
    t,
  });
  return {
    type: "skills.listed",
    form,
    text: plan.text,
    ...(plan.names ? { names: plan.names } : {}),
    marks: markSkills(state),
    ...(state.environment === undefined ? {} : { environment: state.environment }),
    ...(options.note === undefined ? {} : { note: options.note }),
    budget: plan.budgetChars,
    used: plan.usedChars,
  };
}

export async function readMarks(
  view: SessionView,
  getText: (blob: string) => Promise<string>,
): Promise<Marks> {
  return view.marks ? unspill(view.marks.value, view.marks.blobs, "value", getText) : {};
}
