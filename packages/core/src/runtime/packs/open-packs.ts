import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { loadConfig } from "../../environment/config.ts";
import { createHome, type Env } from "../../environment/home.ts";
import { createSecrets } from "../../environment/secrets.ts";
import { createGuard } from "../../network/create-guard.ts";
import { proxyFromVariables } from "../../network/proxy-variables.ts";
import { readPackFile } from "../../pack/read-pack-file.ts";
import { verifyPack } from "../../pack/verify-pack.ts";
import { createTranslate, type Language } from "../../protocol/index.ts";
import type { Skill } from "../../skill/skill.ts";
import { installLocked } from "./install-locked.ts";
import { findPlaces, packPlaces } from "./install-places.ts";
import { createInstallWords, refuseInstall } from "./install-words.ts";
import { createLockFile } from "./lock-file.ts";
import { findSealedPack } from "./pack-record.ts";
import { createPackKeys } from "./pack-key.ts";
import type { InspectOptions, ListedInstall, Packs, PreparedInstall } from "./packs.ts";
import { removeTrees } from "./place-trees.ts";
import { describeSigner, planInstall } from "./plan-install.ts";
import { runInstall } from "./run-install.ts";
import { createSigners } from "./signers.ts";
import { readSource } from "./source/read-source.ts";
import { createInstalledPacks, PackChanged } from "./verify-installed.ts";

export interface OpenPacksOptions {
  env: Env;
  language: Language;
  /** What a name means; absent: among the skills that lie on disk for a person, without bundled ones. */
  findSkill?(place: { folder: string }, name: string): Promise<Skill>;
}

/** Installed skills and packs of a person without a runtime: no database is opened, nothing has to be closed. */
export function openPacks({ env, language, findSkill }: OpenPacksOptions): Packs {
  const home = createHome({ env, homedir: homedir() });
  const words = createInstallWords(language);
  const t = createTranslate(language);
  const secrets = createSecrets(home, { env, language });
  const keys = createPackKeys(secrets);
  const signers = createSigners({ file: join(home.root, "signers.json"), folder: home.root, words });
  const person = createLockFile(join(home.root, "skills.lock"), words);
  const installed = createInstalledPacks({
    packs: home.packs,
    language,
    words,
    locked: async (name) => (await person.read())[name],
  });

  /** Hosts of a private network are reached only where the person's configuration names them. */
  async function guard() {
    const { network } = (await loadConfig(home, { language })).config;
    return createGuard({ proxy: proxyFromVariables(env) }).allowing(network?.allow ?? []);
  }

  async function prepare(source: string, options: InspectOptions): Promise<PreparedInstall> {
    const { folder, key, name, project = false, onProgress } = options;
    const signal = options.signal ?? new AbortController().signal;
    const progress = onProgress ?? (() => undefined);
    const found = await readSource(source, { folder, env, language, words, guard, signal, progress });
    const read = options.address === undefined ? found : { ...found, address: options.address };
    const places = findPlaces(home, resolve(folder), project);
    const own = createLockFile(places.lock, words);
    const keyOf = async (pack: string) => key ?? keys.get(pack);
    const { plan, planned } = await planInstall(read, {
      places,
      locked: { own: await own.read(), person: await person.read() },
      signers,
      keyOf,
      ...(name === undefined ? {} : { name }),
      ...(options.only ? { only: options.only } : {}),
      language,
      words,
      t,
    });
    return {
      plan,
      install: (agreed) =>
        runInstall(
          {
            home,
            places,
            folder: resolve(folder),
            read,
            plan,
            planned,
            keyOf,
            keys,
            signers,
            language,
            words,
            progress: () => progress("writing"),
          },
          agreed,
        ),
    };
  }

  async function list({ folder, project = false }: { folder: string; project?: boolean }) {
    const places = findPlaces(home, resolve(folder), project);
    const entries = Object.entries(await createLockFile(places.lock, words).read());
    return Promise.all(
      entries.map(async ([name, locked]): Promise<ListedInstall> => {
        if (locked.kind === "skill") return { name, folder: join(places.skills, name), ...locked };
        const about = { name, folder: packPlaces(home.packs, name).root, ...locked };
        try {
          const { signer } = await installed.verify(name);
          return { ...about, signedBy: await describeSigner(signer, signers) };
        } catch (error) {
          if (!(error instanceof PackChanged)) throw error;
          return { ...about, problem: error.message };
        }
      }),
    );
  }

  async function findOnDisk(place: { folder: string }, name: string): Promise<Skill> {
    const { openSkills } = await import("../skills/open-skills.ts");
    return (await openSkills({ env, language }).skills.find(place, name)).skill;
  }

  const packs: Packs = {
    prepare,
    inspect: async (source, options) => (await prepare(source, options)).plan,
    async install(source, options) {
      const { plan, install } = await prepare(source, options);
      const { expected } = options;
      if (expected !== undefined && expected !== plan.digest)
        throw refuseInstall(
          words("refuse.changedSource", { name: plan.source, found: plan.digest, shown: expected }),
        );
      return install(options);
    },
    installFrozen: (options) => {
      const places = findPlaces(home, resolve(options.folder), options.project ?? false);
      return installLocked(options, { prepare, lock: createLockFile(places.lock, words), words });
    },
    list,
    async remove(name, options) {
      const places = findPlaces(home, resolve(options.folder), options.project ?? false);
      const lock = createLockFile(places.lock, words);
      const locked = (await lock.read())[name];
      if (!locked) throw refuseInstall(words("installed.unknown", { name }));
      const isPack = locked.kind === "pack";
      const folder = isPack ? packPlaces(home.packs, name).root : join(places.skills, name);
      await removeTrees(dirname(dirname(folder)), [folder]);
      await lock.write({ [name]: undefined });
      if (isPack && lock.path !== person.path) await person.write({ [name]: undefined });
      if (isPack) await keys.remove(name);
      const layer = isPack ? ("pack" as const) : places.layer;
      return { name, folder, layer, changed: true, ...locked };
    },
    async verify(file, { folder }) {
      const bytes = await readPackFile(resolve(folder, file), { language });
      const { manifest, digest, size, signer } = await verifyPack(bytes, { language });
      return { manifest, digest, size, signer: await describeSigner(signer, signers) };
    },
    signers,
    async exportSkill(name, options) {
      const { exportSkill } = await import("./export-skill.ts");
      const skill = await (findSkill ?? findOnDisk)({ folder: options.folder }, name);
      const isSealed = (await findSealedPack(home.packs, skill.folder)) !== undefined;
      return exportSkill(skill, isSealed, options, { words, t });
    },
  };
  return packs;
}
