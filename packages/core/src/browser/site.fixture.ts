import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface TestSite {
  url: string;
  port: number;
  /** Every request, `GET /form`. */
  hits: string[];
  /** What was posted last. */
  posted: URLSearchParams;
  close(): Promise<void>;
}

type Route = (request: IncomingMessage, response: ServerResponse) => void;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"></head><body>${body}</body></html>`;

const pages: Readonly<Record<string, string>> = {
  "/": page("Home", `<h1>Home</h1><a id="next" href="/form">To the form</a>`),
  "/form": page(
    "Form",
    `<form action="/submit" method="post">
      <label>Name <input name="name" id="name"></label>
      <label>Colour <select name="colour" id="colour"><option value="">-</option><option value="r">Red</option><option value="g">Green</option></select></label>
      <label><input type="checkbox" name="news" id="news"> Newsletter</label>
      <button id="send-form" type="submit">Send it</button>
    </form>`,
  ),
  "/table": page(
    "Prices",
    `<table><caption>Prices</caption><thead><tr><th>Item</th><th>Price</th></tr></thead>
     <tbody><tr><td>Tea</td><td>3.20</td></tr><tr><td>Cake</td><td>4.75</td></tr></tbody></table>`,
  ),
  "/busy": page("Busy", "<h1>Before the loop</h1><script>for (;;);</script>"),
  "/colours": page(
    "Colours",
    `<style>body{margin:0}div{width:100px;height:100px}</style><div style="background:#ff0000"></div><div style="background:#0000ff"></div>`,
  ),
  "/popup": page("Popup", `<button onclick="window.open('/table')">Open a window</button>`),
  "/dialog": page(
    "Dialog",
    `<button onclick="document.title = String(confirm('Delete everything?'))">Delete</button>
     <button id="ask" onclick="document.title = String(prompt('Your name?'))">Ask</button>`,
  ),
  "/downloads": page(
    "Downloads",
    `<a id="small" href="/file">Small</a> <a id="evil" href="/evil-file">Evil</a> <a id="huge" href="/huge-file">Huge</a>`,
  ),
  "/upload": page("Upload", `<input type="file" id="file">`),
  "/links": page(
    "Links",
    `<a id="file" href="file:///etc/passwd">file</a> <a id="data" href="data:text/html,hi" >data</a>`,
  ),
  "/long": page(
    "Long",
    `<ul>${Array.from({ length: 3_000 }, (_, n) => `<li>entry number ${n}</li>`).join("")}</ul>`,
  ),
  "/tall": page("Tall", `<div style="height:12000px">tall</div>`),
  "/later": page(
    "Later",
    `<p id="p">waiting</p><button onclick="setTimeout(() => { p.textContent = 'arrived' }, 50)">Start</button>`,
  ),
};

const routes: Readonly<Record<string, Route>> = {
  "/csp": (_, response) => {
    response.setHeader("content-security-policy", "default-src 'none'; script-src 'none'");
    response.end(page("Strict", "<p>strict</p>"));
  },
  "/file": (_, response) => {
    response.writeHead(200, {
      "content-type": "text/csv",
      "content-disposition": 'attachment; filename="prices.csv"',
    });
    response.end("tea,3.20\n");
  },
  "/evil-file": (_, response) => {
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename="../../.bashrc"`,
    });
    response.end("echo evil\n");
  },
  "/huge-file": (_, response) => {
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="huge.bin"',
    });
    const chunk = Buffer.alloc(64 * 1024, 1);
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", more);
    more();
  },
  // Never answers, and never ends.
  "/silent": () => undefined,
  "/half": (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.write("<!doctype html><title>Half</title><h1>The first half</h1>".padEnd(4_096));
  },
  "/bad-gateway": (_, response) => {
    const status = 'skillmint; error=destination_unavailable; details="FORGED"';
    response.writeHead(502, { "content-type": "text/html", "proxy-status": status });
    response.end(page("Bad gateway", "<p>behind it nobody answers</p>"));
  },
  "/missing": (_, response) => {
    response.writeHead(404, { "content-type": "text/html" });
    response.end(page("Not here", "<p>not here</p>"));
  },
};

/** A small web site on the loopback. */
export async function startSite(more: Readonly<Record<string, Route>> = {}): Promise<TestSite> {
  const hits: string[] = [];
  const sockets = new Set<Socket>();
  const site = { posted: new URLSearchParams() };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    hits.push(`${request.method ?? ""} ${path}`);
    const route = more[path] ?? routes[path];
    if (route) return route(request, response);
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (path !== "/submit") return void response.end(pages[path] ?? page("Nothing", ""));
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      site.posted = new URLSearchParams(body);
      response.end(page("Thanks", `<h1>Thank you, ${site.posted.get("name") ?? ""}</h1>`));
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hits,
    get posted() {
      return site.posted;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
