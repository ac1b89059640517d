import { openAPIRouteHandler } from "hono-openapi";
import type { App } from "../app.ts";

/** The description of all routes, made from the routes themselves. */
export function addOpenApi(app: App, version: string): void {
  app.get(
    "/api/openapi.json",
    openAPIRouteHandler(app, {
      documentation: {
        info: { title: "SkillMint", version, description: "The runtime for Agent Skills" },
        components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
        security: [{ token: [] }],
      },
      excludeStaticFile: false,
      exclude: ["/api/openapi.json"],
      defaultValidationErrorResponse: false,
    }),
  );
}
