export type {
  BindableServer,
  Binding,
  BindingContext,
  BindingTarget,
  BoundBlock,
  BoundNote,
  BoundRange,
  ResolvedBinding,
  UnreadEntry,
} from './bind/binding.ts';
export type {
  BlockOptions,
  Heading,
  Issue,
  IssueCode,
  Note,
  NoteRange,
  ResultRegion,
  ResultStatus,
  TextEdit,
  ToolBlock,
} from './parse/note.ts';
export { parseNote } from './parse/parse-note.ts';
export type { ParseOptions } from './parse/parse-note.ts';
export { updateNote } from './parse/update-note.ts';
export { findDifference } from './parse/find-difference.ts';
export { applyEdits, shrinkEdit } from './parse/apply-edits.ts';
export { createBlockReader, findBlockAt } from './bind/create-block-reader.ts';
export type { BlockReader, NoteReading, NoteText, ViewedBlock, ViewedNote } from './bind/create-block-reader.ts';
export { findBadges, findBindingProblem } from './bind/find-badges.ts';
export type { Badge } from './bind/find-badges.ts';
export { findLineSpots } from './bind/find-line-spots.ts';
export type { LineSpot, LineSpots } from './bind/find-line-spots.ts';
export { planBinding } from './bind/plan-binding.ts';
export type { BindingPlan } from './bind/plan-binding.ts';
export type { BindingChange } from './bind/binding-change.ts';
export { writeLines } from './bind/write-lines.ts';
export { followEdits, moveBindings, toLineEdit } from './bind/move-bindings.ts';
export type { LineEdit, LineRange } from './bind/move-bindings.ts';
export { checkConfiguredBindings } from './bind/check-configured-bindings.ts';
export type { BindingProblem } from './bind/check-configured-bindings.ts';
export { describeBound, resolveBindings } from './bind/resolve-bindings.ts';
export { describeNotFound } from './parse/server-not-found.ts';
export { mentionFile } from './run/to-error-text.ts';
export { hashOutput } from './write/hash-values.ts';
export { renameServer } from './bind/rename-server.ts';
export type { BlockRun, NoteRunEvent } from './run/block-run.ts';
export { createBlockLocks } from './run/create-block-locks.ts';
export type { BlockLocks } from './run/create-block-locks.ts';
export { explainRefusedArguments } from './parse/explain-refused-arguments.ts';
export { keepEdited, rememberEdited } from './run/keep-edited.ts';
export type { NoteStore, ResultFiles } from './run/note-store.ts';
export type { BlockCaller, RunNoteOptions } from './run/run-note-options.ts';
export { toBlockTool } from './run/run-block.ts';
export { toBlockOutcome, toFailedOutcome } from './run/to-block-outcome.ts';
export { runNote } from './run/run-note.ts';
export type { NoteRun } from './run/run-note.ts';
export { isEdited } from './write/plan-result.ts';
export { completeAt } from './help/complete-at.ts';
export type { Completion, HelpContext } from './help/complete-at.ts';
export { diagnoseNote } from './help/diagnose-note.ts';
export type { DiagnoseOptions, Diagnosis } from './help/diagnose-note.ts';
export { findOffers } from './help/find-offers.ts';
export { isNearBlock } from './help/is-near-block.ts';
export { findMisplacedOptions } from './help/find-misplaced-options.ts';
export { hoverAt } from './help/hover-at.ts';
export type { Hover } from './help/hover-at.ts';
export { readToolDescription, readToolParameters } from './help/tool-parameters.ts';
export type { ToolParameter } from './help/tool-parameters.ts';
export { createProseTest } from './parse/create-prose-test.ts';
export { findFrontmatter, startsFrontmatter } from './parse/find-frontmatter.ts';
export { readNoteYaml } from './parse/read-note-yaml.ts';
export {
  containAnswer,
  findSettledLength,
  readContained,
  readInertFence,
  toInertFence,
} from './write/contain-answer.ts';
export { editNote } from './write/edit-note.ts';
export { findTextChanges } from './write/find-text-changes.ts';
export { findBlockPlace, planToolBlock } from './write/plan-tool-block.ts';
export type { BlockInsertion, BlockPlace } from './write/plan-tool-block.ts';
export { renderResult } from './write/render-result.ts';
export type { BlockOutcome } from './write/render-result.ts';
export { writeToolBlock } from './write/write-tool-block.ts';
export type { NewToolBlock, WrittenToolBlock } from './write/write-tool-block.ts';

export { toMarkdownLine } from './write/escape-markdown.ts';
