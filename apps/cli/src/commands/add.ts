import { dirname } from 'node:path';
import { putEntry, toLine, ToolyardError, toVisibleJson } from '@toolyard/core';
import { describeServer, parseAsFile, readOwnFile, recordFolder, writeOwnFile } from '@toolyard/host';
import { findUnset } from '../configuration/find-unset.ts';
import { noteAdded } from '../configuration/note-added.ts';
import { noteFirstFile } from '../configuration/note-first-file.ts';
import { toServerEntry, type EntryOptions } from '../configuration/to-server-entry.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { EXIT } from '../process/to-exit-code.ts';
import type { CommonOptions } from '../yard/with-yard.ts';

/** What `toolyard add` was given. */
export interface AddOptions extends CommonOptions, EntryOptions {
  readonly key: string;
  /** Take the place of a server with the same key. */
  readonly force?: boolean;
}

/** `toolyard add KEY`: writes a server into Toolyard's own file; everything else in the file stays as it is. */
export async function runAdd(options: AddOptions, { terminal, surroundings }: CommandContext): Promise<number> {
  const { key, force, json } = options;
  const own = await readOwnFile(surroundings, options);
  const folder = dirname(own.file);
  const { entry, recorded } = recordFolder(toServerEntry(options), { cwd: surroundings.cwd, folder });
  const section = own.keys.get(key);
  if (section !== undefined && force !== true) {
    const message = `Server "${toLine(key)}" already exists in ${own.file}. Choose another key, or replace it with --force.`;
    throw new ToolyardError('arguments-invalid', message);
  }
  const edit = putEntry(own.text ?? '', [section ?? own.section, key], entry);
  const added = edit.ok ? parseAsFile(own.file, edit.text).servers.filter((server) => server.key === key) : [];
  await writeOwnFile({ surroundings }, own, edit);
  const { file } = own;
  const replaced = section !== undefined;
  const text = `${replaced ? 'Replaced' : 'Added'} server "${toLine(key)}" in ${file}.`;
  const unset = findUnset({ [key]: entry }, folder, surroundings);
  const result = { key, file, replaced, entry, missing: unset.get(key) };
  terminal.stdout.write(`${json === true ? toVisibleJson(result, 2) : text}\n`);
  for (const line of added.flatMap(describeServer)) terminal.stderr.write(`  ${line}\n`);
  noteAdded(terminal, { recorded: new Map(recorded === undefined ? [] : [[key, recorded]]), unset });
  if (options.builtin === undefined) noteFirstFile(terminal, own);
  terminal.stderr.write(`To test it, run: toolyard test ${toLine(key)}\n`);
  return EXIT.done;
}
