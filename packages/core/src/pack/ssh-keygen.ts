import { spawn } from "node:child_process";
import { once } from "node:events";
import type { PackFault } from "./pack-error.ts";
import type { SigningKey } from "./signing-key.ts";
import { signatureNamespace, tidySshSignature } from "./ssh-signature.ts";

/** What ssh-keygen may need to find keys, to reach an agent and to ask for a passphrase; nothing else is handed on. */
const handedOn =
  "PATH HOME USER LANG LC_ALL TERM TMPDIR DISPLAY WAYLAND_DISPLAY SSH_AUTH_SOCK SSH_ASKPASS SSH_ASKPASS_REQUIRE SystemRoot USERPROFILE".split(
    " ",
  );
const maxSeconds = 120;

/**
 * A key that only ssh-keygen can use: with a passphrase, of another type, in an agent. It asks on the terminal by
 * itself. No shell is involved. Signing fails with `pack-failed`, in the words of ssh-keygen.
 */
export function createKeygenKey(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  fault: PackFault,
): SigningKey {
  return {
    async sign(message) {
      const own = Object.fromEntries(handedOn.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
      const child = spawn("ssh-keygen", ["-Y", "sign", "-n", signatureNamespace, "-f", file], {
        env: own,
        stdio: ["pipe", "pipe", "pipe"],
        timeout: maxSeconds * 1000,
      });
      const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
      child.stdin.on("error", () => undefined);
      child.stdin.end(message);
      const code = await once(child, "close").then(
        ([status]) => status as number | null,
        (error: unknown) => {
          throw (error as { code?: unknown }).code === "ENOENT"
            ? fault("pack-failed", "keyNeedsTool", { file }, error)
            : error;
        },
      );
      const signature = code === 0 ? tidySshSignature(stdout()) : undefined;
      if (signature === undefined)
        throw fault("pack-failed", "keyToolFailed", { file, what: stderr().trim().slice(-500) });
      return signature;
    },
  };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => (text = (text + chunk.toString("latin1")).slice(-65_536)));
  return () => text;
}
