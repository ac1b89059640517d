import { once } from "node:events";
import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createAreaWords, explain } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { version } from "../version.ts";
import { usage } from "./run-flags.ts";

export interface ServeFlags {
  port?: string;
  host?: string;
  passwordFile?: string;
  origin?: string;
}

/** From a file, or from the environment, which no child gets to see; never from the command line. */
async function readPassword(context: CliContext, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return context.env["SKILLMINT_PASSWORD"] || undefined;
  try {
    return (await readFile(resolve(context.cwd, file), "utf8")).replace(/\r?\n$/, "");
  } catch (error) {
    throw usage(`--password-file: ${(error as Error).message}`);
  }
}

/** The folder of the built web app; the API is served without it where it is not there. */
function findWebApp(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve("@skillmint/web/package.json")), "dist");
  } catch (error) {
    if ((error as { code?: string }).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** The page of the web app with the token behind `#`, which a browser sends to nobody. */
function pageOf({ url, token }: { url: string; token: string }, origin = url): string {
  return `${origin}/#token=${token}`;
}

/** Serves and opens the web app in the person's browser; where there is no screen the address is enough. */
export function webCommand(context: CliContext, flags: ServeFlags): Promise<number> {
  return serveCommand(context, flags, async (page) => {
    const { showPage } = await import("@skillmint/core");
    await showPage(page, context.env);
  });
}

/** Serves the HTTP API and the web app until it is told to stop; what it started ends with it. */
export async function serveCommand(
  context: CliContext,
  flags: ServeFlags,
  onReady?: (page: string) => Promise<void>,
): Promise<number> {
  const { defaultPort, isLoopback, serverTexts, startServer } = await import("@skillmint/server");
  const words = createAreaWords(serverTexts, context.language);
  const wanted = flags.port ?? (context.env["PORT"] || String(defaultPort));
  if (!/^\d{1,5}$/.test(wanted.trim())) throw usage(words("badPort", { port: wanted }));
  const runtime = await context.runtime();
  const web = findWebApp();
  const host = flags.host?.trim() || undefined;
  const origin = flags.origin?.trim().replace(/\/$/, "") || undefined;
  const password = await readPassword(context, flags.passwordFile);
  const server = await startServer({
    runtime,
    folder: context.cwd,
    version,
    ...(web === undefined ? {} : { web }),
    ...(host === undefined ? {} : { host }),
    ...(origin === undefined ? {} : { origin }),
    ...(password === undefined ? {} : { password }),
    onFailure: (id, error) => void context.stderr.write(`${id}: ${explain(error, context.language)}\n`),
    port: Number(wanted),
  });
  const page = pageOf(server, origin);
  try {
    if (context.json) context.printJson({ url: server.url, token: server.token });
    else context.print(words("serving", { ...server, page }));
    if (host !== undefined && !isLoopback(host)) context.stderr.write(`${words("open")}\n`);
    await onReady?.(page);
    if (!context.signal.aborted) await once(context.signal, "abort");
  } finally {
    await server.close();
  }
  return 0;
}
