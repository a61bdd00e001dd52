export { hashHook } from './file/hash-hook.ts';
export { createHooksSchema } from './file/create-hooks-schema.ts';
export type { HookPlace, HookPlaces } from './file/create-hook-places.ts';
export { EVENT_NAMES, HOOK_LIMITS, POLICIES } from './file/hook.ts';
export type {
  Action,
  Condition,
  CustomAction,
  EventName,
  Hook,
  KnownHook,
  McpAction,
  ParameterMapping,
  Policy,
  Trigger,
} from './file/hook.ts';
export type { HooksFormat, HooksProblem } from './file/hooks-problem.ts';
export { mergeHooks } from './file/merge-hooks.ts';
export type { HooksFile, MergedHooks } from './file/merge-hooks.ts';
export { parseHooksFile } from './file/parse-hooks-file.ts';
export type { ParsedHooks } from './file/parse-hooks-file.ts';
export { parseChain } from './event/parse-chain.ts';
export { parseNewEvent } from './event/parse-new-event.ts';
export type { ChainLink, HookEvent, NewEvent, Surroundings } from './event/hook-event.ts';
export { diffFiles } from './event/diff-files.ts';
export type { FileChange, FileMark, FileStamp, SettledFile } from './event/file-change.ts';
export { hasFileMarks, readFileMarks, toFirstFileMarks } from './event/file-marks.ts';
export { toFileEvents } from './event/to-file-events.ts';
export type { FileEvent } from './event/to-file-events.ts';
export type { HookJournal, JournalEntry, Marks, PlannedRun } from './run/journal.ts';
export type {
  EngineEvent,
  Entered,
  HookEngine,
  HookEngineOptions,
  HookYard,
  ProgramEnd,
  ProgramRun,
  ProgramRunner,
} from './run/hook-engine.ts';
export { toJournalEntry } from './run/to-journal-entry.ts';
export { parseRunRecord } from './run/parse-run-record.ts';
export type { RunRecord, RunStatus, ServerAvailability } from './run/run-record.ts';
export { checkContextName } from './map/check-context-name.ts';
export { CONTEXT_NAMES, createContext } from './map/create-context.ts';
export { parseTemplate } from './map/parse-template.ts';
export { explainHooks } from './match/explain-hooks.ts';
export type { HookExplanation } from './match/explain-hooks.ts';
export { findGitEvents } from './event/find-git-events.ts';
export type { FoundGitEvents } from './event/find-git-events.ts';
