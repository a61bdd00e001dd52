export { askNoteFile } from './ask-note-file.ts';
export type { NoteAnswer, NoteQuestion } from './ask-note-file.ts';
export { createToolApprovals } from './create-tool-approvals.ts';
export type { ApprovedYard, GivenApproval, ToolApprovals } from './create-tool-approvals.ts';
export { openHostModel } from './open-host-model.ts';
export type { HostModel } from './open-host-model.ts';
