import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SkillmintError } from "../protocol/index.ts";
import { loadSigningKey } from "./load-signing-key.ts";
import { createPackFault } from "./pack-error.ts";
import { createRandom, hasProgram, makeKey } from "./pack.fixture.ts";
import { createSshKey, readSshPrivateKey } from "./ssh-key.ts";
import { readSshPublicKey } from "./ssh-public-key.ts";
import { verifySshSignature } from "./ssh-signature.ts";
import { readArmour, sshString, writeArmour } from "./ssh-wire.ts";

const fault = createPackFault();
const message = Buffer.from("what is signed");
const check = (armoured: string, bytes: Uint8Array = message): unknown => {
  try {
    return verifySshSignature(bytes, Buffer.from(armoured), fault).fingerprint;
  } catch (error) {
    return SkillmintError.is(error) ? error.params["reason"] : error;
  }
};
const label = "SSH SIGNATURE";

describe("a signature", () => {
  it("is its key's, for these bytes only", async () => {
    const armoured = await makeKey().sign(message);
    expect(check(armoured)).toMatch(/^SHA256:/);
    expect(check(armoured, Buffer.from("what is Signed"))).toBe("badSignature");
  });

  it("is refused with any one byte inside its armour changed or missing, and with one more", async () => {
    const blob = readArmour(label, await makeKey().sign(message)) ?? Buffer.alloc(0);
    const random = createRandom(3);
    for (let at = 0; at < blob.length; at++) {
      const copy = Buffer.from(blob);
      copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
      for (const bytes of [copy, blob.subarray(0, at)])
        expect(check(writeArmour(label, bytes, 70))).toMatch(/^(?:badSignature|badArmour|keyUnsupported)$/);
    }
    expect(check(writeArmour(label, Buffer.concat([blob, Uint8Array.of(0)]), 70))).toBe("badSignature");
  });

  it("is not taken from a key that cannot be checked", () => {
    const type = "sk-ssh-ed25519@openssh.com";
    const key = Buffer.concat([sshString(type), sshString(new Uint8Array(32)), sshString("ssh:")]);
    expect(readSshPublicKey(key)).toEqual({ fault: "unsupported", type });
    expect(readSshPublicKey(new Uint8Array())).toEqual({ fault: "broken" });
    expect(readSshPublicKey(Buffer.concat([sshString("ssh-ed25519"), sshString("short")]))).toEqual({
      fault: "broken",
    });
  });
});

describe("a private key file", () => {
  it("is read as it was written", () => {
    const { privateKey, publicKey } = createSshKey("me@here");
    const read = readSshPrivateKey(privateKey);
    expect(read.kind === "ready" && publicKey.startsWith(`${read.publicKey} me@here`)).toBe(true);
  });

  it("is refused with a part changed, or with another's public key", () => {
    const keyLabel = "OPENSSH PRIVATE KEY";
    const [one, other] = [createSshKey("a"), createSshKey("a")];
    const blob = readArmour(keyLabel, one.privateKey) ?? Buffer.alloc(0);
    const kinds = [...blob.keys()].map((at) => {
      const copy = Buffer.from(blob);
      copy[at] = (copy[at] ?? 0) ^ 0x15;
      return readSshPrivateKey(writeArmour(keyLabel, copy, 70)).kind;
    });
    // Its comment may be any text, and is one character here.
    expect(kinds.filter((kind) => kind === "ready")).toHaveLength(1);
    const [mine, theirs] = [one, other].map(({ publicKey }) =>
      Buffer.from(publicKey.split(" ")[1] ?? "", "base64")
        .subarray(-32)
        .toString("latin1"),
    );
    const mixed = blob.toString("latin1").replaceAll(mine ?? "", theirs ?? "");
    expect(mixed).not.toBe(blob.toString("latin1"));
    const kind = readSshPrivateKey(writeArmour(keyLabel, Buffer.from(mixed, "latin1"), 70)).kind;
    expect(kind).toBe("broken");
    expect(readSshPrivateKey("nothing").kind).toBe("broken");
  });
});

const hasKeygen = hasProgram("ssh-keygen", "-?");

