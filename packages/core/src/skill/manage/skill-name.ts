import { SkillmintError, type Translate } from "../../protocol/index.ts";

const maxNameLength = 64;
const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Names that Windows keeps for devices, whatever follows them. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Refuses whatever is not one plain component of a path on every system. */
export function assertSkillName(name: string, t: Translate): void {
  const shown = JSON.stringify(name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name);
  if (name.length > maxNameLength || !slug.test(name)) {
    throw new SkillmintError("usage", { params: { message: t("skill.badName", { name: shown }) } });
  }
  if (devices.test(name)) {
    throw new SkillmintError("usage", { params: { message: t("skill.reservedName", { name: shown }) } });
  }
}
