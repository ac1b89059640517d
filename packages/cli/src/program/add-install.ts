import type { Command } from "commander";
import type { InstallFlags } from "../command/skills-install.ts";
import type { Run } from "./run.ts";

const collect = (value: string, before: string[] = []): string[] => [...before, value];

/** Commands that bring skills here, and take them elsewhere. */
export function addInstall(skills: Command, run: Run): void {
  skills
    .command("install")
    .description("installs skills from a pack, folder, archive, git repository, plugin or a host's list")
    .argument("[source]", "a file, a folder or an address (git: …//subfolder#ref)")
    .option("--passphrase-file <file>", "opens a sealed pack: its first line is the passphrase")
    .option("--identity <file>", "opens a sealed pack: a file of age identities")
    .option("--name <name>", "of several skills this one; of one, the name of its folder")
    .option("--project", "into .skillmint/skills of this folder, and into its lockfile")
    .option("--require-trusted", "only what a trusted signer signed")
    .option("--frozen", "exactly what the lockfile says, and nothing else")
    .option("--accept-signer <fingerprint>", "another key may take the place of the one before", collect)
    .option("--allow-downgrade", "an older version may take the place of a newer one")
    .option("--yes", "without asking; replaces what was changed by hand")
    .action((source: string | undefined, flags: InstallFlags) =>
      run(async (context) =>
        (await import("../command/skills-install.ts")).installSkills(context, source, flags),
      ),
    );
  skills
    .command("export")
    .description("writes a skill for other clients: portable, or as an Agent Plugin")
    .argument("<skill>", "id, name or plugin:name")
    .requiredOption("-o, --output <path>", "a folder, or a file that ends in .zip")
    .option("--as <shape>", "plain or plugin")
    .action((name: string, flags: { output: string; as?: string }) =>
      run(async (context) => (await import("../command/skills-export.ts")).exportSkill(context, name, flags)),
    );
  addSigners(skills, run);
}

function addSigners(skills: Command, run: Run): void {
  const load = () => import("../command/skills-signers.ts");
  const signers = skills.command("signers").description("who signed packs, and whom you trust");
  signers.command("list").action(() => run(async (context) => (await load()).listSigners(context)));
  signers
    .command("trust")
    .description("packs of this signer may be granted what they ask for")
    .argument("<signer>", "a fingerprint or name that is known, a public key, or a .pub file")
    .option("--name <name>", "what to call it")
    .option("--yes", "without asking")
    .action((signer: string, flags: { name?: string; yes?: boolean }) =>
      run(async (context) => (await load()).trustSigner(context, signer, flags)),
    );
  signers
    .command("remove")
    .description("forgets a signer and the trust in it")
    .argument("<signer>", "fingerprint, name or public key")
    .action((signer: string) => run(async (context) => (await load()).removeSigner(context, signer)));
}