describe.skipIf(!hasKeygen)(
  `with ssh-keygen${hasKeygen ? "" : " (SKIPPED: ssh-keygen is not installed)"}`,
  () => {
    let folder = "";
    const inFolder = (name: string): string => join(folder, name);
    const keygen = (args: string[], input: Uint8Array = new Uint8Array()): string =>
      execFileSync("ssh-keygen", args, { input, encoding: "utf8", stdio: "pipe" });
    const generate = (name: string, ...more: string[]): string => {
      keygen(["-q", "-N", "", "-C", "test", "-f", inFolder(name), ...more]);
      return inFolder(name);
    };
    beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "skillmint-ssh-"))));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it("a key made here signs what ssh-keygen finds right, and reads as one of its own", async () => {
      const { privateKey, publicKey } = createSshKey("me@here");
      writeFileSync(inFolder("own"), privateKey, { mode: 0o600 });
      writeFileSync(inFolder("signers"), `me ${publicKey}`);
      expect(keygen(["-y", "-f", inFolder("own")])).toBe(publicKey);
      const key = await loadSigningKey(inFolder("own"), { env: {} });
      const armoured = await key.sign(message);
      writeFileSync(inFolder("sig"), armoured);
      const args = [
        "-Y",
        "verify",
        "-f",
        inFolder("signers"),
        "-I",
        "me",
        "-n",
        "skillpack",
        "-s",
        inFolder("sig"),
      ];
      expect(keygen(args, message)).toContain('Good "skillpack" signature');
      expect(keygen(["-Y", "sign", "-n", "skillpack", "-f", inFolder("own")], message)).toBe(armoured);
    });

    it.each([
      ["ed25519", ["-t", "ed25519"]],
      ["rsa", ["-t", "rsa", "-b", "2048"]],
      ["ecdsa256", ["-t", "ecdsa", "-b", "256"]],
      ["ecdsa384", ["-t", "ecdsa", "-b", "384"]],
      ["ecdsa521", ["-t", "ecdsa", "-b", "521"]],
      ["pem", ["-t", "rsa", "-b", "2048", "-m", "PEM"]],
    ])("a key of the kind %s signs, and the signature is found right here", async (name, args) => {
      const file = generate(name, ...args);
      const key = await loadSigningKey(file, { env: process.env });
      const armoured = await key.sign(message);
      const [, fingerprint] = keygen(["-l", "-f", `${file}.pub`]).split(" ");
      expect(check(armoured)).toBe(fingerprint);
      expect(check(armoured, Buffer.from("other"))).toBe("badSignature");
      const sha256 = keygen(["-Y", "sign", "-O", "hashalg=sha256", "-n", "skillpack", "-f", file], message);
      expect(check(sha256)).toBe(fingerprint);
      expect(check(keygen(["-Y", "sign", "-n", "file", "-f", file], message))).toBe("badSignature");
    });

    it("a short RSA key does not count", () => {
      const file = generate("short", "-t", "rsa", "-b", "1024");
      expect(check(keygen(["-Y", "sign", "-n", "skillpack", "-f", file], message))).toBe("keyWeak");
    });

    it("a key with a passphrase signs where ssh-keygen can ask for it", async () => {
      const file = inFolder("locked");
      keygen(["-q", "-t", "ed25519", "-N", "open sesame", "-f", file]);
      writeFileSync(inFolder("ask"), "#!/bin/sh\necho open sesame\n", { mode: 0o700 });
      const env = { PATH: process.env["PATH"], SSH_ASKPASS: inFolder("ask"), SSH_ASKPASS_REQUIRE: "force" };
      const key = await loadSigningKey(file, { env });
      expect(check(await key.sign(message))).toMatch(/^SHA256:/);
      const silent = await loadSigningKey(file, { env: { ...env, SSH_ASKPASS: "/bin/false" } });
      await expect(silent.sign(message)).rejects.toMatchObject({ params: { reason: "keyToolFailed" } });
      const alone = await loadSigningKey(file, { env: { PATH: folder } });
      await expect(alone.sign(message)).rejects.toMatchObject({ params: { reason: "keyNeedsTool" } });
    });

    it("hands none of the environment's secrets to ssh-keygen", async () => {
      const file = generate("spied", "-t", "ecdsa");
      writeFileSync(inFolder("ssh-keygen"), `#!/bin/sh\nenv > ${inFolder("seen")}\nexit 1\n`, {
        mode: 0o700,
      });
      const path = `${folder}:${process.env["PATH"]}`;
      const key = await loadSigningKey(file, { env: { PATH: path, ANTHROPIC_API_KEY: "sk-canary" } });
      await expect(key.sign(message)).rejects.toMatchObject({ code: "pack-failed" });
      expect(readFileSync(inFolder("seen"), "utf8")).not.toContain("canary");
    });
  },
);
