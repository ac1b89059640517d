import { basename, resolve } from "node:path";
import type { Attachment } from "@skillmint/core";
import { SkillmintError } from "@skillmint/core/protocol";
import type { CliContext } from "../cli-context.ts";
import { readBounded } from "./read-bounded.ts";
import { usage } from "./run-flags.ts";

const maxBytes = 20 * 1024 * 1024;

/** Reads files that go along with a prompt: pictures as pictures, everything else as text. */
export async function readAttachments(context: CliContext, files: readonly string[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async (file) => {
      const refuse = (message: string) => usage(context.t("cli.attachUnreadable", { file, message }));
      const path = resolve(context.cwd, file);
      const data = await readBounded(path, maxBytes, context.signal).catch((error: unknown) => {
        if (SkillmintError.is(error)) throw error;
        throw refuse(error instanceof Error ? error.message : String(error));
      });
      if (data === undefined) throw refuse(context.t("cli.notAFile"));
      if (data.length > maxBytes) throw refuse(`> ${maxBytes / 1024 / 1024} MB`);
      return { name: basename(file), data };
    }),
  );
}
