import { showFolder, type Skills } from "@skillmint/core";
import { cutText } from "@skillmint/core/protocol";
import { skillsApi } from "@skillmint/core/protocol/api";
import type { App, RouteParts } from "../app.ts";
import { dropUndefined } from "./drop-undefined.ts";
import { createPlaces, type FindPlace, type Place } from "./find-place.ts";
import { serveInWords, type Handlers } from "./serve.ts";

/** What of a file is shown. */
const maxShown = 200_000;

function createHandlers(skills: Skills, findPlace: FindPlace): Handlers<typeof skillsApi> {
  const usedBy = async (): Promise<(id: string) => { used?: { count: number; lastAt: number } }> => {
    const usage = await skills.usage();
    return (id) => {
      const used = Object.hasOwn(usage, id) ? usage[id] : undefined;
      return used ? { used } : {};
    };
  };

  async function describe(place: Place, name: string, profile: "portable" | "claude") {
    const { id } = (await skills.find(place, name)).skill;
    const [details, written, [report], used] = await Promise.all([
      skills.show(place, id),
      skills.readText(place, id),
      skills.check(place, [id], { profile }),
      usedBy(),
    ]);
    const { valid = false, errors = [], warnings = [] } = report ?? {};
    return {
      ...details,
      fields: { ...details.fields },
      ...written,
      check: { valid, errors, warnings },
      ...used(id),
    };
  }

  return {
    listSkills: async ({ query }) => {
      const [found, used] = await Promise.all([skills.list(await findPlace(query)), usedBy()]);
      const rows = found.skills.map((skill) => ({ ...skill, ...used(skill.id) }));
      return { skills: rows, diagnostics: found.diagnostics };
    },
    searchSkills: async ({ query }) => skills.search(await findPlace(query), query.q, query.limit),
    explainSkills: async ({ body }) => skills.why(await findPlace(body), body.prompt),
    checkSkillText: async ({ body }) => {
      const { text, skill, name, profile } = body;
      return skills.checkText(await findPlace(body), { text, ...dropUndefined({ skill, name, profile }) });
    },
    createSkill: async ({ body }) => {
      const place = await findPlace(body);
      const { name, description, body: instructions, fields, project = false } = body;
      const draft = dropUndefined({ description, body: instructions, fields });
      const { file } = await skills.create(place, { name, project, ...draft });
      const { skills: rows } = await skills.list(place);
      const id = `${project ? "project" : "user"}:${name}`;
      const row = rows.find((skill) => skill.id === id) ?? (await skills.show(place, id));
      return { ...row, file };
    },
    getSkill: async ({ params, query }) =>
      describe(await findPlace(query), params.id, query.profile ?? "portable"),
    updateSkill: async ({ params, body }) => {
      const { text, digest } = body;
      return skills.update(await findPlace(body), params.id, { text, digest });
    },
    deleteSkill: async ({ params, query }) => skills.delete(await findPlace(query), params.id),
    previewSkillDeletion: async ({ params, query }) => skills.locate(await findPlace(query), params.id),
    readSkillFile: async ({ params, query }) => {
      const whole = await skills.readFile(await findPlace(query), params.id, query.path);
      const text = cutText(whole, maxShown);
      return { path: query.path, text, truncated: text.length < whole.length };
    },
    switchSkill: async ({ params, body }) => skills.enable(await findPlace(body), params.id, body.enabled),
    getSkillApproval: async ({ params, query }) => skills.approval(await findPlace(query), params.id),
    approveSkill: async ({ params, body }) => {
      const { digest, rules } = body;
      return skills.approve(await findPlace(body), params.id, { digest, rules });
    },
    forgetSkillApproval: async ({ params, query }) => ({
      done: await skills.forget(await findPlace(query), params.id),
    }),
    openSkillFolder: async ({ params, body }) => {
      const { folder } = (await skills.find(await findPlace(body), params.id)).skill;
      return { folder, opened: await showFolder(folder, process.env) };
    },
  };
}

/** Skills: what there is and why it is offered, and all that a person does with it. */
export function addSkills(app: App, parts: RouteParts): void {
  const findPlace = createPlaces(parts);
  serveInWords(app, parts.runtime, skillsApi, ({ skills }) => createHandlers(skills, findPlace));
}
