import { z } from "zod";
import { language } from "../settings.ts";
import { get, post } from "./endpoint.ts";
import { diagnosticReply, folderPath } from "./place.ts";

export const loginApi = {
  login: post({
    path: "/api/login",
    summary: "The token for those who know the server's password; needs none itself",
    body: z.object({ password: z.string().max(2_000).default("") }),
    reply: z.object({ token: z.string() }),
  }),
};

export const statusApi = {
  getStatus: get({
    path: "/api/status",
    summary: "Version, home folder, language, model and sandbox of this server",
    query: z.object({ folder: folderPath.optional() }),
    reply: z.object({
      version: z.string(),
      node: z.string(),
      platform: z.string(),
      uptime: z.number(),
      language,
      home: z.string(),
      folder: z.string(),
      /** New sessions run on the scripted demo model. */
      demo: z.boolean(),
      /** Absent where it cannot be told; `problems` says why. */
      model: z.string().optional(),
      sandbox: z.object({
        available: z.boolean(),
        problems: z.array(z.string()),
        advice: z.array(z.string()),
      }),
      trusted: z.boolean(),
      /** What of the configuration has no effect. */
      diagnostics: z.array(diagnosticReply),
      /** What cannot be understood at all, in words. */
      problems: z.array(z.string()),
    }),
  }),
};
