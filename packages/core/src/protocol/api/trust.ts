import { z } from "zod";
import { get, post, remove } from "./endpoint.ts";
import { folderPath } from "./place.ts";

const change = z.object({
  /** What is meant: the root of the repository, or the folder itself. */
  folder: z.string(),
  changed: z.boolean(),
  coveredBy: z.string().optional(),
  trusted: z.boolean(),
});

export const trustApi = {
  getTrust: get({
    path: "/api/trust",
    summary: "Whether a folder is trusted, and what of it trusting would turn on",
    query: z.object({ folder: folderPath.optional() }),
    reply: z.object({
      folder: z.string(),
      trusted: z.boolean(),
      /** The trusted folder it lies in. */
      by: z.string().optional(),
      trustedAt: z.string().optional(),
      /** Files of the project that count for nothing as long as it is not trusted. */
      ignored: z.array(z.string()),
    }),
  }),
  listTrusted: get({
    path: "/api/trust/folders",
    summary: "All trusted folders",
    reply: z.array(z.object({ folder: z.string(), trustedAt: z.string().optional() })),
  }),
  trustFolder: post({
    path: "/api/trust",
    summary: "Trusts the repository that a folder lies in, or the folder",
    body: z.object({ folder: folderPath, force: z.boolean().optional() }),
    reply: change,
  }),
  untrustFolder: remove({
    path: "/api/trust",
    summary: "Takes trust back",
    query: z.object({ folder: folderPath }),
    reply: change,
  }),
};
