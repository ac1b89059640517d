import type { Alias, Document, Node, YAMLMap, YAMLSeq } from "yaml";
import type { Data } from "../skill.ts";
import { createDataMap } from "./data-map.ts";
import { loadYaml } from "./load-yaml.ts";
import { maxDataDepth, maxDataValues, maxYamlLength } from "./limits.ts";

/** Why a text is no YAML, as the library says it, with its place from 1. */
export interface YamlProblem {
  /** The library's code, or `TOO_LONG`, `TOO_DEEP`, `TOO_MANY_VALUES`, `CYCLE`, `BAD_ALIAS`. */
  code: string;
  message: string;
  line: number;
  column?: number;
}

/** What a parse shows that strict readers of skills refuse, with its line from 1. */
export interface YamlFeature {
  kind: "anchor" | "tag" | "flow" | "duplicate";
  line: number;
  name: string;
}

export interface ReadYaml {
  /** `undefined`: not YAML. */
  data: Data | undefined;
  /** Whether the text is empty or only comments. */
  isEmpty: boolean;
  problems: YamlProblem[];
  features: YamlFeature[];
}

class Refused extends Error {
  readonly code: string;
  readonly node: Node | undefined;

  constructor(code: string, node?: Node) {
    super(code);
    this.code = code;
    this.node = node;
  }
}

/**
 * YAML 1.2 with every scalar a text as it was written: no tag is constructed, maps have no prototype, keys that
 * stand twice count with their last value. Depth, aliases and the number of values are bounded. Never throws.
 */
export function readYaml(text: string): ReadYaml {
  const refused = text.length > maxYamlLength ? { code: "TOO_LONG", message: "", line: 1 } : findDepth(text);
  if (refused !== undefined) return { data: undefined, isEmpty: false, problems: [refused], features: [] };
  const { LineCounter, parseDocument } = loadYaml();
  const lines = new LineCounter();
  const document = parseDocument(text, {
    schema: "failsafe",
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: "error",
    lineCounter: lines,
  });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  if (document.errors.length > 0)
    return {
      data: undefined,
      isEmpty: false,
      problems: document.errors.map((error) => {
        const place = lines.linePos(error.pos[0]);
        return {
          code: error.code,
          message: error.message,
          line: Math.max(1, place.line),
          column: Math.max(1, place.col),
        };
      }),
      features: [],
    };
  const features: YamlFeature[] = [];
  try {
    const data = toData(document, (kind, node, name) =>
      features.push({ kind, name, line: lineAt(node.range?.[0] ?? 0) }),
    );
    return { data, isEmpty: document.contents === null, problems: [], features };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const line = lineAt(error.node?.range?.[0] ?? 0);
    return { data: undefined, isEmpty: false, problems: [{ code: error.code, message: "", line }], features };
  }
}

/** Depth that shows without parsing; what recursion would do with thousands of levels is nobody's business. */
function findDepth(text: string): YamlProblem | undefined {
  let depth = 0;
  let line = 1;
  let dashes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 91 || code === 123) depth++;
    else if (code === 93 || code === 125) depth = Math.max(0, depth - 1);
    if (code === 10) {
      line++;
      dashes = 0;
    } else if (code === 45 || code === 63) dashes++;
    else if (code !== 32) dashes = 0;
    if (
      depth > maxDataDepth * 2 ||
      (dashes > maxDataDepth * 2 && text[at + 1] === " " && text[at - 1] === " ")
    )
      return { code: "TOO_DEEP", message: "", line };
  }
  return undefined;
}

type See = (kind: YamlFeature["kind"], node: Node, name: string) => void;

interface Walk {
  yaml: ReturnType<typeof loadYaml>;
  see: See;
  anchors: Map<string, Node>;
  /** Nodes that are being read: an alias to one of them is a cycle. */
  open: Set<Node>;
  left: number;
  isAliased: boolean;
}

function toData(document: Document.Parsed, see: See): Data {
  const walk: Walk = {
    yaml: loadYaml(),
    see,
    anchors: new Map(),
    open: new Set(),
    left: maxDataValues,
    isAliased: false,
  };
  return readNode(document.contents, walk, 0);
}

function readNode(node: Node | null, walk: Walk, depth: number): Data {
  if (node === null) return "";
  if (depth > maxDataDepth) throw new Refused("TOO_DEEP", node);
  if (walk.left-- <= 0) throw new Refused("TOO_MANY_VALUES", node);
  const { isAlias, isMap, isScalar, isSeq } = walk.yaml;
  if (isAlias(node)) return readAlias(node, walk, depth);
  if (!walk.isAliased) seeNode(node, walk);
  if (isScalar(node)) return typeof node.value === "string" ? node.value.toWellFormed() : "";
  walk.open.add(node);
  const data = isMap(node) ? readMap(node, walk, depth) : isSeq(node) ? readSeq(node, walk, depth) : "";
  walk.open.delete(node);
  return data;
}

function seeNode(node: Node, walk: Walk): void {
  const { isCollection, isScalar } = walk.yaml;
  if (!isCollection(node) && !isScalar(node)) return;
  if (node.anchor !== undefined) {
    walk.anchors.set(node.anchor, node);
    walk.see("anchor", node, node.anchor);
  }
  if (node.tag !== undefined && !implied.has(node.tag)) walk.see("tag", node, node.tag);
  if (isCollection(node) && node.flow === true) walk.see("flow", node, "");
}

/** Tags that the library gives to what has none. */
const implied = new Set(["tag:yaml.org,2002:str", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"]);

function readAlias(alias: Alias, walk: Walk, depth: number): Data {
  const target = walk.anchors.get(alias.source);
  if (target === undefined) throw new Refused("BAD_ALIAS", alias);
  if (walk.open.has(target)) throw new Refused("CYCLE", alias);
  const was = walk.isAliased;
  walk.isAliased = true;
  const data = readNode(target, walk, depth);
  walk.isAliased = was;
  return data;
}

function readMap(map: YAMLMap, walk: Walk, depth: number): Data {
  const data = createDataMap();
  for (const pair of map.items) {
    const key = readNode(pair.key as Node | null, walk, depth + 1);
    const name = typeof key === "string" ? key : writeData(key);
    if (name in data && !walk.isAliased) walk.see("duplicate", pair.key as Node, name);
    data[name] = readNode(pair.value as Node | null, walk, depth + 1);
  }
  return data;
}

function readSeq(seq: YAMLSeq, walk: Walk, depth: number): Data {
  return seq.items.map((item) => readNode(item as Node | null, walk, depth + 1));
}

/** A value as one line of text, the way flow style writes it. */
export function writeData(data: Data): string {
  if (typeof data === "string") return data;
  if (Array.isArray(data)) return `[${data.map(writeData).join(", ")}]`;
  const pairs = Object.entries(data).map(([key, value]) => `${key}: ${writeData(value)}`);
  return `{${pairs.join(", ")}}`;
}
