import type { BoundBlock, BoundNote } from '@toolyard/documents';
import type { Plugin } from 'obsidian';
import { findBlockAt } from '../../blocks/create-block-reader.ts';
import { findSectionBlocks } from '../../blocks/find-section-blocks.ts';
import type { Toolyard } from '../../compose/compose-toolyard.ts';

/** Finds the blocks that a command is about; the first line of a note is 1. */
type FindBlocks = (note: BoundNote, line: number) => readonly BoundBlock[];

const COMMANDS: readonly (readonly [id: string, name: string, find: FindBlocks])[] = [
  ['run-block', 'Run block', (note, line) => [findBlockAt(note, line) ?? []].flat()],
  ['run-section', 'Run blocks of this section', findSectionBlocks],
  ['run-note', 'Run all blocks of this note', ({ blocks }) => blocks],
];

/** Commands that run blocks of the note in the editor, where there are some, and one that stops everything. */
export function addRunCommands(plugin: Plugin, { readBlocks, runs, assistant: { answers } }: Toolyard): void {
  for (const [id, name, find] of COMMANDS) {
    plugin.addCommand({
      id,
      name,
      editorCheckCallback: (isChecking, editor, { file }) => {
        if (file === null) return false;
        const note = readBlocks({ path: file.path, text: editor.getValue() });
        const ids = new Set(find(note, editor.getCursor().line + 1).map(({ block }) => block.id));
        if (ids.size > 0 && !isChecking) void runs.run(file.path, ({ block }) => ids.has(block.id));
        return ids.size > 0;
      },
    });
  }
  plugin.addCommand({
    id: 'stop-all',
    name: 'Stop all running blocks and answers',
    checkCallback(isChecking) {
      const isRunning = runs.isRunning() || answers.isAnswering();
      if (isRunning && !isChecking) {
        runs.stopAll();
        answers.stopAll();
      }
      return isRunning;
    },
  });
}
