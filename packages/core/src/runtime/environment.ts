/** A skill as an environment tells about it. */
export interface SkillInfo {
  id: string;
  name: string;
  description: string;
  /** Its SKILL.md. */
  path: string;
}

/**
 * One environment as a library sees it: the skills it supports, and prompts that are answered with them. What it
 * tells is what was there when it was opened, at the last `refresh` or at the last `handleQuery`.
 */
export interface Environment<R> {
  /** Absent where none is in use. */
  readonly name: string | undefined;
  listSkills(): SkillInfo[];
  /** By id, or by a name that only one has. */
  getSkill(id: string): SkillInfo | undefined;
  /** One line for each, `- name: description`. */
  getSkillsInfoForToolDescription(): string;
  /** Looks again at what is there. A failure leaves what was known. */
  refresh(): Promise<void>;
  /** Answers a prompt with the newest tools and skills. */
  handleQuery(text: string): Promise<R>;
}

export interface EnvironmentParts<R> {
  /** The environment that is in use at this moment. */
  name(): Promise<string | undefined>;
  /** The skills that are there at this moment. */
  skills(): Promise<readonly SkillInfo[]>;
  run(text: string): Promise<R>;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

export async function openEnvironment<R>(parts: EnvironmentParts<R>): Promise<Environment<R>> {
  const look = async () => ({ name: await parts.name(), skills: [...(await parts.skills())] });
  let known = await look();
  const refresh = async (): Promise<void> => {
    known = await look();
  };
  return {
    get name() {
      return known.name;
    },
    listSkills: () => [...known.skills],
    getSkill(id) {
      const named = known.skills.filter((skill) => skill.name === id);
      return known.skills.find((skill) => skill.id === id) ?? (named.length === 1 ? named[0] : undefined);
    },
    getSkillsInfoForToolDescription: () =>
      known.skills.map(({ name, description }) => `- ${oneLine(name)}: ${oneLine(description)}`).join("\n"),
    refresh,
    async handleQuery(text) {
      await refresh();
      return parts.run(text);
    },
  };
}
