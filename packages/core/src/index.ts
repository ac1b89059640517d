export { createRuntime } from "./runtime.ts";
export { readLanguage } from "./runtime/read-language.ts";
export type { RunOptions, Runtime, RuntimeOptions } from "./runtime/runtime-contract.ts";
export type { Attachment, Admitted, PromptOptions } from "./runtime/prompt.ts";
export type { Sessions } from "./runtime/sessions.ts";
export type { Tasks, TaskSummary } from "./runtime/session-tasks.ts";
export type { ContextUsage } from "./agent/context-usage.ts";
export type {
  Mcp,
  McpDefinition,
  McpList,
  McpPlace,
  McpServerStatus,
  McpServerTools,
} from "./runtime/mcp/manage-servers.ts";
export { loadMcpWords, type McpCommandWords } from "./runtime/mcp/mcp-words.ts";
export type { McpPreset } from "./mcp/presets.ts";
export type { McpCallResult, McpPart, McpToolInfo } from "./mcp/connection.ts";
export { toResultJson } from "./mcp/result-json.ts";
export type { BrowserActions, BrowserOutput, BrowserPlace } from "./runtime/browser-actions.ts";
export type { Models, ModelTest, ProviderStatus } from "./runtime/models.ts";
export type { ModelChoice, Why } from "./runtime/choose-model.ts";
export { openEnvironments, type OpenEnvironmentsOptions } from "./runtime/environments.ts";
export {
  openEnvironment,
  type Environment,
  type EnvironmentParts,
  type SkillInfo,
} from "./runtime/environment.ts";
export { loadMemory } from "./runtime/load-memory.ts";
export type { Memories, MemoryQuery, OpenMemoryOptions } from "./runtime/open-memory.ts";
export { memoryScopes, type MemoryScope } from "./environment/memory-place.ts";
export type { HoldingRule, PersonRule, PersonRules, RuleList } from "./runtime/person-rules.ts";
export type { UsageBreakdown, UsageRow, UsageSum } from "./runtime/usage/sum-slots.ts";
export type { UsageQuery, Usages } from "./runtime/usage/usages.ts";
export { openMcpServe } from "./runtime/open-mcp-serve.ts";
export type { McpServe, McpServeOptions } from "./runtime/mcp-serve.ts";
export { loadInstallWords, loadPacks, type InstallCommandWords } from "./runtime/packs/load-packs.ts";
export type {
  InspectOptions,
  InstalledSkill,
  InstallOptions,
  InstallPlan,
  ListedInstall,
  NeededApproval,
  Packs,
  PlannedSigner,
  PlannedSkill,
  PreparedInstall,
  SkillWishes,
  VerifiedFile,
} from "./runtime/packs/packs.ts";
export type { InstallStep } from "./runtime/packs/source/source.ts";
export type { Signer, Signers } from "./runtime/packs/signers.ts";
export type { ExportedSkill, ExportOptions } from "./runtime/packs/export-skill.ts";
export { loadPackTools } from "./runtime/packs/load-pack-tools.ts";
export type { PackTools, PackToolsOptions } from "./runtime/packs/pack-tools.ts";
export type { PackedSkill, PackSkillOptions } from "./runtime/packs/pack-skill.ts";
export type { PackKey, PackSeal, PackSigner, VerifiedPack } from "./pack/verified-pack.ts";
export { makeOwnedFolder } from "./workspace/owned-folder.ts";
export { openSkills, type OpenSkillsOptions } from "./runtime/skills/open-skills.ts";
export type { SkillPlace, Skills } from "./runtime/skills/skills.ts";
export type { Authoring } from "./runtime/authoring/open-authoring.ts";
export type { Learnt, LearnFromRun, LearnOptions, Readiness } from "./runtime/authoring/auto-enhance.ts";
export type {
  AppliedDraft,
  SkillDraftDetails,
  SkillDrafts,
  SkillDraftSummary,
} from "./runtime/authoring/drafts.ts";
export type {
  DraftResult,
  EnhanceOptions,
  Progress,
  SkillAgentApi,
  SkillEvaluation,
  SkillSearch,
  Verdict,
  WorkOptions,
} from "./runtime/authoring/skill-agent.ts";
export type {
  RolledBack,
  SkillHistory,
  SkillVersion,
  SkillVersions,
  VersionDiff,
} from "./runtime/authoring/versions.ts";
export {
  loadAuthoringWords,
  openSkillFiles,
  type AuthoringCommandWords,
} from "./runtime/authoring/open-skill-files.ts";
export type { SkillApproval } from "./runtime/skills/approve-skill.ts";
export type { DraftReport } from "./runtime/skills/check-draft.ts";
export type { SkillReport } from "./runtime/skills/check-skills.ts";
export type { SkillDraft } from "./runtime/skills/manage-skills.ts";
export type { SkillDetails } from "./runtime/skills/skill-details.ts";
export type { SkillUsage } from "./runtime/skills/skill-usage.ts";
export type { SkillSummary } from "./runtime/skills/summarize-skill.ts";
export type { WhySkill, WhySkills } from "./runtime/skills/why-skills.ts";
export { layerOrder, type SkillFields, type WhyNot } from "./skill/skill.ts";
export { showFolder, showPage } from "./skill/manage/show-folder.ts";
export { wordEnvironmentChange, type EnvironmentChange } from "./environment/compare-environments.ts";
export type { LoadedEnvironment } from "./environment/load-environment.ts";
export type { CurrentEnvironment, Environments, EnvironmentSummary } from "./environment/environments.ts";
export {
  defineTool,
  textResult,
  ToolFailure,
  type Tool,
  type ToolContext,
  type ToolResult,
} from "./tool/define-tool.ts";
export type { Model, ModelEvent, ModelMessage, ModelRequest } from "./model/model.ts";
export type { Divergence, DivergenceKind, EndKind, Match } from "./authoring/cassette/divergence.ts";
export type { RecordedRun, RecordOptions } from "./authoring/cassette/record-run.ts";
export type { ReplayedRun, ReplayOptions } from "./authoring/cassette/replay-run.ts";
export type { Cassettes, CassetteSummary } from "./runtime/authoring/cassettes.ts";
export type { SearchHit, SessionSummary, Store } from "./session/store.ts";
export * from "./protocol/index.ts";
export { z } from "zod";
export { checkRipgrep } from "./tool/builtin/check-ripgrep.ts";
export type { AcceptOptions, EvalControl, EvalListing, Evals } from "./runtime/authoring/evals.ts";
export type { EvalOptions } from "./runtime/authoring/eval-options.ts";
export type { EvalResult } from "./authoring/eval/eval-result.ts";
export type { EvalProgress } from "./authoring/eval/run-evals.ts";
export type { EvalVerdict } from "./authoring/eval/accept-when-better.ts";
export { loadEvalWords, type EvalCommandWords } from "./runtime/authoring/evals-words.ts";
export type { SkillTests, TestControl, TestListing, TestOptions } from "./runtime/authoring/tests.ts";
export type { TestProgress } from "./authoring/test/run-tests.ts";
export type { TestFailure, TestReport, TestResult } from "./authoring/test/test-report.ts";
export { loadTestWords, writeJunit, type TestCommandWords } from "./runtime/authoring/tests-words.ts";
