export type {
  Binding,
  BindingContext,
  BoundBlock,
  BoundNote,
  BoundRange,
  KnownServer,
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
