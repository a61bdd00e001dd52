import type { ApprovalRequest, Decision, NoteRequest } from '@toolyard/host/assistant';

/** The calls of one turn that a person is asked about. */
export interface AskedCalls {
  readonly calls: readonly ApprovalRequest[];
  /** The note that is answered in, by its path in the vault. */
  readonly path: string;
  /** The id of the model that wants them. */
  readonly model: string;
}

/** What the assistant needs of the app. Questions are closed without an answer when `signal` is aborted. */
export interface AssistantApp {
  /** The text of the note that a link of a note leads to, `null` for another file, `undefined` where there is none; `path` has neither section nor block. */
  readLinked(path: string, from: string): Promise<string | null | undefined>;
  /** Shows a person what would be sent to a model; whether they want that. Closed without an answer it is a no. */
  confirmQuestion(request: NoteRequest, signal: AbortSignal): Promise<boolean>;
  /** Asks a person about all calls of a turn at once; those that are absent from the answer are denied. */
  decideCalls(asked: AskedCalls, signal: AbortSignal): Promise<ReadonlyMap<string, Decision>>;
  /** Puts a text on the clipboard. */
  copyText(text: string): Promise<void>;
}
