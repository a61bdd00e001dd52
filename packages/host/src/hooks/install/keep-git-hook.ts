import { link, lstat, lutimes, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { ToolyardError } from '@toolyard/core';
import { KEPT_FOLDER } from './git-hook-lines.ts';

const UP = '../';

/** Where a hook is kept that no lines can be added to: under its own name, since some look at that. */
export function keptPathOf(file: string): string {
  return join(dirname(file), KEPT_FOLDER, basename(file));
}

/**
 * Puts a hook where it is kept, so that another can take its place: until that is written, it is in both. Throws `file-not-written` where
 * another one is kept already.
 */
export async function keepGitHook(file: string): Promise<void> {
  const kept = keptPathOf(file);
  if (await isThere(kept)) {
    const message = `${file} cannot be kept, since ${kept} exists. Move one of them away, then try again.`;
    throw new ToolyardError('file-not-written', message);
  }
  await mkdir(dirname(kept), { recursive: true, mode: 0o755 });
  const target = await readTarget(file);
  if (target !== undefined) await copyLink(file, isAbsolute(target) ? target : UP + target, kept);
  // Not every system has links.
  else await link(file, kept).catch(() => rename(file, kept));
}

/** Puts a kept hook back, exactly as it was; false where none is kept. */
export async function restoreGitHook(file: string): Promise<boolean> {
  const kept = keptPathOf(file);
  if (!(await isThere(kept))) return false;
  const target = await readTarget(kept);
  if (target?.startsWith(UP) === true) {
    await rm(file, { force: true });
    await copyLink(kept, target.slice(UP.length), file);
    await rm(kept);
  } else await rename(kept, file);
  return true;
}

async function copyLink(from: string, target: string, to: string): Promise<void> {
  const { atimeMs, mtimeMs } = await lstat(from);
  await symlink(target, to);
  await lutimes(to, atimeMs / 1000, mtimeMs / 1000);
}

/** Where a link leads; `undefined` for everything else. */
async function readTarget(file: string): Promise<string | undefined> {
  return readlink(file).catch(() => undefined);
}

async function isThere(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}
