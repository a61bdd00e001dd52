import type { FolderState } from '../folder/folder.ts';

/** A row of a tree view, without the editor's classes. */
export interface ViewRow {
  /** The same for the same thing at every look, so that the tree keeps what is open and selected; unique in its view. */
  readonly id: string;
  readonly label: string;
  /** Beside the label; the state is always in it in words. */
  readonly description?: string;
  /** Markdown. */
  readonly tooltip?: string;
  /** What a screen reader says; label and description where absent. */
  readonly accessibleLabel?: string;
  /** The name of a codicon, and the colour of the theme that it has. */
  readonly icon?: { readonly name: string; readonly color?: string };
  /** What menus and commands go by, e.g. `hook.enabled`. */
  readonly context: string;
  /** Absent for a row that cannot be opened. */
  readonly children?: readonly ViewRow[];
  readonly isOpen?: boolean;
  /** What a click does: a command, which gets the row's subject, or `argument` where that is given. */
  readonly command?: { readonly id: string; readonly title: string; readonly argument?: string };
  /** A click opens this place, where there is no command; line and column from 1. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
  /** What the row is about; commands get it. */
  readonly subject: Subject;
}

/** What a row, a lens or a button is about. */
export type Subject =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'group'; readonly folder: string; readonly group: string }
  | { readonly kind: 'hook'; readonly folder: string; readonly hook: string }
  | { readonly kind: 'server'; readonly folder: string; readonly server: string }
  | { readonly kind: 'tool'; readonly folder: string; readonly server: string; readonly tool: string }
  | { readonly kind: 'extension-tool'; readonly tool: string }
  | { readonly kind: 'run'; readonly folder: string; readonly run: string }
  | { readonly kind: 'note'; readonly note: string }
  | { readonly kind: 'block'; readonly note: string; readonly block: string }
  | { readonly kind: 'text' };

/** A folder of the window at one moment. */
export interface FolderLook {
  readonly name: string;
  readonly path: string;
  readonly state: FolderState;
}

/** Makes the rows of one view; `now` is in milliseconds since 1970. */
export type MakeRows = (folders: readonly FolderLook[], now: number) => readonly ViewRow[];
