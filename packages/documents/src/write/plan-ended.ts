import type { Note, TextEdit } from '../parse/note.ts';
import { planResult } from './plan-result.ts';
import { renderResult } from './render-result.ts';

const MESSAGE = 'Execution stopped: the run ended before the tool answered';

/** Shows every result that an earlier run left as `pending` as `cancelled`, but for those of blocks that run now. */
export function planEnded(note: Note, isRunning: (id: string) => boolean): readonly TextEdit[] {
  return note.blocks.flatMap((block) => {
    const { result } = block;
    if (result?.status !== 'pending' || isRunning(block.id)) return [];
    const at = Date.parse(result.at ?? '');
    const names = { note: '', id: block.id };
    const output =
      result.output || renderResult({ status: 'cancelled', message: MESSAGE }, { title: '', names }).output;
    const ended = { status: 'cancelled', at: Number.isNaN(at) ? 0 : at, ms: result.ms ?? 0, output } as const;
    const edits = planResult(note, block, ended);
    return typeof edits === 'string' ? [] : edits;
  });
}
