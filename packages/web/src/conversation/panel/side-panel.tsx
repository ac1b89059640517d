import { Tabs } from "@base-ui/react/tabs";
import { lazy, Suspense, type ReactNode } from "react";
import type { SessionState } from "../../session/session-store.ts";
import { useWords } from "../../text/use-words.tsx";
import { TodoList } from "../calls/todo-view.tsx";
import { panelTexts } from "./panel-texts.ts";

const ContextTab = lazy(() => import("./context-tab.tsx"));
const FilesTab = lazy(() => import("./files-tab.tsx"));

function TodosTab({ state }: { state: SessionState }): ReactNode {
  const t = useWords(panelTexts);
  const todos = state.view?.todos ?? [];
  if (todos.length === 0) return <p className="text-sm text-ink-3">{t("noTodos")}</p>;
  return <TodoList todos={todos.map(({ subject, status }) => ({ text: subject, state: status }))} />;
}

function SkillsTab({ state }: { state: SessionState }): ReactNode {
  const t = useWords(panelTexts);
  const skills = Object.values(state.view?.skills ?? {});
  if (skills.length === 0) return <p className="text-sm text-ink-3">{t("noSkills")}</p>;
  const by = { model: t("byModel"), person: t("byPerson"), skill: t("bySkill") } as const;
  return (
    <ul className="space-y-2 text-sm">
      {skills.map(({ skillId, name, by: who = "model", why, folder }) => (
        <li key={skillId}>
          <span className="font-medium">{name}</span> <span className="text-ink-3">{by[who]}</span>
          {why === undefined ? null : <p className="text-ink-2">{why}</p>}
          {folder === undefined ? null : <p className="truncate font-mono text-xs text-ink-3">{folder}</p>}
        </li>
      ))}
    </ul>
  );
}

const tab =
  "border-b-2 border-transparent px-1 py-2 text-sm text-ink-3 hover:text-ink data-[active]:border-accent data-[active]:text-ink";

/** What belongs to the session and is not part of what was said: changed files, the list, the context, skills. */
export function SidePanel({ state }: { state: SessionState }): ReactNode {
  const t = useWords(panelTexts);
  return (
    <aside className="w-full shrink-0 overflow-y-auto border-line bg-page max-lg:absolute max-lg:inset-0 max-lg:top-12 lg:w-96 lg:border-l">
      <Tabs.Root defaultValue="files">
        <Tabs.List className="flex gap-4 border-b border-line px-4">
          {(["files", "todos", "context", "skills"] as const).map((name) => (
            <Tabs.Tab className={tab} key={name} value={name}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Suspense fallback={null}>
          <Tabs.Panel className="p-4" value="files">
            <FilesTab state={state} />
          </Tabs.Panel>
          <Tabs.Panel className="p-4" value="todos">
            <TodosTab state={state} />
          </Tabs.Panel>
          <Tabs.Panel className="p-4" value="context">
            <ContextTab state={state} />
          </Tabs.Panel>
          <Tabs.Panel className="p-4" value="skills">
            <SkillsTab state={state} />
          </Tabs.Panel>
        </Suspense>
      </Tabs.Root>
    </aside>
  );
}
