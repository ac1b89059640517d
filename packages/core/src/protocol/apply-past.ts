import type { SessionView, Standing, Undone } from "./view.ts";

function standingOf({ todos, settings: { mode }, plan }: SessionView): Standing {
  return { todos, mode: { mode, ...(plan ? { plan } : {}) } };
}

function setStanding(view: SessionView, { todos, mode }: Partial<Standing>): void {
  if (todos) view.todos = todos;
  if (!mode) return;
  view.settings = { ...view.settings, mode: mode.mode };
  if (mode.plan) view.plan = mode.plan;
  else delete view.plan;
}

/** To be called before todos or mode change: the first time after a prompt, what they were is kept with it. */
export function keepPast(view: SessionView, what: keyof Standing): void {
  const prompt = view.entries.findLast((entry) => entry.kind === "prompt");
  if (!prompt) return;
  const last = view.past.at(-1);
  const known = last?.promptSeq === prompt.seq ? last : undefined;
  if (known?.[what]) return;
  const past = { ...known, promptSeq: prompt.seq, [what]: standingOf(view)[what] };
  view.past.splice(known ? -1 : view.past.length, 1, past);
}

/** Makes todos and mode what they were when the prompt came in; returns what brings them back. */
export function undoPast(view: SessionView, promptSeq: number): Undone["past"] {
  const before = view.past.filter((past) => past.promptSeq >= promptSeq);
  if (before.length === 0) return undefined;
  const { todos, mode } = standingOf(view);
  const after = {
    ...(before.some((past) => past.todos) ? { todos } : {}),
    ...(before.some((past) => past.mode) ? { mode } : {}),
  };
  view.past = view.past.filter((past) => past.promptSeq < promptSeq);
  for (const past of before.toReversed()) setStanding(view, past);
  return { before, after };
}

export function redoPast(view: SessionView, { before, after }: NonNullable<Undone["past"]>): void {
  view.past.push(...before);
  setStanding(view, after);
}
