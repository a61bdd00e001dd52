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
