import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { createServer as createTlsServer } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { startCountingServer, type CountingServer } from "./counting-server.fixture.ts";
import { createGuard } from "./create-guard.ts";
import { NetworkRefused, type Guard, type GuardOptions } from "./guard.ts";
import { proxyFromVariables } from "./proxy-variables.ts";
import { listSsrfForms } from "./ssrf-forms.fixture.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

function useGuard(options: GuardOptions): Guard {
  const guard = createGuard(options);
  opened.push(guard);
  return guard;
}

async function useServer(options?: Parameters<typeof startCountingServer>[0]): Promise<CountingServer> {
  const server = await startCountingServer(options);
  opened.push(server);
  return server;
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => "reached",
    (thrown: unknown) => thrown,
  );
  return error instanceof NetworkRefused ? error.reason : String(error);
}

describe("every form of a private address", () => {
  it("is refused by check and fetch, and nothing connects", async () => {
    const server = await useServer({ host: "::" });
    const forms = listSsrfForms(server.port);
    expect(forms.length).toBeGreaterThanOrEqual(120);
    const reached: string[] = [];
    for (const { threat, url, resolves } of forms) {
      const guard = useGuard({ resolve: async () => resolves ?? ["93.184.216.34"] });
      const reasons = [await reasonOf(guard.check(url)), await reasonOf(guard.fetch(url))];
      const isRefused = reasons.every((reason) => /^[a-z-]+$/.test(reason) && reason !== "reached");
      if (!isRefused) reached.push(`${threat} ${url} ${reasons.join(" ")}`);
    }
    expect(reached).toEqual([]);
    expect(server.connections()).toBe(0);
  });

  it("is refused as the target of a redirect from an allowed host", async () => {
    const server = await useServer({ host: "::" });
    const forms = listSsrfForms(server.port).filter(({ url }) => url !== "" && url !== "x");
    const reached: string[] = [];
    let location = "";
    const start = await useServer({
      host: "127.0.0.2",
      answer: (_, response) => {
        const status = [301, 302, 303, 307, 308][location.length % 5] ?? 302;
        response.writeHead(status, { location: Buffer.from(location).toString("latin1") }).end();
      },
    });
    for (const { url, resolves } of forms) {
      location = /[\0\r\n]/.test(url) ? encodeURI(url) : url;
      const guard = useGuard({
        allow: () => ["start.example"],
        resolve: async (host) => (host === "start.example" ? ["127.0.0.2"] : (resolves ?? ["93.184.216.34"])),
      });
      const reason = await reasonOf(guard.fetch(`http://start.example:${start.port}/`));
      // Some forms are no addresses of their own but paths of the host that names them: they come back there.
      if (!/^[a-z-]+$/.test(reason) || reason === "reached") reached.push(`${url} ${reason}`);
    }
    expect(reached).toEqual([]);
    expect(server.connections()).toBe(0);
  });

  it("leaves public addresses alone", async () => {
    const guard = useGuard({ resolve: async () => ["93.184.216.34", "2606:2800:220:1::1"] });
    const urls = [
      "https://example.com/a?b#c",
      "http://8.8.8.8/",
      "https://[2606:4700::1111]/",
      "https://[64:ff9b::808:808]/",
      "https://münchen.de/",
      "https://例え.jp/",
      "https://中文abc.com/",
      "https://россия.рф/",
      "https://a_b.example.com./",
    ];
    for (const url of urls) expect([url, await reasonOf(guard.check(url))]).toEqual([url, "reached"]);
    const { url, addresses } = await guard.check("https://example.com/a");
    expect(url.href).toBe("https://example.com/a");
    expect(addresses).toEqual([
      { address: "93.184.216.34", family: 4 },
      { address: "2606:2800:220:1::1", family: 6 },
    ]);
  });
});

