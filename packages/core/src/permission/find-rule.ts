import {
  exactPath,
  allowsPath,
  fixedStart,
  matchesDomain,
  matchPattern,
  refusesPath,
  type Places,
} from "./pattern.ts";
import { isHidden, refusedBelow } from "./pattern-below.ts";
import type { CommandPart, GateRequest, Resource } from "./request.ts";
import type { Rule, Specifier } from "./rules.ts";
import { escapesPrefix } from "./escaping-flags.ts";

const readers = new Set(["Read", "Glob", "Grep", "LS"]);
const writers = new Set(["Edit", "Write", "NotebookEdit"]);
type PathResource = Extract<Resource, { kind: "path" }>;
type CommandResource = Extract<Resource, { kind: "command" }>;

/** Whether a rule speaks about a tool: `Edit` also about the other tools that change files, `Read` about those that look. */
export function isAboutTool(rule: Rule, tool: string): boolean {
  if (rule.isPrefix) return tool.startsWith(rule.tool);
  if (rule.tool === tool) return true;
  return (rule.tool === "Edit" && writers.has(tool)) || (rule.tool === "Read" && readers.has(tool));
}

function placesOf(rule: Rule, request: GateRequest): Places {
  return { root: rule.root ?? request.root, home: rule.home };
}

/** A path rule holds for paths, whichever tool touches them. */
function isAboutAccess(rule: Rule, access: PathResource["access"]): boolean {
  return access === "read" ? rule.tool === "Read" : rule.tool === "Edit" || rule.tool === "Write";
}

