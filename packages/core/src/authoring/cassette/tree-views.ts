import type { CallId, SessionView } from "../../protocol/index.ts";
import type { IdNames } from "./placeholders.ts";

/** The agents of one tree of sessions, by their place in it. Views are those of the runs: they grow by themselves. */
export interface TreeViews {
  add(view: SessionView): void;
  get(agent: string): SessionView | undefined;
  all(): SessionView[];
  /** Which call of its agent it is, from 1; 0 where it is none of a model's. */
  numberOf(view: SessionView, callId: CallId): number;
  /** How far all agents have come, by the number of their events. */
  seen(): Record<string, number>;
  ids: IdNames;
}

export function agentOf(view: Pick<SessionView, "agent">): string {
  return view.agent ?? "main";
}

export function createTreeViews(): TreeViews {
  const views = new Map<string, SessionView>();
  const names = new Map<string, string>();

  function find(id: string): string | undefined {
    for (const [agent, view] of views) {
      if (view.sessionId === id) return `ses:${agent}`;
      const call = Object.keys(view.calls).indexOf(id);
      if (call >= 0) return `call:${agent}/${call + 1}`;
      const shell = Object.keys(view.shells).indexOf(id);
      if (shell >= 0) return `shl:${agent}/${shell + 1}`;
      const child = Object.values(view.children).find(({ childId }) => childId === id);
      if (child) return `ses:${agent}/${child.taskId}`;
    }
    return undefined;
  }

  function idOf(name: string): string | undefined {
    const [, kind, place = ""] = /^(ses|call|shl):(.+)$/.exec(name) ?? [];
    if (kind === "ses") return views.get(place)?.sessionId ?? childOf(place);
    const [, agent = "", number] = /^(.+)\/(\d+)$/.exec(place) ?? [];
    const view = views.get(agent);
    if (!view) return undefined;
    return Object.keys(kind === "call" ? view.calls : view.shells)[Number(number) - 1];
  }

  function childOf(place: string): string | undefined {
    const [, agent = "", taskId] = /^(.+)\/([^/]+)$/.exec(place) ?? [];
    return Object.values(views.get(agent)?.children ?? {}).find((child) => child.taskId === taskId)?.childId;
  }

  return {
    add: (view) => void views.set(agentOf(view), view),
    get: (agent) => views.get(agent),
    all: () => [...views.values()],
    numberOf: (view, callId) => Object.keys(view.calls).indexOf(callId) + 1,
    seen: () => Object.fromEntries([...views].map(([agent, view]) => [agent, view.seq])),
    ids: {
      nameOf(id) {
        const name = names.get(id) ?? find(id);
        if (name !== undefined) names.set(id, name);
        return name;
      },
      idOf,
    },
  };
}
