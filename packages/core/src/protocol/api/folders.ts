import { z } from "zod";
import { get } from "./endpoint.ts";
import { folderPath } from "./place.ts";

export const foldersApi = {
  listFolders: get({
    path: "/api/folders",
    summary: "The server's folder, and those that sessions worked in last",
    reply: z.object({
      folder: z.string(),
      recent: z.array(z.object({ folder: z.string(), lastAt: z.number() })),
    }),
  }),
  findFiles: get({
    path: "/api/files",
    summary: "Files below a folder that fit a query, best first, without what .gitignore excludes",
    query: z.object({
      folder: folderPath.optional(),
      query: z.string().max(500).default(""),
      limit: z.coerce.number().int().min(1).max(50).default(50),
    }),
    reply: z.object({ folder: z.string(), files: z.array(z.string()) }),
  }),
};
