import { describeRun, type RunRecord } from '@toolyard/hooks';
import type { Editor } from '../ports/editor.ts';

const SHORT_ID = 8;

/** Shows all that is known about a run; what is too long for an editor is cut with a word. */
export async function showRun(run: RunRecord, editor: Pick<Editor, 'showText'>): Promise<void> {
  const lines = describeRun(run);
  await editor.showText({ title: `Run ${run.id.slice(0, SHORT_ID)} of ${run.hook}`, text: `${lines.join('\n')}\n` });
}
