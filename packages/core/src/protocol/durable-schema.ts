import { z } from "zod";
import { assistantPart, blobId, inputPart } from "./content.ts";
import { contextBodies } from "./context-schema.ts";
import { problem } from "./error.ts";
import { idSchema } from "./id.ts";
import { instructionSource } from "./instruction-source.ts";
import { lazy } from "./lazy.ts";
import { seq } from "./seq.ts";
import { sessionSettings } from "./settings.ts";
import { usage } from "./usage.ts";

const callId = idSchema("call");
const runId = idSchema("run");
const messageId = idSchema("msg");
const askId = idSchema("ask");
const sessionId = idSchema("ses");
const shellId = idSchema("shl");

export const callStatus = z.enum(["ok", "error", "denied", "interrupted"]);
export type CallStatus = z.infer<typeof callStatus>;

export const endReason = z.enum(["done", "waiting", "limit", "loop", "cancelled", "error"]);
export type EndReason = z.infer<typeof endReason>;

export const stopReason = z.enum(["end", "calls", "length", "refusal", "filter"]);
export type StopReason = z.infer<typeof stopReason>;

/** `skill`: what the skill that wants this says it needs, for as long as its folder does not change. */
export const permissionAnswer = z.enum(["once", "session", "workspace", "always", "skill", "no"]);
export type PermissionAnswer = z.infer<typeof permissionAnswer>;

/**
 * Why a background shell ended: by itself, by request, with its owner or its session, because of what it printed
 * (too much, or nowhere to write it), or unseen after its owner had died.
 */
export const shellEnd = z.enum(["exited", "killed", "closed", "output-limit", "output-failed", "lost"]);
export type ShellEnd = z.infer<typeof shellEnd>;

export const choice = z.object({ label: z.string(), description: z.string().optional() });
export const question = z.object({
  question: z.string(),
  header: z.string().optional(),
  /** What the question is about, to be shown whole: a plan. */
  detail: z.string().optional(),
  options: z.array(choice).optional(),
  multiSelect: z.boolean().optional(),
});
export type Question = z.infer<typeof question>;

export const todo = z.object({
  id: z.string(),
  subject: z.string(),
  description: z.string().optional(),
  status: z.enum(["pending", "in_progress", "completed"]),
  /** What is shown while it is worked on. */
  activeForm: z.string().optional(),
});
export type Todo = z.infer<typeof todo>;

/** What a skill wants to do without a question. `change`: how its folder differs from the one approved before. */
const skillGrants = z.object({
  skillId: z.string(),
  name: z.string(),
  folder: z.string(),
  digest: z.string(),
  rules: z.array(z.string()),
  change: z.string().optional(),
});

/** What of a skill's frontmatter holds while it is active. */
const skillTerms = z.object({
  allowedTools: z.array(z.string()).optional(),
  disallowedTools: z.array(z.string()).optional(),
  /** Only what `allowedTools` lists may be used. */
  restrict: z.boolean().optional(),
  /** A person approved `allowedTools` for this digest. */
  approved: z.boolean().optional(),
  /** Nobody trusts who made it: nobody is asked to approve `allowedTools`. */
  withheld: z.boolean().optional(),
  model: z.string().optional(),
  effort: z.string().optional(),
  maxIterations: z.number().int().positive().optional(),
  contextBudget: z.number().int().positive().optional(),
  /** MCP servers that it brings along, by name, as it defines them. */
  mcpServers: z.record(z.string(), z.unknown()).optional(),
  /** Commands that run at certain moments while it is active. */
  hooks: z
    .array(
      z.object({
        event: z.string(),
        matcher: z.string(),
        command: z.string(),
        timeoutMs: z.number().positive(),
        once: z.boolean().optional(),
      }),
    )
    .optional(),
});

/** What the model sees of a result, and beside it `details` for screens only. */
const resultContent = z.array(inputPart);

