import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Attachment } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { usage } from "./run-flags.ts";

const maxBytes = 20 * 1024 * 1024;

/** Reads files that go along with a prompt: pictures as pictures, everything else as text. */
export async function readAttachments(context: CliContext, files: readonly string[]): Promise<Attachment[]> {
  return Promise.all(
    files.map(async (file) => {
      const refuse = (message: string) => usage(context.t("cli.attachUnreadable", { file, message }));
      const data = await readFile(resolve(context.cwd, file)).catch((error: unknown) => {
        throw refuse(error instanceof Error ? error.message : String(error));
      });
      if (data.length > maxBytes) throw refuse(`> ${maxBytes / 1024 / 1024} MB`);
      return { name: basename(file), data };
    }),
  );
}
