import { anyDepth, baseOf, isAnyDepth, namesOf, type PathPattern, type Places } from "./pattern.ts";
import { literalOf, matchSigns, type Sign } from "./wildcard.ts";

/** What a pattern still demands of a path after the names of a folder that the path lies in. */
export type Rest = readonly Sign[][];

function literalNames(path: string): Sign[][] {
  return namesOf(path).map((name) => name.split("").map((unit) => ({ is: unit })));
}

/** Every way in which names can go on to fit after these ones, as it is `spelled`; none: nothing below fits. */
function restsAfter(pattern: Rest, names: readonly string[], spelled = pattern): Rest[] {
  const withSkipped = (at: number): number[] => {
    const name = pattern[at];
    return name !== undefined && isAnyDepth(name) ? [at, ...withSkipped(at + 1)] : [at];
  };
  let states = new Set(withSkipped(0));
  for (const name of names) {
    const next = [...states].flatMap((at) => {
      const wanted = pattern[at];
      if (wanted === undefined) return [];
      if (isAnyDepth(wanted)) return withSkipped(at);
      return matchSigns(wanted, name) ? withSkipped(at + 1) : [];
    });
    states = new Set(next);
  }
  // What stands after `**` is already said by what starts with it.
  const isSaid = (at: number) => states.has(at - 1) && isAnyDepth(pattern[at - 1] ?? []);
  return [...states].filter((at) => at < pattern.length && !isSaid(at)).map((at) => spelled.slice(at));
}

/** For refusing, as `refusesPath`, of a folder that is not refused itself: what fits is, with all below it. */
export function refusedBelow(pattern: PathPattern, folder: string, places: Places): Rest[] {
  const base = baseOf(pattern, places);
  const isAnywhere = pattern.single || base === undefined;
  const whole = [...(isAnywhere ? [anyDepth] : literalNames(base)), ...pattern.names];
  while (isAnyDepth(whole.at(-1) ?? [])) whole.pop();
  const lower = [...(isAnywhere ? [anyDepth] : literalNames(base.toLowerCase())), ...pattern.lower];
  return restsAfter(lower.slice(0, whole.length), namesOf(folder.toLowerCase()), whole);
}

/** For allowing, as `allowsPath`. */
export function allowedBelow(pattern: PathPattern, folder: string, places: Places): Rest[] {
  const base = baseOf(pattern, places);
  return base === undefined ? [] : restsAfter([...literalNames(base), ...pattern.names], namesOf(folder));
}

/** The one path below the folder that is meant, where there are no stars. */
export function onlyPath(rest: Rest): string | undefined {
  const names = rest.map(literalOf);
  return names.includes(undefined) ? undefined : names.join("/");
}

/** Whether whatever fits has a name that starts with a dot. */
export function isHidden(rest: Rest): boolean {
  return rest.some(([first]) => first !== undefined && "is" in first && first.is === ".");
}

function spellUnit(unit: string, anyCase: boolean): string {
  const [lower, upper] = [unit.toLowerCase(), unit.toUpperCase()];
  if (anyCase && /^[a-z]$/i.test(unit)) return `[${lower}${upper}]`;
  return /^[\w.-]$|[^\0-\x7f]/.test(unit) ? unit : `\\${unit}`;
}

function spellName(name: readonly Sign[], anyCase: boolean): string {
  if (isAnyDepth(name)) return "**";
  // Several stars mean no more than one, but would cross folders.
  const signs = name.filter((sign, i) => !("star" in sign && "star" in (name[i - 1] ?? {})));
  return signs
    .map((sign) => ("is" in sign ? spellUnit(sign.is, anyCase) : "any" in sign ? "?" : "*"))
    .join("");
}

/** As .gitignore and ripgrep write it, from the folder on. */
export function spellGlob(rest: Rest, anyCase: boolean): string {
  return `/${rest.map((name) => spellName(name, anyCase)).join("/")}`;
}
