import type { BoundBlock } from '@toolyard/documents';
import type { JsonObject } from '@toolyard/core';
import type { EditableNote, EditedAnswer, ServerEntry } from '@toolyard/host';
import type { Notify } from '../notices/notice.ts';
import type { AssistantApp } from './assistant-app.ts';
import type { QuestionDialogs } from './question-dialogs.ts';

/** A server whose definition nobody approved on this device as it is now. */
export interface UnapprovedServer {
  readonly name: string;
  /** What would be started, as it would stand in a configuration file. */
  readonly entry: ServerEntry;
  /** What was approved under this name before. */
  readonly before?: JsonObject;
}

/** A value that a person is asked for. */
export interface AskedSecret {
  /** The ID of `${input:ID}`, by which other devices know it too. */
  readonly id: string;
  /** What it is for, as a configuration file says it. */
  readonly description?: string;
  /** The server that needs it, where one does. */
  readonly server?: string;
  /** What is typed is hidden, and kept in Obsidian's secret storage. */
  readonly isHidden: boolean;
}

/** What the plugin needs of the app that it runs in; paths are those of the vault, with `/`. */
export interface NoteApp extends AssistantApp {
  /** The full path of the vault. */
  readonly vaultFolder: string;
  /** The text of data.json; `undefined` where there is none. */
  readData(): Promise<string | undefined>;
  /** Writes data.json. */
  writeData(value: JsonObject): Promise<void>;
  /** Writes a file beside data.json, unless there is one of that name. */
  backUpData(name: string, text: string): Promise<void>;
  /** A value of Obsidian's secret storage, which is on this device only. */
  readSecret(name: string): string | null;
  /** `name` has small letters, digits and dashes. */
  writeSecret(name: string, value: string): void;
  /** The paths of all notes. */
  listNotes(): readonly string[];
  /** The note that is at a path now, wherever it is renamed to; its methods reject where there is none any more. */
  openNote(path: string): EditableNote;
  readonly notify: Notify;
  /** Whether a person lets a server be started on this device as it is now; closed without an answer, also by `signal`, it is a no. */
  approve(server: UnapprovedServer, signal: AbortSignal): Promise<boolean>;
  /** What a person typed; `undefined` where the question was closed, by them or by `signal`. */
  askSecret(secret: AskedSecret, signal?: AbortSignal): Promise<string | undefined>;
  /** Asks a person about blocks whose results were edited by hand; closed without an answer it is `cancel`. */
  askAboutEdited(blocks: readonly BoundBlock[]): Promise<EditedAnswer>;
  /** What servers ask a person while a call runs. */
  readonly questions: QuestionDialogs;
}
