import type { Folders } from '../folder/folder.ts';
import type { Editor } from '../ports/editor.ts';
import type { Subject } from '../rows/row.ts';

/** What every command works with. */
export interface CommandParts {
  readonly folders: Folders;
  readonly editor: Editor;
  /** Goes on with something after the command has ended, such as the answer to a notice; what it throws is told like an error of the command. */
  later(work: () => Promise<void>): void;
}

/** What a command does with the thing that it was called for: that of a row or a lens, none from the palette. */
export type Command = (subject: Subject | undefined) => Promise<void>;

/** Commands by their ids, as the manifest lists them. */
export type CommandTable = Readonly<Record<`toolyard.${string}`, Command>>;
