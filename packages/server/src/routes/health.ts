import { describeRoute, resolver } from "hono-openapi";
import { z } from "zod";
import type { App } from "../app.ts";

export const healthSchema = z.object({
  status: z.literal("ok"),
  uptime: z.number(),
  /** `/api/login` gives the token to those who know the password. */
  password: z.boolean().optional(),
});

/** Whether the server is there: the one thing that needs no token. */
export function addHealth(app: App, { hasPassword }: { hasPassword: boolean }): void {
  const description = describeRoute({
    summary: "Whether the server is there",
    tags: ["server"],
    security: [],
    responses: {
      200: { description: "It is", content: { "application/json": { schema: resolver(healthSchema) } } },
    },
  });
  app.get("/health", description, (c) =>
    c.json({ status: "ok", uptime: process.uptime(), ...(hasPassword ? { password: true } : {}) }),
  );
}
