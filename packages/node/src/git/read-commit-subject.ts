import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import type { GitRepository } from './locate-repository.ts';

const unpack = promisify(inflate);
const MAX_FILE_BYTES = 256 * 1024;
const MAX_COMMIT_BYTES = 1024 * 1024;

/** The first paragraph of a commit's message on one line; `undefined` where git has packed the commit away, which it does not do with new ones. */
export async function readCommitSubject({ commonDir }: GitRepository, commit: string): Promise<string | undefined> {
  const file = join(commonDir, 'objects', commit.slice(0, 2), commit.slice(2));
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > MAX_FILE_BYTES) return undefined;
    const bytes = await unpack(await readFile(file), { maxOutputLength: MAX_COMMIT_BYTES });
    const text = bytes.toString('utf8');
    return text.startsWith('commit ') ? toSubject(text) : undefined;
  } catch {
    return undefined;
  }
}

function toSubject(text: string): string {
  const message = text.slice(text.indexOf('\n\n') + 2).trimStart();
  const [first = ''] = message.split(/\n[ \t]*\n/, 1);
  return first
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