describe("rebinding", () => {
  it("connects to the address that was judged, and asks once", async () => {
    const first = await useServer({ answer: (_, response) => response.end("first") });
    const second = await useServer({ host: "127.0.0.2", port: first.port });
    const answers = ["127.0.0.1", "127.0.0.2", "127.0.0.2"];
    let asked = 0;
    const guard = useGuard({
      allow: () => ["rebind.example"],
      resolve: async () => [answers[asked++] ?? "127.0.0.2"],
    });
    const response = await guard.fetch(`http://rebind.example:${first.port}/`);
    expect(await response.text()).toBe("first");
    expect(asked).toBe(1);
    expect(second.connections()).toBe(0);
    expect(first.requests[0]?.headers.host).toBe(`rebind.example:${first.port}`);
  });

  it("refuses a name that is public when asked about and private when connected to", async () => {
    const server = await useServer();
    let asked = 0;
    const guard = useGuard({ resolve: async () => [asked++ === 0 ? "93.184.216.34" : "127.0.0.1"] });
    const url = `http://rebind.example:${server.port}/`;
    expect((await guard.check(url)).addresses).toEqual([{ address: "93.184.216.34", family: 4 }]);
    expect(await reasonOf(guard.fetch(url))).toBe("private");
    expect(server.connections()).toBe(0);
  });

  it("uses no kept connection of a host that is not allowed any more", async () => {
    const server = await useServer();
    let allow = ["rebind.example"];
    const guard = useGuard({ allow: () => allow, resolve: async () => ["127.0.0.1"] });
    const url = `http://rebind.example:${server.port}/`;
    await (await guard.fetch(url)).text();
    await (await guard.fetch(url)).text();
    allow = [];
    expect(await reasonOf(guard.fetch(url))).toBe("private");
    expect(server.requests).toHaveLength(2);
  });

  it("keeps the name for TLS although it connects to an address", async () => {
    const names: string[] = [];
    const server = createTlsServer({
      SNICallback: (name, settle) => {
        names.push(name);
        settle(new Error("no certificate"));
      },
    });
    server.on("tlsClientError", () => undefined);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const guard = useGuard({ allow: () => ["named.example"], resolve: async () => ["127.0.0.1"] });
    expect(await reasonOf(guard.fetch(`https://named.example:${port}/`))).toContain("fetch failed");
    expect(names).toEqual(["named.example"]);
    await new Promise((closed) => server.close(closed));
  });

  it("refuses what no resolver knows", async () => {
    const guard = useGuard({ resolve: () => Promise.reject(new Error("SERVFAIL")) });
    expect(await reasonOf(guard.check("https://example.com/"))).toBe("dns");
    expect(await reasonOf(guard.fetch("https://example.com/"))).toBe("dns");
  });
});

describe("hosts that a person named", () => {
  const judge = async (allow: string[], url: string, resolves = ["10.0.0.5"]): Promise<string> =>
    reasonOf(useGuard({ allow: () => allow, resolve: async () => resolves }).check(url));

  it.each([
    ["good.io", "http://good.io/", "reached"],
    ["good.io", "http://GOOD.io:8080/", "reached"],
    ["good.io", "http://good.io.evil/", "private"],
    ["good.io", "http://evilgood.io/", "private"],
    ["good.io", "http://good.io./", "private"],
    ["good.io", "http://sub.good.io/", "private"],
    ["*.good.io", "http://sub.good.io/", "reached"],
    ["*.good.io", "http://a.b.good.io/", "reached"],
    ["*.good.io", "http://good.io/", "private"],
    ["*.good.io", "http://evilgood.io/", "private"],
    ["good.io:8080", "http://good.io:8080/", "reached"],
    ["good.io:8080", "http://good.io/", "private"],
    ["good.io:80", "http://good.io/", "reached"],
    ["https://good.io", "https://good.io/", "reached"],
    ["https://good.io", "http://good.io/", "private"],
    ["*", "http://good.io/", "private"],
    ["", "http://good.io/", "private"],
    ["10.0.0.5", "http://10.0.0.5/", "reached"],
    ["10.0.0.5", "http://167772165/", "reached"],
    ["10.0.0.5", "http://good.io/", "private"],
    ["::1", "http://[::1]:3000/", "reached"],
    ["[::1]:3000", "http://[::1]:3000/", "reached"],
    ["localhost", "http://127.0.0.1/", "private"],
    ["例え.jp", "http://xn--r8jz45g.jp/", "reached"],
    ["user@good.io", "http://good.io/", "private"],
  ])("%s: %s is %s", async (allow, url, outcome) => {
    expect(await judge([allow], url)).toBe(outcome);
  });

  it("does not reach a cloud's metadata unless the very address was named", async () => {
    const metadata = ["169.254.169.254"];
    expect(await judge(["good.io"], "http://good.io/", metadata)).toBe("private");
    expect(await judge(["169.254.169.254"], "http://169.254.169.254/")).toBe("reached");
  });

  it("allows nothing without entries and everything of `allowing` beside them", async () => {
    expect(await judge([], "http://good.io/")).toBe("private");
    const guard = useGuard({ allow: () => ["a.io"], resolve: async () => ["10.0.0.5"] });
    const wider = guard.allowing(["b.io"]);
    opened.push(wider);
    expect(await reasonOf(wider.check("http://a.io/"))).toBe("reached");
    expect(await reasonOf(wider.check("http://b.io/"))).toBe("reached");
    expect(await reasonOf(guard.check("http://b.io/"))).toBe("private");
  });
});

