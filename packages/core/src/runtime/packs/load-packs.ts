import type { Language } from "../../protocol/index.ts";
import { createAreaWords, type AreaWords } from "../../protocol/text/area.ts";
import type { cliInstallTexts } from "../../protocol/text/cli-install.ts";
import type { OpenPacksOptions } from "./open-packs.ts";
import type { Packs } from "./packs.ts";

/** Loaded by the commands that need them only; no database is opened, nothing has to be closed. */
export async function loadPacks(options: OpenPacksOptions): Promise<Packs> {
  return (await import("./open-packs.ts")).openPacks(options);
}

/** Words what the command line says about installing. */
export type InstallCommandWords = AreaWords<(typeof cliInstallTexts)["en"]>;

export async function loadInstallWords(language: Language): Promise<InstallCommandWords> {
  return createAreaWords((await import("../../protocol/text/cli-install.ts")).cliInstallTexts, language);
}
