import { readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitHead } from '@toolyard/core';
import type { GitRepository } from './locate-repository.ts';
import { readGitFile } from './read-git-file.ts';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const HEADS = 'refs/heads/';
// What repositories that keep their references in tables have in HEAD, for programs that do not know tables.
const IN_TABLES = 'refs/heads/.invalid';
const REBASES = ['rebase-merge', 'rebase-apply'];

/** Reads where HEAD is; `undefined` where that cannot be told from files. */
export async function readGitHead(repository: GitRepository): Promise<GitHead | undefined> {
  const text = await readHeadText(repository);
  if (text === undefined) return undefined;
  if (COMMIT.test(text)) {
    const branch = await readRebasedBranch(repository);
    return { ...(branch !== undefined && { branch }), commit: text };
  }
  const reference = /^ref:\s*(refs\/.+)$/.exec(text)?.[1];
  if (reference === undefined || reference === IN_TABLES || hasDots(reference)) return undefined;
  const commit =
    (await readLooseReference(repository, reference)) ?? (await readPackedReference(repository, reference));
  const branch = reference.startsWith(HEADS) ? reference.slice(HEADS.length) : undefined;
  return { ...(branch !== undefined && { branch }), ...(commit !== undefined && { commit }) };
}

async function readHeadText({ gitDir }: GitRepository): Promise<string | undefined> {
  const file = join(gitDir, 'HEAD');
  // Very old repositories have a link in the place of a text.
  const link = await readlink(file).catch(() => undefined);
  return link === undefined ? (await readGitFile(file))?.trim() : `ref: ${link}`;
}

/** A name that leads out of its folder is none of git's. */
function hasDots(reference: string): boolean {
  return reference.split('/').some((part) => part === '..' || part === '.');
}

async function readLooseReference({ commonDir }: GitRepository, reference: string): Promise<string | undefined> {
  const text = (await readGitFile(join(commonDir, reference)))?.trim();
  return text !== undefined && COMMIT.test(text) ? text : undefined;
}

async function readPackedReference({ commonDir }: GitRepository, reference: string): Promise<string | undefined> {
  const text = (await readGitFile(join(commonDir, 'packed-refs'))) ?? '';
  const line = text.split('\n').find((line) => line.endsWith(` ${reference}`));
  const commit = line?.slice(0, line.indexOf(' '));
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

async function readRebasedBranch({ gitDir }: GitRepository): Promise<string | undefined> {
  for (const folder of REBASES) {
    const name = (await readGitFile(join(gitDir, folder, 'head-name')))?.trim();
    if (name?.startsWith(HEADS) === true) return name.slice(HEADS.length);
  }
  return undefined;
}
