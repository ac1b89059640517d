import { jobsApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { serveTable } from "./serve.ts";

/** Long work of this server. */
export function addJobs(app: App, { jobs }: RouteParts): void {
  serveTable(app, jobsApi, {
    listJobs: () => jobs.list(),
    getJob: ({ params, query }) => jobs.get(params.id, query.after),
    cancelJob: ({ params }) => ({ done: jobs.cancel(params.id) }),
  });
}
