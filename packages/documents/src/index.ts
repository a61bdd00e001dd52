export type { Binding, BindingContext, BoundBlock, BoundNote, BoundRange, KnownServer } from './bind/binding.ts';
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
export { matchPath } from './bind/match-path.ts';
export { resolveBindings } from './bind/resolve-bindings.ts';
export type { BlockRun, NoteRunEvent } from './run/block-run.ts';
export { createBlockLocks } from './run/create-block-locks.ts';
export type { BlockLocks } from './run/create-block-locks.ts';
export type { NoteStore } from './run/note-store.ts';
export type { RunNoteOptions } from './run/run-note-options.ts';
export { runNote } from './run/run-note.ts';
export type { NoteRun } from './run/run-note.ts';
