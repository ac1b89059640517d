import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** A server whose certificate nobody vouches for. */
export async function startSelfSigned(): Promise<{
  url: string;
  hits: () => number;
  close(): Promise<void>;
}> {
  const folder = await mkdtemp(path.join(tmpdir(), "skillmint-tls-"));
  const [key, cert] = [path.join(folder, "key.pem"), path.join(folder, "cert.pem")];
  const args = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-days",
    "2",
  ];
  await promisify(execFile)("openssl", [...args, "-subj", "/CN=127.0.0.1", "-keyout", key, "-out", cert]);
  let hits = 0;
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (_, response) => {
    hits++;
    response.end("secret");
  });
  await rm(folder, { recursive: true, force: true });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    hits: () => hits,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
