import { basename } from 'node:path';
import { cutText, toVisibleLine } from '@toolyard/core';
import { describeConfiguration } from '@toolyard/host';
import type { WrittenConfiguration } from '@toolyard/node';
import type { Editor } from '../ports/editor.ts';

/** More would not fit a dialog on every screen, and nobody can approve what they cannot see. */
const MOST_LINES = 30;
const MOST_CHARACTERS = 3000;
const EXCERPT_LINE = 80;

/** Shows what a configuration would start and asks whether it may; a long one is shown as a document before it can be approved. */
export async function askServerApproval(
  editor: Pick<Editor, 'confirm' | 'notify' | 'showText'>,
  written: WrittenConfiguration,
): Promise<boolean> {
  const lines = describeConfiguration(written);
  const name = toVisibleLine(basename(written.source.file ?? 'the built-in configuration'));
  const question = `Start the servers of ${name} from now on?`;
  const text = lines.join('\n');
  if (lines.length <= MOST_LINES && text.length <= MOST_CHARACTERS) {
    return (await editor.confirm(question, text, 'Approve')) === 'Approve';
  }
  const first = lines.slice(0, MOST_LINES - 2).map((line) => cutText(line, EXCERPT_LINE));
  const left = lines.length - first.length;
  const excerpt = [...first, left > 0 ? `… and ${left} more lines.` : '… and the rest of long lines.'];
  const isWanted = await editor.confirm(question, excerpt.join('\n'), 'Show All');
  if (isWanted !== 'Show All') return false;
  await editor.showText({ title: `Servers of ${name}`, text: `${text}\n` });
  return (await editor.notify('warning', question, 'Approve', 'Cancel')) === 'Approve';
}
