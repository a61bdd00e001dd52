export { AGENT_OPERATIONS } from './hook/agent-operations.ts';
export type { AgentOperation, ArtefactRule, ArtefactSign } from './hook/agent-operations.ts';
export { isNoticedOperation } from './hook/is-noticed-operation.ts';
export { hashHook } from './hook/hash-hook.ts';
export { createHooksSchema } from './file/create-hooks-schema.ts';
export type { HookPlace, HookPlaces } from './file/create-hook-places.ts';
export { exportHooks } from './file/export-hooks.ts';
export { maskHook } from './hook/mask-hook.ts';
export type { ExportedHooks, RemovedSecret } from './file/export-hooks.ts';
export { findDoubts } from './file/find-doubts.ts';
export { EVENT_NAMES, HOOK_LIMITS, POLICIES, WEBHOOK_AUTHS } from './hook/hook.ts';
export type {
  Action,
  AgentAction,
  Condition,
  CustomAction,
  EventName,
  Hook,
  KnownHook,
  McpAction,
  ParameterMapping,
  Policy,
  Trigger,
} from './hook/hook.ts';
export type { HooksFormat, HooksProblem } from './file/hooks-problem.ts';
export { importHooks } from './file/import-hooks.ts';
export type { ImportedHooks } from './file/import-hooks.ts';
export { isValidMcpParams, isValidParameterMapping } from './hook/is-valid-mcp-params.ts';
export type { McpParams } from './hook/is-valid-mcp-params.ts';
export { isValidMcpServer, isValidMcpTool } from './hook/is-valid-mcp-server.ts';
export type { McpServer, McpTool, ServerAvailability } from './hook/is-valid-mcp-server.ts';
export { mergeHooks } from './file/merge-hooks.ts';
export type { HooksFile, MergedHooks } from './file/merge-hooks.ts';
export { parseHooksFile } from './file/parse-hooks-file.ts';
export type { ParsedHooks } from './file/parse-hooks-file.ts';
export { putHook } from './file/put-hook.ts';
export type { HooksEdit } from './file/put-hook.ts';
export { listHookPlaces } from './file/list-hook-places.ts';
export type { WrittenPlace } from './file/list-hook-places.ts';
export { findFieldAt } from './file/find-field-at.ts';
export type { KnownField, KnownKey } from './file/find-field-at.ts';
export { findPathAt, readLooseValues } from './file/find-path-at.ts';
export type { LooseValues } from './file/find-path-at.ts';
export { duplicateHook } from './file/duplicate-hook.ts';
export type { HookCopy } from './file/duplicate-hook.ts';
export { removeHook } from './file/remove-hook.ts';
export { replaceHook } from './file/replace-hook.ts';
export { switchHook } from './file/switch-hook.ts';
export { fillTemplate } from './template/fill-template.ts';
export { findTemplateTools } from './template/fit-template-tool.ts';
export type { FittingTool } from './template/fit-template-tool.ts';
export type { HookTemplate } from './template/hook-template.ts';
export { HOOK_TEMPLATES } from './template/hook-templates.ts';
export { toDisplayName } from './hook/to-display-name.ts';
export { parseRunChain } from './event/parse-run-chain.ts';
export { toTaskEvent } from './event/to-task-event.ts';
export type { EndedTask } from './event/to-task-event.ts';
export { sampleValues } from './event/sample-values.ts';
export { listEventData } from './event/list-event-data.ts';
export { valuesOfEvent } from './event/values-of-event.ts';
export { parseNewEvent } from './event/parse-new-event.ts';
export type { ChainLink, HookEvent, NewEvent, WorkspaceFacts } from './event/hook-event.ts';
export { diffFiles } from './event/diff-files.ts';
export type { FileChange } from './event/file-change.ts';
export {
  findAgentEvents,
  hasAgentMarks,
  listArtefactChanges,
  listFirstArtefacts,
  toFirstAgentMarks,
} from './event/find-agent-events.ts';
export type { ArtefactChange, ArtefactFacts, FoundAgentEvents } from './event/find-agent-events.ts';
export { isBroughtByGit } from './event/is-brought-by-git.ts';
export { isWrittenArtefact } from './event/is-written-artefact.ts';
export { hasFileMarks, readFileMarks, toFirstFileMarks } from './event/file-marks.ts';
export { toFileEvents } from './event/to-file-events.ts';
export type { FileEvent } from './event/to-file-events.ts';
export type { Marks } from './event/marks.ts';
export { JOURNAL_VERSION } from './run/journal.ts';
export type { HookJournal, JournalEntry, PlannedRun } from './run/journal.ts';
export type { EngineEvent, Entered, HookEngine, HookEngineOptions, HookYard } from './run/hook-engine.ts';
export { createHookEngine } from './run/create-hook-engine.ts';
export { HOOK_CHAIN_VARIABLE } from './run/to-chain-variable.ts';
export type { AgentAnswer, AgentCall, AgentRunner, AgentTask, ChatPrompt } from './run/agent-runner.ts';
export { AGENT_ACTIONS, AGENT_TURNS } from './hook/agent-actions.ts';
export type { AgentActionName } from './hook/agent-actions.ts';
export { allowListOf, serversOfAction } from './hook/allow-list-of.ts';
export { explainForbidden, isToolGlob, matchesEntry } from './hook/tool-allow-list.ts';
export type { ToolAllowList, WantedTool } from './hook/tool-allow-list.ts';
export { GIT_OPERATIONS } from './hook/git-operations.ts';
export type { GitOperation } from './hook/git-operations.ts';
export { GITHUB_API, GITHUB_OPERATIONS, tokenVariablesOf } from './hook/github-operations.ts';
export { variablesOfHook } from './hook/variables-of-hook.ts';
export type { GitHubOperation } from './hook/github-operations.ts';
export type { GitHubConnection, GitHubPlace, GitHubReply, GitHubSender } from './github/github-sender.ts';
export type { GitHubRequest } from './github/to-github-requests.ts';
export type { Operations, OperationValues, ParameterRule, ParameterRules } from './hook/operation.ts';
export { ACTION_TYPES } from './hook/hook.ts';
export { rulesOf } from './hook/rules-of.ts';
export type { OperationAction } from './hook/rules-of.ts';
export { toTarget } from './hook/to-target.ts';
export { resolveOperation } from './map/resolve-operation.ts';
export { toAvailability } from './run/describe-server-state.ts';
export { toJournalEntry } from './run/to-journal-entry.ts';
export { cameToSomething } from './run/came-to-something.ts';
export { nameEvent } from './run/name-event.ts';
export { describeChain, describeRun, toShownTime } from './run/describe-run.ts';
export type { RunPaint } from './run/describe-run.ts';
export { parseEventFile } from './run/parse-event-file.ts';
export type { GivenEvent } from './run/parse-event-file.ts';
export { toRecordedValues } from './run/to-recorded-values.ts';
export { parseRunRecord } from './run/parse-run-record.ts';
export { explainUnserved, receiveWebhook } from './webhook/receive-webhook.ts';
export type { WebhookDuty } from './webhook/receive-webhook.ts';
export type { WebhookAnswer, WebhookDelivery } from './webhook/webhook-delivery.ts';
export type { KeptEnd, RunRecord, RunStatus } from './run/run-record.ts';
export { checkContextName } from './map/check-context-name.ts';
export { CONTEXT_NAMES, createContext, NUMBER_NAMES } from './map/create-context.ts';
export { parseTemplate } from './map/parse-template.ts';
export { explainHooks } from './match/explain-hooks.ts';
export type { HookExplanation } from './match/explain-hooks.ts';
export { matchHook } from './match/match-hook.ts';
export { findToldGitEvents } from './event/find-told-git-events.ts';
export type { GitNotice } from './event/find-told-git-events.ts';
export { findGitEvents } from './event/find-git-events.ts';
export type { FoundGitEvents } from './event/find-git-events.ts';
export { addresseeOf } from './event/addressee-of.ts';
export { findScheduledEvents, hasSchedule } from './event/find-scheduled-events.ts';
export { createFindNextRun } from './schedule/create-find-next-run.ts';
export type { FindNextRun } from './schedule/create-find-next-run.ts';
export { checkMappings } from './map/check-mappings.ts';
export { findRequired } from './map/find-unmapped-parameters.ts';
export type { MappingProblem } from './map/check-mappings.ts';
export { expandProgram } from './map/expand-program.ts';
export { resolveArguments } from './map/resolve-arguments.ts';
export { suggestMappings } from './map/suggest-mappings.ts';
export { createHookEngineClient } from './reach/create-hook-engine-client.ts';
export type { HookEngineClient } from './reach/create-hook-engine-client.ts';
export { ENGINE_PROTOCOL } from './reach/engine-methods.ts';
export { serveEngine } from './reach/serve-engine.ts';
export type { ServedEngine } from './reach/serve-engine.ts';
export { createCachedDiscovery } from './discover/create-cached-discovery.ts';
export type { Discovery, DiscoveryCache, KeptDiscovery } from './discover/create-cached-discovery.ts';
export { findNamedServer, nameServers } from './discover/name-servers.ts';
export type { FoundDefinition, ReachableServer, ShadowedServer } from './discover/name-servers.ts';
export { toMcpServer } from './discover/to-mcp-server.ts';
export type { ServerEvidence } from './discover/to-mcp-server.ts';
