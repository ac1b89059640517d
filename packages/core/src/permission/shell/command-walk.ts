import {
  forEachChild,
  parse,
  type AndOr,
  type Assignment,
  type Command,
  type ParsedScript,
  type Pipeline,
  type Statement,
  type SyntaxNode,
} from "unbash";
import type { CommandPart } from "../request.ts";
import { findGap } from "./find-gap.ts";
import { isSame, unite, type Folders } from "./folders.ts";
import { foldersAfter, judgeCommand, type JudgedCommand, type SimpleCommand } from "./judge-command.ts";
import { judgeTestCommand } from "./judge-test.ts";
import { giveReason, type Reason } from "./reason.ts";
import { judgeRedirections, placesOf } from "./redirections.ts";
import { after, join, stay, type Outcome } from "./outcome.ts";
import { isHarmless, wordsOf } from "./read-command.ts";
import { readWord, type ShellWord } from "./shell-word.ts";
import { TooDeep } from "./too-deep.ts";
import { givenScripts } from "./wrappers.ts";

type Upstream = SimpleCommand["upstream"];

const maxDepth = 60;

/** Goes through a syntax tree in the order of running and judges every simple command in it. */
export class CommandWalk {
  readonly parts: CommandPart[] = [];
  readonly reads: string[] = [];
  readonly globs: string[] = [];
  readonly deep: JudgedCommand["deep"] = [];
  readonly writes: string[] = [];
  /** The first thing that the parser did not understand. */
  error: string | undefined;
  #source: string;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
  }

  walkScript(script: ParsedScript, folders: Folders): Outcome {
    this.error ??= script.errors?.[0]?.message;
    const outer = this.#source;
    this.#source = script.source ?? outer;
    const { pos, end } = script;
    this.error ??= findGap(
      this.#source,
      [{ pos, end: pos }, ...script.commands, { pos: end, end }],
      "statements",
    );
    const outcome = this.#walkList(script.commands, folders);
    this.#source = outer;
    return outcome;
  }

  #walkList(statements: readonly Statement[], folders: Folders): Outcome {
    this.error ??= findGap(this.#source, statements, "statements");
    let outcome = stay(folders);
    for (const { command, background } of statements) {
      const start = after(outcome);
      const inner = this.#walk(command, start);
      outcome = background ? stay(start) : inner;
    }
    return outcome;
  }

  #walk(node: Statement["command"] | SyntaxNode, folders: Folders, upstream: Upstream = []): Outcome {
    if (++this.#depth > maxDepth) throw new TooDeep();
    const outcome = this.#walkNode(node, folders, upstream);
    this.#depth--;
    return outcome;
  }

  #walkNode(node: SyntaxNode, folders: Folders, upstream: Upstream): Outcome {
    switch (node.type) {
      case "Command":
        return this.#walkCommand(node, folders, upstream);
      case "AndOr":
        return this.#walkAndOr(node, folders);
      case "Pipeline":
        return this.#walkPipeline(node, folders);
      case "Subshell":
        this.#walkList(node.body.commands, folders);
        return stay(folders);
      case "BraceGroup":
        return this.#walkList(node.body.commands, folders);
      case "CompoundList":
        return this.#walkList(node.commands, folders);
      case "Redirected":
        return this.#walkRedirected(node, folders, upstream);
      case "If": {
        let outcome: Outcome | undefined;
        let start: Folders = folders;
        for (const branch of [node, ...node.elif]) {
          const clause = this.#walk(branch.clause, start);
          const then = this.#walk(branch.then, clause.ok);
          outcome = outcome ? join(outcome, then) : then;
          start = clause.fail;
        }
        const rest = node.else ? this.#walk(node.else, start) : stay(start);
        return outcome ? join(outcome, rest) : rest;
      }
      case "While":
        return this.#walkLoop(folders, (start) => {
          const clause = this.#walk(node.clause, start);
          return join(clause, this.#walk(node.body, after(clause)));
        });
      case "For":
      case "Select":
        this.#walkEach([node.name, ...(node.wordlist ?? [])], folders);
        this.#addUnproven(node, giveReason("loop-variable", node.name.text));
        return this.#walkLoop(folders, (start) => this.#walk(node.body, start));
      case "ArithmeticFor":
        this.#addUnproven(node, giveReason("syntax", "(("));
        for (const part of [node.initialize, node.test, node.update])
          if (part) this.#walkNested(part, folders);
        return this.#walkLoop(folders, (start) => this.#walk(node.body, start));
      case "Case": {
        const words = [node.word, ...node.items.flatMap((item) => item.pattern)];
        this.#walkEach(words, folders);
        const open = words.map(readWord).find((word) => word.kind === "open");
        if (open) this.#addUnproven(node.word, giveReason("open-word", open.value));
        return this.#walkLoop(folders, (start) =>
          node.items.map((item) => this.#walk(item.body, start)).reduce(join, stay(start)),
        );
      }
      case "TestCommand": {
        this.#walkNested(node.expression, folders);
        const judged = judgeTestCommand(node.expression);
        const text = this.#source.slice(node.pos, node.end);
        const command: SimpleCommand = {
          text,
          words: [],
          assignments: [],
          upstream,
          ...(judged.reason ? { reason: judged.reason } : {}),
        };
        this.#keep({
          ...judgeCommand(command, folders),
          reads: judged.reads.flatMap((word) => placesOf(word, folders)),
        });
        return stay(folders);
      }
      case "ArithmeticCommand":
        if (node.expression) this.#walkNested(node.expression, folders);
        this.#addUnproven(node, giveReason("syntax", "(("));
        return stay(folders);
      case "Function":
        this.#addUnproven(node, giveReason("definition", node.name.text));
        this.#walk(node.body, null);
        return stay(folders);
      case "Coproc":
        this.#addUnproven(node, giveReason("definition", "coproc"));
        this.#walk(node.body, folders);
        return stay(folders);
      default:
        this.#addUnproven(node, giveReason("syntax", node.type));
        this.#walkNested(node, null);
        return stay(null);
    }
  }

  #walkAndOr(node: AndOr, folders: Folders): Outcome {
    let outcome: Outcome | undefined;
    for (const [i, command] of node.commands.entries()) {
      if (outcome === undefined) outcome = this.#walk(command, folders);
      else if (node.operators[i - 1] === "&&") {
        const next = this.#walk(command, outcome.ok);
        outcome = { ok: next.ok, fail: unite(outcome.fail, next.fail) };
      } else {
        const next = this.#walk(command, outcome.fail);
        outcome = { ok: unite(outcome.ok, next.ok), fail: next.fail };
      }
    }
    return outcome ?? stay(folders);
  }

  #walkPipeline(node: Pipeline, folders: Folders): Outcome {
    const [only] = node.commands;
    if (only && node.commands.length === 1) {
      const outcome = this.#walk(only, folders);
      const isNegated = node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1;
      return isNegated ? { ok: outcome.fail, fail: outcome.ok } : outcome;
    }
    const upstream: (readonly ShellWord[])[] = [];
    for (const command of node.commands) {
      this.#walk(command, folders, [...upstream]);
      upstream.push(command.type === "Command" ? wordsOf(command) : []);
    }
    return stay(folders);
  }

  #walkLoop(folders: Folders, walk: (start: Folders) => Outcome): Outcome {
    const lists = [this.parts, this.reads, this.globs, this.deep, this.writes];
    const kept = lists.map((list) => list.length);
    const outcome = walk(folders);
    if (isSame(after(outcome), folders)) return outcome;
    // The next round starts where this one ended.
    lists.forEach((list, i) => (list.length = kept[i] ?? 0));
    walk(null);
    return stay(null);
  }

  #walkRedirected(
    node: Extract<SyntaxNode, { type: "Redirected" }>,
    folders: Folders,
    upstream: Upstream,
  ): Outcome {
    this.#walkEach(node.redirects, folders);
    const effect = judgeRedirections(node.redirects, folders);
    this.reads.push(...effect.reads);
    this.writes.push(...effect.writes);
    if (effect.reason) this.#addUnproven(node, effect.reason, effect.blind);
    return this.#walk(node.command, folders, upstream);
  }

  #walkCommand(node: Command, folders: Folders, upstream: Upstream): Outcome {
    const children = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix];
    this.error ??= findGap(this.#source, children, "words");
    this.#walkEach(children, folders);
    const effect = judgeRedirections(node.redirects, folders);
    const assignments = node.prefix.filter((item): item is Assignment => item.type === "Assignment");
    const command: SimpleCommand = {
      text: this.#source.slice(node.pos, node.end),
      words: wordsOf(node),
      assignments: assignments.filter((item) => !isHarmless(item, node)).map((item) => item.text),
      upstream,
      blind: effect.blind,
      redirects: effect.writes.length > 0,
      ...(effect.reason ? { reason: effect.reason } : {}),
    };
    const judged = judgeCommand(command, folders);
    this.#keep({
      ...judged,
      reads: [...judged.reads, ...effect.reads],
      writes: [...judged.writes, ...effect.writes],
    });
    this.#walkGiven(command, folders);
    return {
      ok: foldersAfter(command, folders),
      fail: foldersAfter(command, folders) === null ? null : folders,
    };
  }

  /** Code that the command is given as text. The command itself is never proven, so errors in it do not matter. */
  #walkGiven(command: SimpleCommand, folders: Folders): void {
    if (++this.#depth > maxDepth) throw new TooDeep();
    for (const text of givenScripts(command.words)) {
      const inner = new CommandWalk(text);
      inner.#depth = this.#depth;
      inner.walkScript(parse(text), folders);
      this.parts.push(
        ...inner.parts.map((part) => ({
          ...part,
          readOnly: false,
          planSafe: false,
          reason: part.reason ?? giveReason("shell", text),
        })),
      );
      this.reads.push(...inner.reads);
      this.globs.push(...inner.globs);
      this.writes.push(...inner.writes);
    }
    this.#depth--;
  }

  #walkEach(nodes: readonly SyntaxNode[], folders: Folders): void {
    for (const node of nodes) this.#walkNested(node, folders);
  }

  /** Finds the scripts inside words, assignments, redirections and expressions. */
  #walkNested(node: SyntaxNode, folders: Folders): void {
    if (++this.#depth > maxDepth) throw new TooDeep();
    if (node.type === "Script") this.walkScript(node, folders);
    else forEachChild(node, (child) => this.#walkNested(child, folders));
    this.#depth--;
  }

  #addUnproven(node: { pos: number; end: number }, reason: Reason, isBlind = false): void {
    const text = this.#source.slice(node.pos, node.end);
    this.parts.push({
      text,
      words: null,
      readOnly: false,
      planSafe: false,
      reason,
      layers: [text],
      allowLayers: isBlind ? 0 : 1,
    });
  }

  #keep(judged: JudgedCommand): void {
    this.parts.push(judged.part);
    this.reads.push(...judged.reads);
    this.globs.push(...judged.globs);
    this.deep.push(...judged.deep);
    this.writes.push(...judged.writes);
  }
}