/** The bodies of all durable events. */
export const durableBodies = {
  "session.created": lazy(() =>
    z.object({
      folder: z.string(),
      title: z.string(),
      settings: sessionSettings,
      parentSessionId: sessionId.optional(),
      agent: z.string().optional(),
      forkOf: z.object({ sessionId, seq }).optional(),
    }),
  ),
  "session.configured": lazy(() => z.object({ settings: sessionSettings.partial() })),
  "session.renamed": lazy(() => z.object({ title: z.string() })),
  /** `undo` takes back the prompt at `promptSeq` and all that follows it; `redo` brings it back. */
  "session.rewound": lazy(() =>
    z.object({
      direction: z.enum(["undo", "redo"]),
      promptSeq: seq,
      files: z.array(z.object({ path: z.string(), restored: z.boolean(), reason: z.string().optional() })),
    }),
  ),
  ...contextBodies,
  "prompt.admitted": lazy(() =>
    z.object({
      promptId: idSchema("prm"),
      content: z.array(inputPart),
      settings: sessionSettings.partial().optional(),
    }),
  ),
  /** A hook did not let it through: the model never reads it. */
  "prompt.refused": lazy(() => z.object({ promptId: idSchema("prm"), reason: z.string() })),
  "cancel.requested": lazy(() => z.object({ reason: z.string().optional() })),
  "run.started": lazy(() => z.object({ runId, fence: z.number().int() })),
  "run.ended": lazy(() =>
    z.object({
      runId,
      reason: endReason,
      usage,
      asks: z.array(askId).optional(),
      limit: z.enum(["iterations", "tokens", "cost", "time", "output"]).optional(),
      error: problem.optional(),
    }),
  ),
  "message.completed": lazy(() =>
    z.object({
      messageId,
      runId,
      role: z.literal("assistant"),
      text: z.string(),
      content: z.array(assistantPart),
      model: z.string(),
      stop: stopReason,
      usage,
      readTo: seq,
    }),
  ),
  "message.failed": lazy(() =>
    z.object({
      messageId,
      runId,
      text: z.string(),
      model: z.string(),
      error: problem,
      usage: usage.optional(),
      willRetry: z.boolean(),
    }),
  ),
  "note.added": lazy(() => z.object({ noteId: idSchema("note"), kind: z.string(), text: z.string() })),
  /** `defect` says why the arguments could not be read; such a call is settled with an error, never run. */
  "tool.called": lazy(() =>
    z.object({
      callId,
      messageId,
      name: z.string(),
      input: z.record(z.string(), z.unknown()),
      defect: z.string().optional(),
    }),
  ),
  "permission.asked": lazy(() =>
    z.object({
      askId,
      callId,
      tool: z.string(),
      title: z.string(),
      resources: z.array(z.string()),
      digest: z.string(),
      /** Why it is asked about, in a few words. */
      reason: z.string().optional(),
      rule: z.string().optional(),
      /** The active skill that asks for this in its `allowed-tools`, with all it asks for. */
      grants: skillGrants.optional(),
    }),
  ),
  "permission.answered": lazy(() =>
    z.object({ askId, answer: permissionAnswer, reason: z.string().optional() }),
  ),
  /** What a person granted by answering an ask of a sub-agent: it holds for the whole tree of this session. */
  "permission.granted": lazy(() => z.object({ rule: z.string(), childId: sessionId, askId })),
  "question.asked": lazy(() => z.object({ askId, callId, questions: z.array(question) })),
  "question.answered": lazy(() => z.object({ askId, answers: z.array(z.array(z.string())) })),
  "tool.started": lazy(() =>
    z.object({ callId, pid: z.number().int().optional(), pidStart: z.string().optional() }),
  ),
  /** A model wrote something for a call, beside the conversation: what that used up is the run's. */
  "sample.completed": lazy(() => z.object({ callId, model: z.string(), usage })),
  "tool.settled": lazy(() =>
    z.object({
      callId,
      name: z.string(),
      status: callStatus,
      content: resultContent,
      details: z.record(z.string(), z.unknown()).optional(),
      /** What the tool left for later calls. */
      remembered: z.record(z.string(), z.unknown()).optional(),
      /** The whole output where `content` is a part of it. */
      fullOutput: z.object({ blob: blobId, chars: z.number().int(), path: z.string().optional() }).optional(),
      durationMs: z.number().int().nonnegative().optional(),
    }),
  ),
  "file.changed": lazy(() =>
    z.object({
      callId,
      path: z.string(),
      before: blobId.nullable(),
      after: blobId.nullable(),
      mode: z.number().int().optional(),
    }),
  ),
  /** A command that goes on beside the conversation. It is in the log before the command runs. */
  "shell.started": lazy(() =>
    z.object({
      shellId,
      callId,
      command: z.string(),
      pid: z.number().int(),
      pidStart: z.string().optional(),
      /** What it prints, on the machine of its owner. */
      outputFile: z.string().optional(),
      /** The process that the shell lives and ends with. */
      owner: z.object({ machine: z.string(), pid: z.number().int(), pidStart: z.string() }).optional(),
    }),
  ),
  /** `exitCode` is null where a signal ended it, or where nobody saw its end (`lost`). */
  "shell.ended": lazy(() =>
    z.object({ shellId, exitCode: z.number().int().nullable(), reason: shellEnd.optional() }),
  ),
  "agent.started": lazy(() =>
    z.object({
      callId,
      childId: sessionId,
      taskId: z.string(),
      agentType: z.string(),
      prompt: z.string(),
      background: z.boolean().optional(),
    }),
  ),
  /** `usage` is what the child and its own children used up. */
  "agent.ended": lazy(() =>
    z.object({
      childId: sessionId,
      taskId: z.string(),
      agentType: z.string(),
      status: z.string(),
      result: z.string(),
      usage: usage.optional(),
    }),
  ),
  /**
   * The skills as one agent sees them. With `text` (and `names`, the values of the Skill tool's parameter) the list
   * that its requests carry from here on; without it the list stays and `note` says what changed on disk.
   */
  "skills.listed": lazy(() =>
    z.object({
      form: z.enum(["tool", "awareness", "direct"]).optional(),
      text: z.string().optional(),
      names: z.array(z.string()).optional(),
      /** What was there, by id, to tell changes from. */
      marks: z.record(z.string(), z.string()),
      /** The environment they are of. */
      environment: z.string().optional(),
      note: z.string().optional(),
      budget: z.number().int().optional(),
      used: z.number().int().optional(),
    }),
  ),
  "skill.activated": lazy(() =>
    z.object({
      skillId: z.string(),
      name: z.string(),
      digest: z.string().optional(),
      folder: z.string().optional(),
      /** What its text may point at, where that is more than its folder. */
      root: z.string().optional(),
      /** Its files, where the text does not list them. */
      files: z.array(z.string()).optional(),
      /** Its instructions as the model reads them. */
      text: z.string().optional(),
      arguments: z.string().optional(),
      /** The session's own skill: `text` is the system prompt. */
      own: z.boolean().optional(),
      /** Who asked for it, and why. */
      by: z.enum(["model", "person", "skill"]).optional(),
      why: z.string().optional(),
      callId: callId.optional(),
      promptId: idSchema("prm").optional(),
      /** The skill that was being followed when it was called. */
      caller: z.string().optional(),
      /** The pack it is sealed in: its instructions are no clear text anywhere in the log. */
      sealed: z.string().optional(),
      terms: skillTerms.optional(),
    }),
  ),
  /** `note` stands where its instructions were. */
  "skill.unloaded": lazy(() => z.object({ skillId: z.string(), note: z.string().optional() })),
  /** What the files of person, project and skill tell every request of the session from here on. */
  "instructions.read": lazy(() => z.object({ text: z.string(), sources: z.array(instructionSource) })),
  "todo.changed": lazy(() => z.object({ todos: z.array(todo) })),
} as const;
