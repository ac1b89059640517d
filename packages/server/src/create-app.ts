import { Hono } from "hono";
import type { App, AppEnv, RouteParts } from "./app.ts";
import { checkAddress, type OwnAddresses } from "./middleware/check-address.ts";
import { checkContentType, checkLength } from "./middleware/check-body.ts";
import { checkToken } from "./middleware/check-token.ts";
import { endHead } from "./middleware/end-head.ts";
import { pickLanguage } from "./middleware/pick-language.ts";
import { secureHeaders } from "./middleware/secure-headers.ts";
import { createAttempts } from "./login/attempts.ts";
import { answerError, refuse } from "./problem.ts";
import { addAuthoring } from "./routes/authoring.ts";
import { addEnvironments } from "./routes/environments.ts";
import { addEvals } from "./routes/evals.ts";
import { addEvents } from "./routes/events.ts";
import { addFiles } from "./routes/files.ts";
import { addFolders } from "./routes/folders.ts";
import { addHealth } from "./routes/health.ts";
import { addJobs } from "./routes/jobs.ts";
import { addLogin } from "./routes/login.ts";
import { addMemory } from "./routes/memory.ts";
import { addModels } from "./routes/models.ts";
import { addOpenApi } from "./routes/openapi.ts";
import { addOutside } from "./routes/outside.ts";
import { addPacks } from "./routes/packs.ts";
import { addSessions } from "./routes/sessions.ts";
import { addSettings } from "./routes/settings.ts";
import { addSkillTests } from "./routes/skill-tests.ts";
import { addSkills } from "./routes/skills.ts";
import { addStatus } from "./routes/status.ts";
import { addTrust } from "./routes/trust.ts";
import { addUploads } from "./routes/uploads.ts";
import { addUsage } from "./routes/usage.ts";
import { addWeb } from "./routes/web.ts";

export interface AppOptions extends RouteParts, OwnAddresses {
  token: string;
  /** Gives the token to those who know it; without one only the token itself counts. */
  password?: string;
  version: string;
  /** The folder of the built web app, where it is to be served. */
  web?: string;
}

/**
 * The HTTP API over a runtime. In this order: the address must be ours, then the token right, then the body JSON and
 * not too long; only then is anything read or done. Uploads alone are bytes, with rules of their own.
 */
export function createApp(options: AppOptions): App {
  const app: App = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("language", pickLanguage(c.req.header("accept-language")) ?? options.runtime.language);
    await next();
  });
  app.use(secureHeaders, endHead);
  app.use(checkAddress(options));
  addHealth(app, { hasPassword: options.password !== undefined });
  if (options.web !== undefined) addWeb(app, options.web);
  addLogin(app, { password: options.password, token: options.token, attempts: createAttempts() });
  app.use(checkToken(options.token));
  addUploads(app, options);
  app.use(checkContentType, checkLength);
  addSessions(app, options);
  addEvents(app, options);
  addFiles(app, options);
  addOutside(app, options);
  addSkills(app, options);
  addAuthoring(app, options);
  addSkillTests(app, options);
  addEvals(app, options);
  addPacks(app, options);
  addEnvironments(app, options);
  addModels(app, options);
  addSettings(app, options);
  addTrust(app, options);
  addMemory(app, options);
  addUsage(app, options);
  addFolders(app, options);
  addJobs(app, options);
  addStatus(app, options);
  addOpenApi(app, options.version);
  app.notFound((c) => refuse(c, 404, "unknownRoute"));
  app.onError((error, c) => answerError(c, error));
  return app;
}