describe("own ports", () => {
  it("are never reached, by any name of this machine and whatever allows it", async () => {
    const server = await useServer({ host: "::" });
    const { port } = server;
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .filter(({ scopeid }) => !scopeid)
      .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
    const hosts = [
      ..."localhost 127.0.0.1 127.9.9.9 [::1] 0.0.0.0 [::] [::ffff:127.0.0.1] rebind.example 2130706433".split(
        " ",
      ),
      "a.localhost",
      ...own,
    ];
    const guard = useGuard({
      allow: () => [...hosts, ...hosts.map((host) => `${host}:${port}`)],
      ownPorts: () => [port],
      resolve: async () => ["127.0.0.1"],
    });
    for (const host of hosts) {
      const reason = await reasonOf(guard.fetch(`http://${host}:${port}/`));
      expect([host, reason]).toEqual([host, "own-port"]);
    }
    expect(server.connections()).toBe(0);
  });
});

describe("redirects", () => {
  const resolve = async (host: string): Promise<string[]> => [
    host === "a.example" ? "127.0.0.1" : "127.0.0.2",
  ];
  const allow = (): string[] => ["a.example", "b.example"];

  it("are followed up to the cap and no further", async () => {
    const server = await useServer({
      answer: (request, response) => {
        const left = Number(request.url?.slice(1));
        if (left === 0) response.end("there");
        else response.writeHead(302, { location: `/${left - 1}` }).end();
      },
    });
    const guard = useGuard({ allow, resolve });
    const base = `http://a.example:${server.port}`;
    const response = await guard.fetch(`${base}/5`);
    expect([response.url, await response.text()]).toEqual([`${base}/0`, "there"]);
    expect(await reasonOf(guard.fetch(`${base}/6`))).toBe("redirects");
    expect(await reasonOf(guard.fetch(`${base}/11`))).toBe("redirects");
    const raw = await guard.fetch(`${base}/3`, { redirects: 0 });
    expect([raw.status, raw.headers.get("location")]).toEqual([302, "/2"]);
  });

  it("do not carry what names a person to another origin, nor a body where the method changes", async () => {
    const other = await useServer({ host: "127.0.0.2" });
    const server = await useServer({
      answer: (request, response) => {
        const status = Number(request.url?.slice(1));
        response.writeHead(status, { location: `http://b.example:${other.port}/` }).end();
      },
    });
    const guard = useGuard({ allow, resolve });
    const headers = {
      authorization: "Bearer canary",
      cookie: "a=canary",
      "x-api-key": "canary",
      "X-Subscription-Token": "canary",
      "user-agent": "SkillMint",
      "content-type": "application/json",
      host: "evil.example",
    };
    for (const status of [302, 303, 307]) {
      const request = { method: "POST", headers, body: "{}" };
      await (await guard.fetch(`http://a.example:${server.port}/${status}`, request)).text();
    }
    expect(server.requests[0]?.headers["authorization"]).toBe("Bearer canary");
    expect(server.requests[0]?.headers.host).toBe(`a.example:${server.port}`);
    expect(other.requests.map(({ method }) => method)).toEqual(["GET", "GET", "POST"]);
    for (const request of other.requests) {
      expect(JSON.stringify(request.headers)).not.toContain("canary");
      expect(request.headers["user-agent"]).toBe("SkillMint");
    }
  });
});

describe("a proxy that a person set", () => {
  it("gets what leads outside by name, and never what is private", async () => {
    const proxy = await useServer({ answer: (_, response) => response.end("by proxy") });
    const server = await useServer();
    const env = { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: "direct.example,.corp" };
    const known: Record<string, string[]> = {
      "local.example": ["127.0.0.1"],
      "direct.example": ["127.0.0.1"],
      "fake.example": ["198.18.0.4"],
    };
    const guard = useGuard({
      proxy: proxyFromVariables(env),
      allow: () => ["named.example"],
      resolve: async (host) => known[host] ?? (host === "named.example" ? ["127.0.0.1"] : []),
    });
    const response = await guard.fetch("http://public.example/x");
    expect(await response.text()).toBe("by proxy");
    expect(proxy.requests[0]?.url).toBe("http://public.example/x");
    expect(await (await guard.fetch("http://fake.example/")).text()).toBe("by proxy");
    for (const host of ["local.example", "127.0.0.1", "[::1]", "direct.example", "localhost", "198.18.0.4"])
      expect([host, await reasonOf(guard.fetch(`http://${host}:${server.port}/`))]).toEqual([
        host,
        "private",
      ]);
    expect(await (await guard.fetch(`http://named.example:${server.port}/`)).text()).toBe("private");
    expect(proxy.requests).toHaveLength(2);
  });
});
