import { homedir } from "node:os";
import { createPageWords } from "../browser/browser-failure.ts";
import { browserActions } from "../browser/browser-inputs.ts";
import { memoryKey, type BrowserTool } from "../browser/create-browser-tools.ts";
import { decide } from "../permission/gate.ts";
import { findNaming } from "../permission/find-rule.ts";
import { isProtected } from "../permission/guarded-path.ts";
import { joinRules, parseRules, type Rules } from "../permission/rules.ts";
import { createId, createTranslate, SkillmintError, type SessionId } from "../protocol/index.ts";
import { ToolFailure, type Description, type Judgement, type ToolContext } from "../tool/define-tool.ts";
import { validateInput } from "../tool/validate.ts";
import { createWorkspace } from "../workspace/create-workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { BrowsersOptions } from "./browsers.ts";

export interface BrowserPlace {
  /** Where files go; with a `sessionId` that session's own folder counts. */
  folder: string;
  /** Whose browser it is. Without one all such calls share one. */
  sessionId?: SessionId;
  signal?: AbortSignal;
}

export interface BrowserOutput {
  /** What was done, or what was asked for: a snapshot, HTML, a JSON value. */
  output: string;
  image?: { mediaType: string; data: Uint8Array };
}

/** The browser for those who are not a session: a person's own calls, a server's routes. */
export interface BrowserActions {
  /**
   * `navigate`, `click` … with what the tool of that name takes. Nobody is asked, but rules that refuse, the guard of
   * the network and the bounds of the folder hold as in a session. Failures are `usage`, `browser-refused` and
   * `browser-failed`.
   */
  act(action: string, input: Readonly<Record<string, unknown>>, place: BrowserPlace): Promise<BrowserOutput>;
}

interface ActParts extends BrowsersOptions {
  tools: readonly BrowserTool[];
}

/** The browser that calls without a session share; no session can have this name. */
const sharedId = "ses_shared" as SessionId;

async function placeOf(parts: ActParts, place: BrowserPlace) {
  const view = place.sessionId === undefined ? undefined : await parts.openView(place.sessionId);
  const folder = view?.folder ?? place.folder;
  const { rules, ruleOptions } = await parts.config(folder, view?.settings.environment);
  const workspace = await createWorkspace({
    root: folder,
    added: view?.settings.addedFolders ?? [],
    home: parts.env["HOME"] ?? homedir(),
  });
  const own = parseRules(view?.settings.rules, { source: "flag", ...ruleOptions });
  return { workspace, rules: joinRules(rules, own), environment: view?.settings.environment };
}

function refuse(message: string): SkillmintError {
  return new SkillmintError("browser-refused", { params: { message } });
}

/** What nobody can be asked about is refused: the bounds of the folder, and what is protected in it. */
function checkPaths({ resources }: Description, workspace: Workspace, parts: ActParts): void {
  const words = createPageWords(parts.language);
  for (const resource of resources) {
    if (resource.kind !== "path") continue;
    const path = workspace.display(resource.path);
    if (resource.outside) throw refuse(words("browser.rest.outside", { path, folder: workspace.root }));
    if (isProtected(resource.path)) throw refuse(words("browser.rest.protected", { path }));
  }
}

/** Only what rules refuse is refused: whoever calls is the person whom the others would ask. */
function createJudge(rules: Rules, root: string) {
  const refusing = { ...rules, ask: [], allow: [] };
  return (what: Judgement) => decide("unrestricted", refusing, { ...what, root });
}

export async function actInBrowser(
  parts: ActParts,
  action: string,
  raw: Readonly<Record<string, unknown>>,
  place: BrowserPlace,
): Promise<BrowserOutput> {
  const { language } = parts;
  const t = createTranslate(language);
  const tool = parts.tools.find(({ name }) => name === `browser_${action}`);
  if (!tool) {
    const message = createPageWords(language)("browser.rest.unknown", {
      action: action.slice(0, 100),
      known: browserActions.join(", "),
    });
    throw new SkillmintError("usage", { params: { message } });
  }
  const validated = validateInput(tool, { ...raw }, t);
  if (!validated.ok) throw new SkillmintError("usage", { params: { message: validated.message } });
  const { workspace, rules, environment } = await placeOf(parts, place);
  const judge = createJudge(rules, workspace.root);
  const sessionId = place.sessionId ?? sharedId;
  const context: ToolContext = {
    sessionId,
    callId: createId("call"),
    workspace,
    signal: place.signal ?? new AbortController().signal,
    t,
    begin: async () => undefined,
    progress: () => undefined,
    readStored: async () => undefined,
    memory: new Map([[memoryKey, sessionId]]),
    session: () => ({
      settings: { model: "", mode: "unrestricted", ...(environment === undefined ? {} : { environment }) },
      todos: [],
    }),
    judgeBelow: () => undefined,
    judge: (what) => judge(what).verdict,
    names: (what) => findNaming(rules.allow, { ...what, root: workspace.root }) !== undefined,
  };
  try {
    const { input } = validated;
    const description = await tool.describe(input, workspace, context.memory);
    const verdict = judge({ tool: tool.name, effect: tool.effect, ...description });
    if (verdict.verdict !== "allow") throw refuse(t("tool.deniedByRule", { rule: verdict.rule ?? "" }));
    checkPaths(description, workspace, parts);
    const { image, said, shown } = await tool.act(input, context);
    return {
      output: said ?? shown ?? "",
      ...(image ? { image: { mediaType: image.mediaType, data: image.data } } : {}),
    };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new SkillmintError("browser-failed", { params: { message: error.message }, cause: error });
  }
}
