import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk that can be filled without harm. */
export interface SmallDisk {
  /** Where it is mounted. */
  readonly folder: string;
  /** Leaves no byte of it. */
  fill(): void;
  /** Gives back what was taken. */
  free(): void;
  /** Takes it away, with all that is on it. */
  remove(): void;
}

/** Mounts a disk of so many megabytes, in memory; `undefined` where this machine or user does not allow it. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const root = mkdtempSync(join(tmpdir(), 'toolyard-disk-'));
  const folder = join(root, 'disk');
  const filler = join(folder, 'filler');
  mkdirSync(folder);
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]).status === 0;
  const remove = (): void => {
    if (isMounted) execFileSync('umount', ['-l', folder]);
    rmSync(root, { recursive: true, force: true });
  };
  if (!isMounted) {
    remove();
    return undefined;
  }
  return { folder, remove, fill: () => writeUntilFull(filler), free: () => rmSync(filler, { force: true }) };
}

function writeUntilFull(file: string): void {
  const fd = openSync(file, 'w');
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(fd, block);
  } catch {
    closeSync(fd);
  }
}