/** The command's text as loose words: for refusing what could not be taken apart. */
function crudeWords(text: string): string {
  const words = text.replaceAll(/["'\\]/g, "").split(/[\s;&|()<>`${},=!]+/);
  return ` ${words.map(withoutFolder).join(" ")} `.toLowerCase();
}

function withoutFolder(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

function refusesText(specifier: Specifier, text: string): boolean {
  if (matchPattern(specifier.text, text)) return true;
  const [program = "", ...rest] = text.split(" ");
  const plain = [withoutFolder(program).toLowerCase(), ...rest].join(" ");
  return matchPattern(specifier.text, plain);
}

function refusesCommand(specifier: Specifier, command: CommandResource): boolean {
  if (refusesText(specifier, command.command)) return true;
  const start = fixedStart(specifier.text).trim().toLowerCase();
  const isFoundIn = (text: string): boolean => start !== "" && crudeWords(text).includes(` ${start} `);
  if (command.parts === null) return isFoundIn(command.command);
  return command.parts.some(
    (part) =>
      part.layers.some((layer) => refusesText(specifier, layer)) ||
      (part.allowLayers === 0 && isFoundIn(part.layers.join(" "))),
  );
}

function refusesResource(
  rule: Rule,
  specifier: Specifier,
  resource: Resource,
  request: GateRequest,
): boolean {
  if (resource.kind === "path") return refusesPath(specifier.path, resource.path, placesOf(rule, request));
  if (resource.kind === "command") return refusesCommand(specifier, resource);
  return specifier.domain === undefined
    ? matchPattern(specifier.text, resource.url)
    : matchesDomain(specifier.domain, resource.url, true);
}

/** The first rule that touches any part of the call: for refusing and asking. */
export function findTouching(rules: readonly Rule[], request: GateRequest): Rule | undefined {
  return rules.find((rule) => {
    const { specifiers } = rule;
    const isAbout = isAboutTool(rule, request.tool);
    if (specifiers === null) return isAbout;
    return specifiers.some(
      (specifier) =>
        (isAbout && request.subject !== undefined && matchPattern(specifier.text, request.subject)) ||
        request.resources.some(
          (resource) =>
            (isAbout || (resource.kind === "path" && isAboutAccess(rule, resource.access))) &&
            refusesResource(rule, specifier, resource, request),
        ),
    );
  });
}

function coversPath(rule: Rule, path: PathResource, request: GateRequest): boolean {
  return (
    rule.specifiers?.some((specifier) => allowsPath(specifier.path, path.path, placesOf(rule, request))) ??
    true
  );
}

/** Whether a rule has patterns that are held against the paths a tool reads. */
export function isReadingRule(rule: Rule, tool: string): boolean {
  return rule.specifiers !== null && (isAboutTool(rule, tool) || isAboutAccess(rule, "read"));
}

/** A rule that may be about something below a folder. */
export function findBelow(
  rules: readonly Rule[],
  folder: PathResource,
  request: GateRequest,
): Rule | undefined {
  return rules.find(
    (rule) =>
      isAboutAccess(rule, folder.access) &&
      rule.specifiers?.some(({ path }) =>
        refusedBelow(path, folder.path, placesOf(rule, request)).some(
          (rest) => folder.deep !== "visible" || !isHidden(rest),
        ),
      ),
  );
}

/** A rule with a pattern of paths that covers this one: `Read` or `Edit` alone does not count. */
export function findForPath(
  rules: readonly Rule[],
  path: PathResource,
  request: GateRequest,
): Rule | undefined {
  return rules.find(
    (rule) =>
      rule.specifiers !== null &&
      (isAboutAccess(rule, path.access) || (path.access === "read" ? readers : writers).has(rule.tool)) &&
      (isAboutTool(rule, request.tool) || isAboutAccess(rule, path.access)) &&
      coversPath(rule, path, request),
  );
}

/** The rule that names exactly this call: this command, this one path, this skill. */
export function findExact(rules: readonly Rule[], request: GateRequest): Rule | undefined {
  const command = request.resources.find((resource) => resource.kind === "command");
  const [only, ...more] = request.resources;
  return rules.find((rule) => {
    if (!isAboutTool(rule, request.tool)) return false;
    return rule.specifiers?.some((specifier) => {
      const named = command?.command ?? (only === undefined ? request.subject : undefined);
      if (named !== undefined) return specifier.text.kind === "exact" && specifier.text.text === named;
      return (
        only?.kind === "path" &&
        more.length === 0 &&
        exactPath(specifier.path, placesOf(rule, request)) === only.path
      );
    });
  });
}

function findForPart(rules: readonly Rule[], part: CommandPart): Rule | undefined {
  return rules.find((rule) =>
    rule.specifiers?.some((specifier) =>
      part.layers
        .slice(0, part.allowLayers)
        .some((layer) => matchPattern(specifier.text, layer) && !escapesPrefix(specifier.text, layer, part)),
    ),
  );
}

function findForCommand(
  rules: readonly Rule[],
  command: CommandResource,
  request: GateRequest,
  mayEdit: boolean,
): Rule | undefined {
  const ours = rules.filter((rule) => isAboutTool(rule, request.tool));
  if (command.parts === null) return undefined;
  const paths = request.resources.filter((resource) => resource.kind === "path");
  const redirects = command.parts.some((part) => part.redirects === true);
  const areWritesCovered = paths
    .filter((path) => path.access === "write")
    .every((path) => (!path.outside && (mayEdit || !redirects)) || findForPath(rules, path, request));
  if (!areWritesCovered) return undefined;
  const outside = paths.filter((path) => path.access === "read" && path.outside);
  const forOutside = outside.map((path) => findForPath(rules, path, request));
  const readsOutside = forOutside.includes(undefined);
  let found = readsOutside ? undefined : forOutside[0];
  for (const part of command.parts) {
    const rule = findForPart(ours, part);
    found ??= rule;
    if (!rule && (!part.readOnly || readsOutside)) return undefined;
  }
  return found;
}

/**
 * A rule that allows the call, all of it. Of a command every part must be covered, by one rule or several, or be
 * read-only; `mayEdit` where files of the workspace may be written without a rule.
 */
export function findAllowing(
  rules: readonly Rule[],
  request: GateRequest,
  mayEdit: boolean,
): Rule | undefined {
  const ours = rules.filter((rule) => isAboutTool(rule, request.tool));
  const whole = ours.find((rule) => rule.specifiers === null);
  if (whole) return whole;
  const command = request.resources.find((resource) => resource.kind === "command");
  if (command) return findForCommand(rules, command, request, mayEdit);
  const { subject, resources } = request;
  if (resources.length === 0) {
    return subject === undefined
      ? undefined
      : ours.find((rule) => rule.specifiers?.some((specifier) => matchPattern(specifier.text, subject)));
  }
  const found = resources.map((resource) => ours.find((rule) => coversResource(rule, resource, request)));
  return found.every((rule) => rule !== undefined) ? found[0] : undefined;
}

function coversResource(rule: Rule, resource: Resource, request: GateRequest): boolean {
  if (resource.kind === "path") return coversPath(rule, resource, request);
  if (resource.kind === "command") return false;
  return (
    rule.specifiers?.some((specifier) =>
      specifier.domain === undefined
        ? matchPattern(specifier.text, resource.url)
        : matchesDomain(specifier.domain, resource.url, false),
    ) ?? true
  );
}

/** False when a deny rule refuses the tool as a whole: it is not offered to the model. */
export function offersTool(rules: { deny: readonly Rule[] }, tool: string): boolean {
  return !rules.deny.some((rule) => rule.specifiers === null && isAboutTool(rule, tool));
}

/** Whether a rule about addresses says which host it means. */
function namesHost({ domain, text }: Specifier): boolean {
  return domain !== undefined || /^https?:\/\/[^/]+\//i.test(fixedStart(text));
}

/** The rule of a person that allows these very addresses, and not only the tool or whatever host it goes to. */
export function findNaming(rules: readonly Rule[], request: GateRequest): Rule | undefined {
  const naming = rules.flatMap((rule) => {
    const specifiers = rule.specifiers?.filter(namesHost) ?? [];
    const isOfPerson = rule.source !== "skill" && rule.source !== "project";
    return isOfPerson && specifiers.length > 0 ? [{ ...rule, specifiers }] : [];
  });
  return findAllowing(naming, request, false);
}
