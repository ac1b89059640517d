import { readFile, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { App } from "../app.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** No inline script, nothing from elsewhere; images that the app made of what it fetched. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** One name of a file, at most one folder deep: nothing that could lead anywhere else. */
const assetPath = /^\/(?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** What is worth being sent smaller: text of some length. */
const packed = new Set([".js", ".css"]);

/** Packs a file once. Names of such files change with their content, so that what is kept stays true. */
function createPacker(): (path: string, bytes: Buffer) => Promise<Buffer> {
  const done = new Map<string, Promise<Buffer>>();
  const pack = promisify(gzip);
  return (path, bytes) => {
    const known = done.get(path) ?? pack(bytes);
    done.set(path, known);
    return known;
  };
}

/**
 * The web app: files that hold nothing of anybody's, so they need no token. Every other address of it is the same page,
 * which then asks the API.
 */
export function addWeb(app: App, folder: string): void {
  const pack = createPacker();
  app.get("*", async (c, next) => {
    const { path } = c.req;
    if (path === "/health" || path === "/api" || path.startsWith("/api/")) return next();
    const isAsset = /^\/(?:assets\/)?[^/]*\.[a-z0-9]+$/i.test(path);
    const name = join(folder, isAsset ? path.slice(1) : "index.html");
    if (isAsset && !(assetPath.test(path) && (await isFile(name)))) return next();
    const isHashed = path.startsWith("/assets/");
    const isPacked =
      isHashed && packed.has(extname(name)) && /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
    const bytes = await readFile(name);
    const body = isPacked ? await pack(path, bytes) : bytes;
    return c.body(new Uint8Array(body), 200, {
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
      ...(isHashed ? { vary: "accept-encoding" } : {}),
      "content-type": types[extname(name)] ?? "application/octet-stream",
      "content-security-policy": policy,
      "cache-control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
    });
  });
}
