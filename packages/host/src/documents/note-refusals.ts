import { ToolyardError, type Calls, type ToolyardErrorCode } from '@toolyard/core';
import type { IssueCode, NoteRunEvent } from '@toolyard/documents';

/** The note whose blocks run, as the history of calls knows it. */
export interface RefusalSource {
  readonly calls: Pick<Calls, 'noteRefusal'>;
  readonly session: string;
  /** The path of the note. */
  readonly path: string;
}

const CODES: Partial<Record<IssueCode, ToolyardErrorCode>> = {
  'server-not-found': 'server-not-found',
  'server-disabled': 'server-unavailable',
  'section-bound': 'server-unavailable',
  'no-server': 'server-unavailable',
};

/** Puts the blocks of a note that cannot be called into the history of calls; `noted` resolves when the yard has them. */
export function createRefusalNotes({ calls, session, path }: RefusalSource): {
  onEvent(event: NoteRunEvent): void;
  noted(): Promise<unknown>;
} {
  const notes: Promise<void>[] = [];
  return {
    onEvent(event) {
      if (event.type !== 'block-refused') return;
      const { line, problems, tool } = event;
      const code = problems.map((problem) => CODES[problem.code]).find((known) => known !== undefined);
      const why = new ToolyardError(code ?? 'arguments-invalid', problems.map(({ message }) => message).join('; '));
      notes.push(calls.noteRefusal({ tool, origin: 'document', session, document: { path, line } }, why));
    },
    noted: () => Promise.all(notes),
  };
}
