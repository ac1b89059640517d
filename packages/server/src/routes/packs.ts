import type { InstallPlan } from "@skillmint/core";
import { createAreaWords, SkillmintError, type Language } from "@skillmint/core/protocol";
import { packsApi, type Received } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { describeAbout, describeInstalled, describePacked, describePlan } from "../packs/describe-packs.ts";
import { findPackFolder } from "../packs/pack-folder.ts";
import { packJobTexts } from "../packs/pack-words.ts";
import { expandHome } from "../packs/plain-source.ts";
import { findSource, startReading } from "../packs/read-source.ts";
import { addPackFiles } from "./pack-files.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces } from "./find-place.ts";
import { serveTable, type Handlers } from "./serve.ts";

type Body<Name extends "installSource" | "packSkill"> = Received<(typeof packsApi)[Name]>["body"];

/** A source may have changed since a person looked at it. */
function assertShown(plan: InstallPlan, shown: Body<"installSource">["skills"], language: Language): void {
  const digests = new Map(plan.skills.map(({ name, digest }) => [name, digest]));
  const changed = shown.find(({ name, digest }) => digests.get(name) !== digest);
  if (changed === undefined) return;
  const message = createAreaWords(packJobTexts, language)("changed", { name: changed.name });
  throw new SkillmintError("install-refused", { params: { message } });
}

/** Skills from elsewhere, packs, and the keys that sign them. Keys and passphrases go in and are never told. */
export function addPacks(app: App, parts: RouteParts): void {
  const { runtime, jobs, shelf } = parts;
  const findPlace = createPlaces(parts);

  async function startInstall(body: Body<"installSource">, language: Language): Promise<{ jobId: string }> {
    const { folder } = await findPlace(body);
    const { source, skills, key, name, project } = body;
    const { acceptSigners, allowDowngrade, replace, requireTrusted } = body;
    const only = skills.map((skill) => skill.name);
    const found = findSource(source, shelf, runtime);
    return startReading(jobs, found, { kind: "install", language }, async (path, job) => {
      const about = dropUndefined({ key, name, project, address: found.address });
      const options = { folder, only, ...job, ...about };
      const { plan, install } = await (await runtime.packs(language)).prepare(path, options);
      assertShown(plan, skills, language);
      const agreed = dropUndefined({ acceptSigners, allowDowngrade, replace, requireTrusted });
      const installed = describeInstalled(await install(agreed));
      if ("upload" in source) await shelf.remove(source.upload);
      return installed;
    });
  }

  async function startPacking(body: Body<"packSkill">, language: Language): Promise<{ jobId: string }> {
    const { skill, seal, signWith } = body;
    const folder = await findPackFolder(runtime, await findPlace(body), skill, language);
    return jobs.start({
      kind: "pack",
      subject: skill,
      language,
      work: async ({ tell }) => {
        tell(createAreaWords(packJobTexts, language)(seal === undefined ? "packing" : "sealing"));
        const { pack } = await runtime.packTools(language);
        const key = signWith === undefined ? {} : { signWith: expandHome(signWith, runtime.home.user) };
        const packed = await pack(folder, { ...key, ...dropUndefined({ seal }) });
        const { name, version } = packed.pack.manifest;
        return describePacked(packed, await shelf.put(`${name}-${version}.skillpack`, packed.bytes));
      },
    });
  }

  const toLock = async (query: { folder?: string | undefined; project?: string | undefined }) => ({
    folder: (await findPlace({ folder: query.folder })).folder,
    project: query.project === "true",
  });

  const handlers: Handlers<typeof packsApi> = {
    listInstalls: async ({ query }, { var: { language } }) =>
      (await runtime.packs(language)).list(await toLock(query)),
    inspectSource: async ({ body }, { var: { language } }) => {
      const { folder } = await findPlace(body);
      const { source, key, name, project } = body;
      const found = findSource(source, shelf, runtime);
      return startReading(jobs, found, { kind: "inspect", language }, async (path, job) => {
        const options = { folder, ...job, ...dropUndefined({ key, name, project }) };
        const plan = describePlan(await (await runtime.packs(language)).inspect(path, options));
        return "upload" in source ? { ...plan, source: found.shown } : plan;
      });
    },
    installSource: ({ body }, { var: { language } }) => startInstall(body, language),
    removeInstall: async ({ params, query }, { var: { language } }) =>
      (await runtime.packs(language)).remove(params.name, await toLock(query)),
    verifyPack: async ({ body }, { var: { language } }) => {
      const { folder } = await findPlace(body);
      const { path } = findSource(body.source, shelf, runtime);
      const { manifest, digest, size, signer } = await (
        await runtime.packs(language)
      ).verify(path, { folder });
      const files = manifest.files && Object.keys(manifest.files).length;
      return { about: describeAbout(manifest), digest, size, signer, ...dropUndefined({ files }) };
    },
    packSkill: ({ body }, { var: { language } }) => startPacking(body, language),
    listSigners: async () => (await runtime.packs()).signers.list(),
    trustSigner: async ({ body: { signer, name } }, { var: { language } }) =>
      (await runtime.packs(language)).signers.trust(signer, dropUndefined({ name })),
    distrustSigner: async ({ params }, { var: { language } }) =>
      (await runtime.packs(language)).signers.distrust(params.signer),
    removeSigner: async ({ params }, { var: { language } }) =>
      (await runtime.packs(language)).signers.remove(params.signer),
  };
  serveTable(app, packsApi, handlers);
  addPackFiles(app, parts);
}
