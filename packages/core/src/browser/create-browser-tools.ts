import type { Language, Translate } from "../protocol/index.ts";
import { createDescribedPath } from "../tool/builtin/described-path.ts";
import {
  ToolFailure,
  type Description,
  type Effect,
  type Tool,
  type ToolContext,
  type ToolMemory,
  type ToolResult,
} from "../tool/define-tool.ts";
import { createOutsideWords, markOutside } from "../tool/mark-outside.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ActionCall, Shown } from "./action.ts";
import type { BrowserFace } from "./browser-face.ts";
import { browserActions, createBrowserInputs, type BrowserAction } from "./browser-inputs.ts";
import { readAddress } from "./read-address.ts";

export interface BrowserToolsOptions {
  face: BrowserFace;
  language: Language;
  t: Translate;
}

/** Where a session's calls remember whose browser is theirs. */
export const memoryKey = "browser";

export interface BrowserTool extends Tool {
  /** What `run` does, before what the page says is marked as that. Expected failures are `ToolFailure`. */
  act(input: Record<string, unknown>, context: ToolContext): Promise<Shown>;
}

/** Words by which somebody asks for a browser. */
const wanted =
  /\bbrowsers?\b|\bbrowser_|\bweb ?(?:page|site|app)s?\b|\bscreenshots?\b|\bclick(?:s|ed|ing)?\b|\bplaywright\b|\bchrom(?:e|ium)\b|浏览器|网页|网站|截图|截屏|点击/i;

/** What looks at a page that was opened before is not asked about; what may send something is. */
const effects: Readonly<Record<BrowserAction, Effect>> = {
  navigate: "network",
  click: "network",
  type: "network",
  select: "network",
  press: "network",
  evaluate: "network",
  back: "network",
  screenshot: "write",
  wait: "interact",
  snapshot: "interact",
  content: "interact",
  tabs: "interact",
  close: "interact",
};

const maxTitle = 200;

function oneLine(text: string): string {
  const line = text.replaceAll(/[\x00-\x1f\x7f]+/g, " ").trim();
  return line.length > maxTitle ? `${line.slice(0, maxTitle)}…` : line;
}

type Input = Record<string, unknown>;

/** What a person sees of a call beside where it happens. */
function wordInput(input: Input): string {
  const parts = [
    input["ref"] ?? input["selector"],
    input["key"],
    input["text"],
    input["values"],
    input["script"],
  ];
  const shown = parts.filter((part) => part !== undefined && part !== "");
  return shown.map((part) => oneLine(typeof part === "string" ? part : JSON.stringify(part))).join(" ");
}

/** The file or folder that a call writes to. */
function placeOf(action: BrowserAction, input: Input): string | undefined {
  const path = action === "screenshot" ? input["path"] : input["downloads"];
  return typeof path === "string" ? path : undefined;
}

export function createBrowserTools({ face, language, t }: BrowserToolsOptions): BrowserTool[] {
  let made: ReturnType<typeof createBrowserInputs> | undefined;
  /** Schemas are made when a tool is first offered or called: most sessions never do. */
  const inputs = (): NonNullable<typeof made> => (made ??= createBrowserInputs(language));
  const outside = createOutsideWords(language);
  /** The address that the gate judged an input by. */
  const judged = new WeakMap<object, { url: string | undefined }>();

  function toResult({ said, shown, source, image, details }: Shown): ToolResult {
    const texts = [said ?? "", shown === undefined ? "" : markOutside(shown, source ?? "", outside)].filter(
      (text) => text !== "",
    );
    return {
      content: [...texts.map((text) => ({ type: "text" as const, text })), ...(image ? [image] : [])],
      ...(details ? { details } : {}),
    };
  }

  function createTool(action: BrowserAction): BrowserTool {
    const name = `browser_${action}`;
    const target = createDescribedPath({ name, access: "write", failed: "builtin.write.failed", t });

    function addressOf(input: Input, memory: ToolMemory): string | undefined {
      if (action === "navigate") return readAddress(String(input["url"]))?.href;
      const id = memory.get(memoryKey);
      return typeof id === "string" ? face.urlOf(id) : undefined;
    }

    async function describe(input: Input, workspace: Workspace, memory: ToolMemory): Promise<Description> {
      const url = addressOf(input, memory);
      const path = placeOf(action, input);
      if (action !== "navigate") judged.set(input, { url });
      const place = path === undefined ? undefined : await target.describe(input, path, workspace);
      const title = [name, wordInput(input), url === undefined ? "" : oneLine(url)].filter(
        (part) => part !== "",
      );
      // What a screenshot shows may be seen already: of one that is saved only the file counts.
      const address =
        url === undefined || (place && action === "screenshot") ? [] : [{ kind: "url", url } as const];
      return {
        title: place ? `${title.join(" ")} ${place.title}` : title.join(" "),
        resources: [...address, ...(place?.resources ?? [])],
      };
    }

    async function perform(input: Input, context: ToolContext, place?: ActionCall<unknown>["place"]) {
      if (context.memory.get(memoryKey) !== context.sessionId)
        context.memory.set(memoryKey, context.sessionId);
      const known = judged.get(input);
      try {
        return await face.act(action, {
          input,
          context,
          ...(known ? { judged: known } : {}),
          ...(place ? { place } : {}),
        });
      } catch (error) {
        if (!(error instanceof Error) || error.name !== "BrowserFailure") throw error;
        throw new ToolFailure(error.message, { cause: error });
      }
    }

    async function act(input: Input, context: ToolContext): Promise<Shown> {
      const path = placeOf(action, input);
      if (path === undefined) return perform(input, context);
      let shown: Shown = {};
      await target.touch(input, path, context, async ({ real, exists }) => {
        shown = await perform(input, context, { real, exists, shown: path });
        return { content: [] };
      });
      return shown;
    }

    return {
      name,
      get description() {
        return inputs().words(`browser.${action}.description`);
      },
      get input() {
        return inputs()[action];
      },
      aliases: action === "evaluate" ? { expression: "script", function: "script" } : {},
      effect: effects[action],
      onDemand: wanted,
      describe,
      run: async (input, context) => toResult(await act(input, context)),
      act,
    };
  }

  return browserActions.map(createTool);
}
