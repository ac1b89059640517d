import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadSigningKey, openOwnKey } from "./load-signing-key.ts";
import { createPackFault } from "./pack-error.ts";
import { sshString } from "./ssh-wire.ts";
import { verifySshSignature } from "./ssh-signature.ts";

let folder = "";
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), "skillmint-keys-"))));
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("the own key", () => {
  it("is made once, for the owner only, with its public half beside it", async () => {
    const keys = join(folder, "keys");
    const all = await Promise.all([1, 2, 3, 4].map(() => openOwnKey(keys, { env: {} })));
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    const again = await openOwnKey(keys, { env: {} });
    expect(again).toMatchObject({ created: false, file: join(keys, "signing") });
    const message = Buffer.from("x");
    const signers = await Promise.all(
      [...all, again].map(async ({ key }) =>
        verifySshSignature(message, Buffer.from(await key.sign(message)), createPackFault()),
      ),
    );
    expect(new Set(signers.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(await readFile(join(keys, "signing.pub"), "utf8")).toBe(`${signers[0]?.publicKey} skillmint\n`);
    expect((await stat(join(keys, "signing"))).mode & 0o777).toBe(0o600);
    expect((await stat(keys)).mode & 0o777).toBe(0o700);
  });
});

describe("a key file", () => {
  const reasonOf = async (text: string | Uint8Array): Promise<unknown> => {
    const file = join(folder, "key");
    await writeFile(file, text);
    const error: unknown = await loadSigningKey(file, { env: {} }).catch((thrown: unknown) => thrown);
    return (error as { params?: { reason?: unknown } }).params?.reason;
  };

  it("is refused where it is none", async () => {
    expect(await reasonOf("")).toBe("keyBroken");
    expect(
      await reasonOf("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"),
    ).toBe("keyBroken");
    expect(await reasonOf(Buffer.alloc(100_000))).toBe("keyBroken");
    const hardware = sshString("sk-ssh-ed25519@openssh.com").toString("base64");
    expect(await reasonOf(`sk-ssh-ed25519@openssh.com ${hardware}`)).toBe("keyTypeUnsupported");
    await expect(loadSigningKey(join(folder, "absent"), { env: {} })).rejects.toMatchObject({
      params: { reason: "keyUnreadable", what: "ENOENT" },
    });
    await expect(loadSigningKey(folder, { env: {} })).rejects.toMatchObject({
      params: { reason: "keyBroken" },
    });
  });
});
