import { Option, type Command } from "commander";
import type { PackFlags } from "../command/skills-pack.ts";
import type { UnpackFlags } from "../command/skills-unpack.ts";
import type { Run } from "./run.ts";

const collect = (value: string, list: string[] = []): string[] => [...list, value];

/** Commands of `skills` that make and read pack files. */
export function addPacks(skills: Command, run: Run): void {
  skills
    .command("pack")
    .description("makes a signed .skillpack file of a skill, open or sealed")
    .argument("<skill or folder>")
    .option("-o, --output <file>", "default: NAME-VERSION.skillpack here")
    .option("--passphrase-file <file>", "seal it with the passphrase in this file; `-` reads standard input")
    .addOption(
      new Option("--recipient <key>", "seal it for the holder of this age key (repeatable)")
        .argParser(collect)
        .conflicts("passphraseFile"),
    )
    .option("--sign <ssh key>", "sign with this SSH key; default: a key of your own, made when first needed")
    .action((text: string, flags: PackFlags) =>
      run(async (context) => (await import("../command/skills-pack.ts")).packSkill(context, text, flags)),
    );
  skills
    .command("verify")
    .description("whether a pack is whole, what it holds and who signed it; needs no key")
    .argument("<file>")
    .action((file: string) =>
      run(async (context) => (await import("../command/skills-verify.ts")).verifyPack(context, file)),
    );
  skills
    .command("unpack")
    .description("writes the files of a pack to a folder that is not there yet or empty")
    .argument("<file>")
    .option("-o, --output <dir>", "the folder")
    .option("--passphrase-file <file>", "opens a sealed pack; `-` reads standard input")
    .option("--identity <file>", "opens a pack that is sealed for this age key; `-` reads standard input")
    .action((file: string, flags: UnpackFlags) =>
      run(async (context) => (await import("../command/skills-unpack.ts")).unpackPack(context, file, flags)),
    );
}
