import { createSocket } from "node:dgram";
import { createServer, type AddressInfo, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decide } from "../permission/gate.ts";
import { findNaming } from "../permission/find-rule.ts";
import { parseRules } from "../permission/rules.ts";
import { createTestContext, type TestContext } from "../tool/builtin/test-context.ts";
import type { ToolContext } from "../tool/define-tool.ts";
import { startSite, type TestSite } from "./site.fixture.ts";
import { chromium, openTestBrowser, type TestBrowser } from "./test-browser.fixture.ts";

/** Counts what reaches it, by TCP and by UDP. */
async function startListener() {
  let count = 0;
  const server: Server = createServer((socket) => {
    count++;
    socket.on("error", () => undefined);
    socket.end("HTTP/1.1 200 OK\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket("udp4");
  datagrams.on("message", () => count++);
  await new Promise<void>((resolve) => datagrams.bind(port, "127.0.0.1", () => resolve()));
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    close: async () => {
      datagrams.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.skipIf(!chromium)("what the browser must not reach", () => {
  let site: TestSite;
  let test: TestContext;
  let browser: TestBrowser;
  let listener: Awaited<ReturnType<typeof startListener>>;
  /** What names lead to; by default everything leads to the site. */
  let answers: Record<string, () => string>;
  const text = (action: string, input?: Record<string, unknown>, more?: Partial<ToolContext>) =>
    browser.text(action, input, more);
  const page = (path: string) => `http://good.test:${site.port}${path}`;
  const script = (source: string) => text("evaluate", { script: source, timeout_ms: 15_000 });

  beforeAll(async () => {
    listener = await startListener();
    const { url, port } = listener;
    site = await startSite({
      "/redirect": (_, response) => response.writeHead(302, { location: `${url}/secret` }).end(),
      "/redirect-name": (_, response) =>
        response.writeHead(307, { location: `http://evil.test:${port}/secret` }).end(),
      "/frame": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(`<iframe src="${url}/frame"></iframe><img src="${url}/image"><link rel="preconnect" href="${url}">
          <link rel="dns-prefetch" href="//127.0.0.1:${port}"><link rel="stylesheet" href="${url}/css">
          <script src="${url}/js"></script><object data="${url}/object"></object><video src="${url}/video"></video>`);
      },
      "/worker.js": (_, response) => {
        response.setHeader("content-type", "text/javascript");
        response.end(`fetch("${url}/worker").finally(() => postMessage("done"))`);
      },
      "/refresh": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(`<meta http-equiv="refresh" content="0;url=${url}/refresh">`);
      },
    });
  });
  beforeEach(async () => {
    answers = {};
    test = await createTestContext();
    browser = openTestBrowser(test, {
      // The site stands for the public web: it is what a person named.
      allow: () => [`good.test:${site.port}`, `evil.test:${site.port}`],
      ownPorts: () => [65_001],
      resolve: async (host) => [answers[host]?.() ?? "127.0.0.1"],
    });
  });
  afterEach(async () => {
    await browser.face.close();
    await test.remove();
    expect(listener.count()).toBe(0);
  });
  afterAll(async () => {
    await site.close();
    await listener.close();
  });

  it("goes to no private address, whatever it is written like", async () => {
    const { port } = listener;
    const forms = [
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://0177.0.0.1:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://0:${port}/`,
      `http://①②⑦.⓪.⓪.①:${port}/`,
      `http://user@127.0.0.1:${port}/`,
      `http://10.0.0.1/`,
      `http://169.254.169.254/latest/meta-data/`,
      `localhost:${port}`,
    ];
    for (const url of forms) {
      const refused = await text("navigate", { url });
      expect([url, refused]).toEqual([
        url,
        expect.stringMatching(/^FAILED .*(?:private network|not opened|trusted)/),
      ]);
    }
    expect(await text("navigate", { url: `http://localhost:${port}/` })).toContain(
      "The user can allow it with a rule: browser_navigate(domain:localhost)",
    );
    expect(await text("navigate", { url: "http://good.test:65001/" })).toContain("FAILED");
  });

  it.each(["/redirect", "/redirect-name"])("follows no redirect there: %s", async (path) => {
    const refused = await text("navigate", { url: page(path) });
    expect(refused).toMatch(/^FAILED .*private network/);
    expect(await script("location.href")).toContain('"about:blank"');
  });

  it("loads no part of a page from there, and says so", async () => {
    const shown = await text("navigate", { url: page("/frame") });
    expect(`${shown}${await text("wait", { seconds: 0.5 })}`).toContain(
      "The page wanted to reach another address.",
    );
    expect(await text("content")).not.toContain("secret\n");
  });

  it("lets no script go there: fetch, sockets, beacons, workers, peers, navigation", async () => {
    await text("navigate", { url: page("/") });
    const { port, url } = listener;
    const tried = await script(`
      const failed = async (work) => { try { const r = await work(); return r?.status === 200 ? "reached" : "refused" } catch { return "refused" } };
      const late = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      const out = [];
      out.push(await failed(() => fetch("${url}/fetch", { mode: "no-cors" })));
      out.push(await failed(() => fetch("https://127.0.0.1:${port}/tls")));
      out.push(await failed(() => fetch("http://localhost:${port}/name")));
      navigator.sendBeacon("${url}/beacon", "x");
      out.push(await new Promise((resolve) => { const s = new WebSocket("ws://127.0.0.1:${port}/"); s.onopen = () => resolve("reached"); s.onerror = () => resolve("refused") }));
      const events = new EventSource("${url}/events"); await late(200); events.close();
      await new Promise((resolve) => { const w = new Worker("/worker.js"); w.onmessage = resolve; w.onerror = resolve; });
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }, { urls: ["turn:127.0.0.1:${port}?transport=tcp", "turn:127.0.0.1:${port}?transport=udp"], username: "a", credential: "b" }] });
      peer.createDataChannel("x"); await peer.setLocalDescription(await peer.createOffer());
      const other = new RTCPeerConnection(); await other.setRemoteDescription(peer.localDescription);
      await other.setLocalDescription(await other.createAnswer()); await peer.setRemoteDescription(other.localDescription);
      for (const candidate of ["candidate:1 1 tcp 2105458943 127.0.0.1 ${port} typ host tcptype passive", "candidate:2 1 udp 2105458943 127.0.0.1 ${port} typ host"])
        await peer.addIceCandidate({ candidate, sdpMid: "0" }).catch(() => undefined);
      await late(1500);
      return out.join(" ");`);
    expect(tried).not.toContain("reached");
    await script(`open("${url}/popup")`);
    await script(`location.href = "${url}/location"`);
    await text("wait", { seconds: 0.5 });
    await text("navigate", { url: page("/refresh") });
    await text("wait", { seconds: 0.5 });
  });

  it("has no other way out where pages are trusted more: datagrams of a secure page", async () => {
    const { port } = listener;
    const named = { names: () => true };
    await text("navigate", { url: `http://localhost:${site.port}/` }, named);
    const tried = await script(`
      const late = (ms) => new Promise((resolve) => setTimeout(resolve, ms, "late"));
      if (!isSecureContext) return "not secure";
      if (typeof WebTransport === "undefined") return "none";
      const session = new WebTransport("https://127.0.0.1:${port}/");
      session.closed.catch(() => undefined);
      return await Promise.race([session.ready.then(() => "reached", () => "refused"), late(2000)]);`);
    expect(tried).toMatch(/"(?:none|refused|late)"/);
  });

  it("pins what a name leads to: no rebinding between the check and the page, nor after it", async () => {
    let asked = 0;
    answers["rebind.test"] = () => (asked++ === 0 ? "93.184.215.14" : "127.0.0.1");
    const refused = await text("navigate", {
      url: `http://rebind.test:${listener.port}/`,
      timeout_ms: 3_000,
    });
    expect(refused).toMatch(/^FAILED .*private network/);
    expect(asked).toBeGreaterThan(1);
    let again = 0;
    answers["later.test"] = () => (again++ < 2 ? "93.184.215.14" : "127.0.0.1");
    await text("navigate", { url: page("/") });
    for (let n = 0; n < 4; n++)
      await script(
        `fetch("http://later.test:${listener.port}/${n}", { signal: AbortSignal.timeout(500) }).catch(() => 0)`,
      );
  });

  it("goes where a rule or a person named the host, and nowhere that a rule refuses", async () => {
    const judgeOf = (texts: Parameters<typeof parseRules>[0]): Partial<ToolContext> => {
      const rules = parseRules(texts);
      return {
        judge: (what) => decide("default", rules, what).verdict,
        names: (what) => findNaming(rules.allow, what) !== undefined,
      };
    };
    const url = `http://localhost:${site.port}/table`;
    expect(await text("navigate", { url }, judgeOf({ allow: ["browser_navigate"] }))).toContain("FAILED");
    expect(await text("navigate", { url }, judgeOf({ allow: ["browser_navigate(http://*)"] }))).toContain(
      "FAILED",
    );
    expect(
      await text("navigate", { url }, judgeOf({ allow: ["browser_navigate(domain:localhost)"] })),
    ).toContain("Cake");
    await text("close");
    expect(
      await text("navigate", { url }, judgeOf({ allow: [`WebFetch(http://localhost:${site.port}/*)`] })),
    ).toContain("Cake");
    await text("close");
    expect(await text("navigate", { url }, { permission: "once" })).toContain("Cake");
    for (const rule of ["browser_navigate(domain:good.test)", "WebFetch(domain:test)"]) {
      const terms = judgeOf({ deny: [rule] });
      expect(await text("navigate", { url: page("/") }, terms)).toBe(
        `FAILED A rule refuses http://good.test:${site.port}, or wants a person to be asked first.`,
      );
      await text("close");
      await text(
        "navigate",
        { url: `http://evil.test:${site.port}/` },
        judgeOf({ deny: ["browser_navigate(domain:good.test)"] }),
      );
      await text(
        "evaluate",
        { script: `location.href = "${page("/form")}"` },
        judgeOf({ deny: ["browser_navigate(domain:good.test)"] }),
      );
      expect(await text("content")).not.toContain("Newsletter");
    }
    const whole = judgeOf({ deny: ["WebFetch"] });
    expect(await text("navigate", { url: page("/table") }, whole)).toContain("Cake");
  });
});
