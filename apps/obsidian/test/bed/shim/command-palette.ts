import type * as Obsidian from 'obsidian';
import { standFor } from './stand-for.ts';
import { FuzzySuggestModal } from './suggest-modal.ts';
import type { Workspace } from './workspace.ts';

/** What the palette shows and does. */
export interface PaletteParts {
  readonly app: Obsidian.App;
  /** By their ids, with the plugin's in front. */
  readonly commands: ReadonlyMap<string, Obsidian.Command>;
  readonly workspace: Workspace;
  run(id: string): void;
}

/** Opens the command palette by Ctrl and P, as the app does. */
export function openPaletteByKey(parts: PaletteParts): void {
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'p' || !event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    new CommandPalette(parts).open();
  });
}

/** All commands that can be run now, with the name of their plugin in front. */
class CommandPalette extends FuzzySuggestModal<string> {
  private readonly parts: PaletteParts;

  constructor(parts: PaletteParts) {
    super(parts.app);
    this.parts = parts;
    this.setPlaceholder('Type a command…');
  }

  getItems(): string[] {
    const { commands } = this.parts;
    return [...commands].flatMap(([id, command]) => (this.isAvailable(command) ? [id] : []));
  }

  getItemText(id: string): string {
    return `Toolyard: ${this.parts.commands.get(id)?.name}`;
  }

  onChooseItem(id: string): void {
    this.parts.run(id);
  }

  private isAvailable({ callback, checkCallback, editorCallback, editorCheckCallback }: Obsidian.Command): boolean {
    if (checkCallback !== undefined) return checkCallback(true) === true;
    if (callback !== undefined) return true;
    const { active } = this.parts.workspace;
    // A note that is read has no editor.
    if (active?.getMode() !== 'source') return false;
    if (editorCheckCallback === undefined) return editorCallback !== undefined;
    return editorCheckCallback(true, active.editor, standFor<Obsidian.MarkdownView>(active)) === true;
  }
}
