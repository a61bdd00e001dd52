import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { openDatabaseThread } from './database-thread.ts';
import { extractArchive } from './extract-archive.ts';
import type { EmbeddedFiles } from './locate-embedded-files.ts';

/** The major version of PostgreSQL that the embedded database is; another one cannot read its files. */
export const EMBEDDED_MAJOR = '18';

/**
 * Makes the database's files in `folder` where there are none, readable by this user alone; throws `database-refused` where another
 * version made those that are there.
 */
export async function prepareFolder(folder: string, files: EmbeddedFiles): Promise<void> {
  const version = join(folder, 'PG_VERSION');
  if (!existsSync(version)) await makeFolder(folder, files);
  chmodSync(folder, 0o700);
  const found = readFileSync(version, 'utf8').trim();
  if (found === EMBEDDED_MAJOR) return;
  throw new ToolyardError(
    'database-refused',
    `The task data in ${folder} was written by version ${found} of the database, but this Toolyard has version ${EMBEDDED_MAJOR}. ` +
      `Nothing was changed. Use the Toolyard that wrote it, or move the folder away to start with an empty one.`,
  );
}

/** Under another name first, so that a start that is interrupted leaves no half-made database behind. */
async function makeFolder(folder: string, files: EmbeddedFiles): Promise<void> {
  const draft = `${folder}.making`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (files.archive === undefined) {
    const thread = await openDatabaseThread(files.worker, draft);
    await thread.close();
  } else {
    extractArchive(files.archive, draft);
  }
  renameSync(draft, folder);
}
