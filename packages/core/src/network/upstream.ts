/** Importing `node:http` reads all its exports, and some of them load a whole second HTTP client. */
export function loadHttp(protocol: string) {
  return process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
}

/** The header that a proxy with a name and a password in its address wants. */
export function authorizeProxy(proxy: URL): Record<string, string> {
  if (proxy.username === "") return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair).toString("base64")}` };
}
