import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useServer } from "./server.fixture.ts";

const start = useServer();
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "skillmint-web-"));
  await mkdir(join(folder, "dist/assets"), { recursive: true });
  await writeFile(join(folder, "secret.txt"), "secret");
  await writeFile(join(folder, "dist/index.html"), "<p>app</p>");
  await writeFile(join(folder, "dist/assets/a-1.js"), "1");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("gives every address of the app the one page, under a strict policy", async () => {
  const { url } = await start({}, join(folder, "dist"));
  for (const path of [
    "/",
    "/sessions/ses_1",
    "/skills/user%3Ax%40%2Fa%2Ffoo.bar",
    "/settings/models",
    "/apiary",
    "/sessions/..%2f..%2fsecret",
  ]) {
    const reply = await fetch(url + path);
    expect([path, reply.status, await reply.text()]).toEqual([path, 200, "<p>app</p>"]);
    const policy = reply.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
  }
  const asset = await fetch(`${url}/assets/a-1.js`);
  expect([await asset.text(), asset.headers.get("content-type")]).toEqual([
    "1",
    "text/javascript; charset=utf-8",
  ]);
  expect(asset.headers.get("content-encoding")).toBe("gzip");
  const plain = await fetch(`${url}/assets/a-1.js`, { headers: { "accept-encoding": "identity" } });
  expect([await plain.text(), plain.headers.get("content-encoding")]).toEqual(["1", null]);
});

it("gives away no other file, and no API", async () => {
  const { url } = await start({}, join(folder, "dist"));
  for (const path of [
    "/api",
    "/api/sessions",
    "/assets/none.js",
    "/secret.txt",
    "/..%2fsecret.txt",
    "/assets/..%2f..%2fsecret.txt",
    "/.env",
  ]) {
    const reply = await fetch(url + path);
    expect([path, reply.status]).toEqual([path, 401]);
    expect(await reply.text()).not.toContain("secret");
  }
});
