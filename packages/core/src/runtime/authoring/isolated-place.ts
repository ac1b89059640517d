import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RetryPolicy } from "../../agent/call-model.ts";
import type { PreparedFile } from "../../authoring/eval/eval-run.ts";
import type { Model } from "../../model/model.ts";
import { SkillmintError, type Language, type SessionSettings } from "../../protocol/index.ts";
import { childEnvironment } from "../../workspace/child-environment.ts";
import type { Runtime } from "../runtime-contract.ts";
import type { Store } from "../../session/store.ts";
import type { AuthoringDeps } from "./authoring-deps.ts";
import { copySkill, linkSkills, listChanged, placeFiles, readState } from "./isolated-files.ts";

/** `none`: there is no sandbox here, so that only harmless commands run; `off`: commands run without one. */
export type SandboxUse = "on" | "off" | "none";

export interface IsolatedOptions extends Pick<AuthoringDeps, "env" | "isolate"> {
  language: Language;
  retry: RetryPolicy;
  /** By name, with the keys of the person: the home of a run holds none. */
  models: Readonly<Record<string, Model>>;
  /** The folder of the skill under test. */
  skill?: string;
  /** The folders of all other skills that a run is to know. */
  others: readonly string[];
  files: readonly PreparedFile[];
  /** Where the sessions of many runs live; none of them can look into it. Default: the home of the run. */
  store?: Store;
}

/** A runtime with a folder and a home that were made for one run. */
export interface IsolatedPlace {
  runtime: Runtime;
  folder: string;
  /** The id of the skill under test. */
  skillId?: string;
  /** Files that were made or changed since. */
  changed(): Promise<string[]>;
  /** Ends the runtime; the folder stays. */
  close(): Promise<void>;
  /** Removes the folder. */
  dispose(): Promise<void>;
}

/** What would lead a run back to the person's own files. */
const leading = /^(?:SKILLMINT|CLAUDE|XDG)_/;
const edits = ["Write", "Edit", "NotebookEdit"];

function isolatedEnv(env: IsolatedOptions["env"], home: string): Record<string, string> {
  const inherited = Object.entries(childEnvironment(env)).filter(([name]) => !leading.test(name));
  return { ...Object.fromEntries(inherited), HOME: home, SKILLMINT_HOME: join(home, "skillmint") };
}

/** The id under which a run knows the copy of the skill. */
async function findId(runtime: Runtime, folder: string, copied: string): Promise<string> {
  const { entries } = await runtime.skills.list({ folder });
  const real = await realpath(copied);
  const entry = entries.find(({ skill }) => skill.folder === real);
  if (entry) return entry.skill.id;
  throw new SkillmintError("skill-not-found", { params: { name: copied, nearest: "–" } });
}

async function openIn(root: string, options: IsolatedOptions): Promise<Omit<IsolatedPlace, "dispose">> {
  const folder = join(root, "work");
  const home = join(root, "home");
  const skills = join(home, "skillmint", "skills");
  await Promise.all([mkdir(folder), mkdir(skills, { recursive: true })]);
  const copied = options.skill === undefined ? undefined : await copySkill(options.skill, skills);
  await linkSkills(options.others, skills);
  await placeFiles(options.files, folder);
  const before = await readState(folder);
  const { language, models, retry, store } = options;
  const env = isolatedEnv(options.env, home);
  // Scripts of the skill run as commands, and temporary folders are hidden from those.
  const readable = [skills];
  const runtime = await options.isolate({
    env,
    language,
    models,
    retry,
    readable,
    ...(store ? { store } : {}),
  });
  try {
    const skillId = copied === undefined ? undefined : await findId(runtime, folder, copied);
    return {
      runtime,
      folder,
      ...(skillId === undefined ? {} : { skillId }),
      changed: async () => listChanged(before, await readState(folder)),
      close: () => runtime.close(),
    };
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

/** Whoever opens it closes it, and disposes of it once its files were looked at. */
export async function openIsolated(options: IsolatedOptions): Promise<IsolatedPlace> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "skillmint-eval-")));
  const dispose = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 3 });
  try {
    return { ...(await openIn(root, options)), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Nobody answers: what would be asked about is refused. In its folder a run may change files and run commands in the
 * sandbox.
 */
export function unattendedSettings(sandbox: SandboxUse): Pick<SessionSettings, "mode" | "rules" | "sandbox"> {
  return {
    mode: "dontAsk",
    rules: { allow: [...edits, ...(sandbox === "none" ? [] : ["Bash"])] },
    sandbox: sandbox === "on" ? "require" : sandbox === "off" ? "off" : "auto",
  };
}
