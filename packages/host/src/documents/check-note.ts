import { resolve } from 'node:path';
import { parseNote, resolveBindings, type NoteRun } from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import type { Host } from '../ports/host.ts';
import { checkBlocks } from './check-blocks.ts';
import { knownServersOf, toNotePath, type NoteYard } from './note-path.ts';
import type { NoteOptions } from './run-note-file.ts';

/** What would become of a note on the servers that run now: its blocks are `pending`, or say why they cannot run; no tool is called. */
export async function checkNote(
  { surroundings: { cwd } }: Pick<Host, 'surroundings'>,
  { yard, configuration, place }: NoteYard,
  { file: name, store, select }: Pick<NoteOptions, 'file' | 'store' | 'select'>,
): Promise<NoteRun> {
  const file = resolve(cwd, name);
  const text = await (store ?? createNoteFile(file)).read();
  const servers = knownServersOf(yard);
  const note = resolveBindings(parseNote(text, { servers: servers.map(({ key }) => key) }), {
    bindings: configuration.settings.bindings ?? [],
    path: toNotePath(file, { place, cwd }),
    servers,
  });
  const selected = note.blocks.filter((block) => select?.(block, note) ?? true);
  return { blocks: await checkBlocks(selected, yard), note };
}
