import { readPlainFileSync } from '@toolyard/node';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DraftStore } from './create-kept-drafts.ts';

const ENDING = '.json';
const ID = /^[\w-]{1,64}$/;

/** Keeps drafts in a folder, a file for each, which only the user can read. Written at once: after a key the window may be gone. */
export function createFileDraftStore(folder: string): DraftStore {
  const fileOf = (id: string): string | undefined => (ID.test(id) ? join(folder, `${id}${ENDING}`) : undefined);
  return {
    list() {
      const names = attempt(() => readdirSync(folder)) ?? [];
      const files = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
      return files.toSorted((one, other) => timeOf(fileOf(one)) - timeOf(fileOf(other)));
    },
    read(id) {
      const file = fileOf(id);
      return file === undefined ? undefined : attempt(() => readPlainFileSync(file).toString('utf8'));
    },
    write(id, text) {
      const file = fileOf(id);
      if (file === undefined) return;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const part = `${file}.${process.pid}.part`;
      writeFileSync(part, text, { mode: 0o600 });
      renameSync(part, file);
    },
    remove(id) {
      const file = fileOf(id);
      if (file !== undefined) rmSync(file, { force: true });
    },
  };
}

function timeOf(file: string | undefined): number {
  return (file === undefined ? undefined : attempt(() => statSync(file).mtimeMs)) ?? 0;
}

/** What is not there, or cannot be read, is nothing. */
function attempt<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
