import type { Note, TextEdit } from '../parse/note.ts';
import { planCancelled } from './plan-result.ts';
import { renderResult } from './render-result.ts';

const MESSAGE = 'Execution stopped: the run ended before the tool answered';

/** Shows every result that an earlier run left as `pending` as `cancelled`, but for those of blocks that run now. */
export function planEnded(note: Note, isRunning: (id: string) => boolean): readonly TextEdit[] {
  return note.blocks.flatMap((block) => {
    if (block.result?.status !== 'pending' || isRunning(block.id)) return [];
    const names = { note: '', id: block.id };
    const { output } = renderResult({ status: 'cancelled', message: MESSAGE }, { title: '', names });
    return planCancelled(note, block, output);
  });
}
