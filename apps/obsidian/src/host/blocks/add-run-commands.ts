import { type BoundBlock, type BoundNote, findBlockAt } from '@toolyard/documents';
import { MarkdownView, type Plugin, type TFile } from 'obsidian';
import { findSectionBlocks } from '../../blocks/find-section-blocks.ts';
import type { Toolyard } from '../../compose/compose-toolyard.ts';

/** Finds the blocks that a command is about; the first line of a note is 1. */
type FindBlocks = (note: BoundNote, line: number) => readonly BoundBlock[];

const EDITOR_COMMANDS: readonly (readonly [id: string, name: string, find: FindBlocks])[] = [
  ['run-block', 'Run block', (note, line) => [findBlockAt(note, line) ?? []].flat()],
  ['run-section', 'Run blocks of this section', findSectionBlocks],
];

/** Commands that run blocks, where there are some: those at the cursor in an editor, or all of the note, also where it is read. */
export function addRunCommands(plugin: Plugin, { readBlocks, runs }: Toolyard): void {
  const run = (isChecking: boolean, file: TFile, blocks: readonly BoundBlock[]): boolean => {
    const ids = new Set(blocks.map(({ block }) => block.id));
    if (ids.size > 0 && !isChecking) void runs.run(file.path, ({ block }) => ids.has(block.id));
    return ids.size > 0;
  };
  for (const [id, name, find] of EDITOR_COMMANDS) {
    plugin.addCommand({
      id,
      name,
      editorCheckCallback: (isChecking, editor, { file }) => {
        if (file === null) return false;
        const note = readBlocks({ path: file.path, text: editor.getValue() });
        return run(isChecking, file, find(note, editor.getCursor().line + 1));
      },
    });
  }
  plugin.addCommand({
    id: 'run-note',
    name: 'Run all blocks of this note',
    checkCallback(isChecking) {
      const view = plugin.app.workspace.getActiveViewOfType(MarkdownView);
      const file = view?.file ?? null;
      if (view === null || file === null) return false;
      return run(isChecking, file, readBlocks({ path: file.path, text: view.getViewData() }).blocks);
    },
  });
}
