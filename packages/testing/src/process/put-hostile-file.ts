import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';

/** What can lie in the place of a file and keep a reader busy for ever. */
export const HOSTILE_FILES = ['a pipe', 'a device', 'a folder', 'a link to itself', '3 GB of nothing'] as const;

/** Puts something else in the place of a file whose folder exists; not for Windows. */
export function putHostileFile(file: string, kind: (typeof HOSTILE_FILES)[number]): void {
  rmSync(file, { force: true, recursive: true });
  switch (kind) {
    case 'a pipe':
      execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
      break;
    case 'a device':
      symlinkSync('/dev/zero', file);
      break;
    case 'a folder':
      mkdirSync(file);
      break;
    case 'a link to itself':
      symlinkSync(file, file);
      break;
    case '3 GB of nothing':
      writeFileSync(file, '');
      truncateSync(file, 3 * 1024 ** 3);
  }
}
