import { resolve } from 'node:path';
import type { Configuration } from '@toolyard/core';
import { parseNote, resolveBindings } from '@toolyard/documents';
import { createNoteFile } from '@toolyard/node';
import { toNotePath, type NoteYard } from './note-path.ts';

/** A note that is about to run. */
export interface ReadNote {
  readonly text: string;
  /** From the folder of the configuration, with `/`. */
  readonly path: string;
}

/** Reads the notes, named from `cwd`, before their yard is opened; rejects where one cannot be read. */
export function readNotes(
  files: readonly string[],
  of: { readonly place: NoteYard['place']; readonly cwd: string },
): Promise<readonly ReadNote[]> {
  return Promise.all(
    files.map(async (name) => {
      const file = resolve(of.cwd, name);
      return { text: await createNoteFile(file).read(), path: toNotePath(file, of) };
    }),
  );
}

/** The configuration in which only servers that these notes name start by themselves; all where one names none. */
export function selectNeeded(configuration: Configuration, notes: readonly ReadNote[]): Configuration {
  // Which of them are switched off is known later, and only matters to blocks that name none.
  const servers = configuration.servers.map(({ key }) => ({ key, enabled: true }));
  const { bindings = [] } = configuration.settings;
  const keys = servers.map(({ key }) => key);
  const needed = new Set<string | undefined>();
  for (const { text, path } of notes) {
    const bound = resolveBindings(parseNote(text, { servers: keys }), { bindings, path, servers });
    for (const { block } of bound.blocks) needed.add(block.server ?? bound.serverAt(block.range.line));
  }
  if (needed.has(undefined)) return configuration;
  return {
    ...configuration,
    servers: configuration.servers.map((server) => (needed.has(server.key) ? server : { ...server, start: 'lazy' })),
  };
}
