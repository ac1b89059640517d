import { lazy, Suspense, type ReactNode } from "react";
import { Redirect, Route, Switch } from "wouter";
import { authoringRoutes } from "../authoring/authoring-routes.tsx";
import { takeToken } from "../api/token.ts";
import { useWords } from "../text/use-words.tsx";
import { frameTexts } from "../text/web-texts.ts";
import { AskToken } from "./ask-token.tsx";
import { DeadEnd } from "./dead-end.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { useConnection } from "./services.tsx";
import { Shell } from "./shell.tsx";

const SessionScreen = lazy(() => import("../conversation/session-screen.tsx"));
const SessionsScreen = lazy(() => import("../sessions/sessions-screen.tsx"));
const NewScreen = lazy(() => import("../conversation/new-screen.tsx"));
const UsageScreen = lazy(() => import("../usage/usage-screen.tsx"));
const SettingsScreen = lazy(() => import("../settings/settings-screen.tsx"));
const SkillsScreen = lazy(() => import("../skills/skills-screen.tsx"));
const SkillScreen = lazy(() => import("../skills/skill-screen.tsx"));
const NewSkillScreen = lazy(() => import("../skills/new-skill-screen.tsx"));
const EditSkillScreen = lazy(() => import("../skills/edit-screen.tsx"));
const WhySkillsScreen = lazy(() => import("../skills/why-screen.tsx"));
const InstallScreen = lazy(() => import("../packs/install-screen.tsx"));

function NotFound(): ReactNode {
  const t = useWords(frameTexts);
  return <DeadEnd text={t("notFound")} />;
}

function Loading(): ReactNode {
  const t = useWords(frameTexts);
  return (
    <p aria-busy className="p-8 text-ink-3" role="status">
      {t("loading")}
    </p>
  );
}

export function App(): ReactNode {
  const connection = useConnection();
  if (takeToken() === undefined) return <AskToken />;
  if (connection === "refused") return <AskToken isWrong />;
  return (
    <ErrorBoundary>
      <Shell>
        <Suspense fallback={<Loading />}>
          <Switch>
            <Route path="/">{() => <Redirect to="/new" replace />}</Route>
            <Route path="/new">{() => <NewScreen />}</Route>
            <Route path="/sessions">{() => <SessionsScreen />}</Route>
            <Route path="/sessions/:id">{({ id }) => <SessionScreen id={id} key={id} />}</Route>
            <Route path="/skills">{() => <SkillsScreen />}</Route>
            <Route path="/skills/new">{() => <NewSkillScreen />}</Route>
            <Route path="/skills/why">{() => <WhySkillsScreen />}</Route>
            <Route path="/skills/install">{() => <InstallScreen />}</Route>
            {authoringRoutes}
            <Route path="/skills/:id">{() => <SkillScreen />}</Route>
            <Route path="/skills/:id/edit">{() => <EditSkillScreen />}</Route>
            <Route path="/usage">{() => <UsageScreen />}</Route>
            <Route path="/settings/:section?">{({ section }) => <SettingsScreen section={section} />}</Route>
            <Route>{() => <NotFound />}</Route>
          </Switch>
        </Suspense>
      </Shell>
    </ErrorBoundary>
  );
}
