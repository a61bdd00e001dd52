import { basename } from 'node:path';
import { toLine, type SessionUse } from '@toolyard/core';
import { toBlockTool, type BoundBlock } from '@toolyard/documents';
import type { EditedAnswer } from '@toolyard/host';
import type { Editor } from '../ports/editor.ts';
import { countThings } from '../rows/text-row.ts';

/** More names of blocks than anybody reads in a dialog. */
const MOST_NAMES = 10;

/** Asks what becomes of results that were edited by hand when their blocks run again. */
export async function askAboutEdited(
  editor: Pick<Editor, 'confirm'>,
  blocks: readonly BoundBlock[],
): Promise<EditedAnswer> {
  const names = blocks
    .slice(0, MOST_NAMES)
    .map((bound) => `${toLine(toBlockTool(bound))}, line ${bound.block.range.line}`);
  const left = blocks.length - names.length;
  const list = [...names, ...(left > 0 ? [`and ${left} more`] : [])].join('\n');
  const message = blocks.length === 1 ? 'Replace the edited result?' : `Replace ${blocks.length} edited results?`;
  const detail = `Edited by hand:\n${list}\n\nReplace overwrites your changes with the new result. Keep leaves your text below the new result. Cancel runs nothing.`;
  const pressed = await editor.confirm(message, detail, 'Replace', 'Keep');
  return pressed === 'Replace' ? 'replace' : pressed === 'Keep' ? 'keep' : 'cancel';
}

/** Asks whether a note that has no call left goes on. */
export async function askToContinueNote(
  editor: Pick<Editor, 'notify'>,
  note: string,
  { calls, limit }: SessionUse,
): Promise<boolean> {
  const message = `Session execution limit reached (${limit}): ${toLine(basename(note))} has made ${countThings(calls, 'call')}. Continue with ${limit} more?`;
  return (await editor.notify('warning', message, 'Continue')) === 'Continue';
}
