import { basename } from 'node:path';
import { describeConfiguration } from '@toolyard/host';
import type { WrittenConfiguration } from '@toolyard/node';
import type { Editor } from '../ports/editor.ts';

/** More would not fit a dialog on every screen, and nobody can approve what they cannot see. */
const MOST_LINES = 30;

/** Shows what a configuration would start and asks whether it may; a long one is shown as a document before it can be approved. */
export async function askServerApproval(
  editor: Pick<Editor, 'confirm' | 'notify' | 'showText'>,
  written: WrittenConfiguration,
): Promise<boolean> {
  const lines = describeConfiguration(written);
  const file = written.source.file ?? 'the built-in configuration';
  const question = `Start the servers of ${basename(file)} from now on?`;
  if (lines.length <= MOST_LINES) {
    return (await editor.confirm(question, lines.join('\n'), 'Approve')) === 'Approve';
  }
  const excerpt = [...lines.slice(0, MOST_LINES - 2), `… and ${lines.length - MOST_LINES + 2} more lines.`];
  const isWanted = await editor.confirm(question, excerpt.join('\n'), 'Show All');
  if (isWanted !== 'Show All') return false;
  await editor.showText({ title: `Servers of ${basename(file)}`, text: `${lines.join('\n')}\n` });
  return (await editor.notify('warning', question, 'Approve', 'Cancel')) === 'Approve';
}
