import { lazy, type ReactNode } from "react";
import { Route } from "wouter";

const CreateScreen = lazy(() => import("./create-screen.tsx"));
const DraftsScreen = lazy(() => import("./drafts-screen.tsx"));
const DraftScreen = lazy(() => import("./draft-screen.tsx"));
const ImproveAnyScreen = lazy(() => import("./improve-any-screen.tsx"));
const ImproveScreen = lazy(() => import("./improve-screen.tsx"));
const EvaluateScreen = lazy(() => import("./evaluate-screen.tsx"));
const HistoryScreen = lazy(() => import("./history-screen.tsx"));
const TestsScreen = lazy(() => import("./tests-screen.tsx"));
const EvalsScreen = lazy(() => import("./evals-screen.tsx"));

const part = (path: string, screen: () => ReactNode): ReactNode => (
  <Route key={path} path={path}>
    {screen}
  </Route>
);

/** Writing skills with help, and what proves and keeps them. They stand before the page of a skill. */
export const authoringRoutes: readonly ReactNode[] = [
  part("/skills/create", () => <CreateScreen />),
  part("/skills/drafts", () => <DraftsScreen />),
  <Route key="draft" path="/skills/drafts/:id">
    {({ id }) => <DraftScreen id={id} key={id} />}
  </Route>,
  part("/skills/improve", () => <ImproveAnyScreen />),
  part("/skills/:id/improve", () => <ImproveScreen />),
  part("/skills/:id/evaluate", () => <EvaluateScreen />),
  part("/skills/:id/history", () => <HistoryScreen />),
  part("/skills/:id/tests", () => <TestsScreen />),
  part("/skills/:id/evals", () => <EvalsScreen />),
];
