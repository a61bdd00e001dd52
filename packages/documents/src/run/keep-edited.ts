import type { BoundBlock, BoundNote } from '../bind/binding.ts';
import { applyEdits } from '../parse/apply-edits.ts';
import type { TextEdit, ToolBlock } from '../parse/note.ts';
import { isEdited } from '../write/plan-result.ts';
import type { NoteStore } from './note-store.ts';

/** Knows the results that were edited by hand when these blocks were read; one that was changed since is another one. */
export function rememberEdited(blocks: readonly BoundBlock[]): (block: ToolBlock) => boolean {
  const edited = blocks.filter(({ block }) => isEdited(block));
  const outputs = new Map(edited.map(({ block }) => [block.id, block.result?.output]));
  return (block) => isEdited(block) && outputs.get(block.id) === block.result?.output;
}

/**
 * A note as it would be if the results of some blocks, which were edited by hand, were text of the note: the comments around them are
 * gone, so that a new result goes above them. The text itself changes only together with a change that the run makes.
 */
export function keepEdited<Store extends NoteStore>(
  store: Store,
  mayRelease: (block: ToolBlock) => boolean,
  read: (text: string) => BoundNote,
): Store {
  const release = (text: string): string =>
    applyEdits(
      text,
      read(text)
        .blocks.filter(({ block }) => mayRelease(block))
        .flatMap(({ block }) => planRelease(text, block)),
    );
  return {
    ...store,
    read: async () => release(await store.read()),
    update: (edit) =>
      store.update((text) => {
        const released = release(text);
        const next = edit(released);
        return next === released ? text : next;
      }),
  };
}

/** Empties the line of the first comment, and takes the line of the last one away. */
function planRelease(text: string, { result }: ToolBlock): readonly TextEdit[] {
  if (result?.closed !== true) return [];
  const { range, outputRange } = result;
  const lineEnd = /\r?\n$/.exec(text.slice(range.start, outputRange.start))?.[0] ?? '';
  return [
    { start: range.start, end: outputRange.start - lineEnd.length, text: '' },
    { start: outputRange.end - lineEnd.length, end: range.end, text: '' },
  ];
}
