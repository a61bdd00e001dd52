import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ToolyardError } from '@toolyard/core';
import { openDatabaseThread } from './database-thread.ts';
import type { EmbeddedFiles } from './locate-embedded-files.ts';

/** The major version of PostgreSQL that the embedded database is; another one cannot read its files. */
export const EMBEDDED_MAJOR = '18';

const TAR_BLOCK_BYTES = 512;

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

/** Unpacks a `.tar.gz` of plain files and folders, as the embedded database writes it, into a folder that exists. */
function extractArchive(archive: URL, folder: string): void {
  const bytes = gunzipSync(readFileSync(archive));
  for (let at = 0; at + TAR_BLOCK_BYTES <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.subarray(at, at + TAR_BLOCK_BYTES);
    const size = Number.parseInt(textOf(header, 124, 12), 8);
    const path = join(folder, pathOf(header));
    if (textOf(header, 156, 1) === '5') mkdirSync(path, { recursive: true, mode: 0o700 });
    else writeFileSync(path, bytes.subarray(at + TAR_BLOCK_BYTES, at + TAR_BLOCK_BYTES + size), { mode: 0o600 });
    at += TAR_BLOCK_BYTES + Math.ceil(size / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES;
  }
}

function pathOf(header: Uint8Array): string {
  // Joined to a root first, so that no name leads out of the folder.
  return join('/', textOf(header, 345, 155), textOf(header, 0, 100));
}

function textOf(header: Uint8Array, start: number, length: number): string {
  const text = new TextDecoder().decode(header.subarray(start, start + length));
  return text.split('\0', 1)[0]?.trim() ?? '';
}
