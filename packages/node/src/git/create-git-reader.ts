import { join } from 'node:path';
import type { GitHead, GitState } from '@toolyard/core';
import { systemDelay } from '../clock/system-delay.ts';
import type { GitRepository } from './locate-repository.ts';
import { readCommitSubject } from './read-commit-subject.ts';
import { readGitFile } from './read-git-file.ts';
import { readGitHead } from './read-git-head.ts';
import { readGitLog, readRemoteLogs, type GitLog } from './read-remote-logs.ts';

/** Reads the state of one repository, again and again. */
export interface GitReader {
  /** `undefined` where the repository is gone, or keeps its references in a way that files do not show. */
  read(): Promise<GitState | undefined>;
}

// Of merges that are longer ago than so many lines the subjects are not looked for.
const MAX_SUBJECT_LINES = 1000;
const MERGE = /^[0-9a-f]+ ([0-9a-f]+) [^\t]*\t(?:merge|pull)\b.*: Merge made by /;
const SWITCH = /\tcheckout: moving from (.+) to (.+)$/;
const MAX_TRIES = 10;
const PAUSE_MS = 20;

/** Makes a reader that runs no program, trusts nothing in the repository, and reads again only what has changed. */
export function createGitReader(repository: GitRepository): GitReader {
  let headLog: GitLog | undefined;
  let remoteLogs: ReadonlyMap<string, GitLog> = new Map();
  let subjects: ReadonlyMap<string, string> = new Map();

  async function readOnce(): Promise<GitHead | undefined> {
    const before = await readGitHead(repository);
    headLog = await readGitLog(join(repository.gitDir, 'logs', 'HEAD'), headLog);
    const after = await readGitHead(repository);
    return isSameHead(before, after) ? after : undefined;
  }

  /** git writes the log before HEAD, so they may disagree for a moment; some repositories disagree for good. */
  async function readHead(): Promise<GitHead | undefined> {
    for (let tries = 1; tries < MAX_TRIES; tries += 1) {
      const head = await readOnce();
      if (head !== undefined && agrees(head, headLog)) return head;
      await systemDelay(PAUSE_MS);
    }
    await readOnce();
    return await readGitHead(repository);
  }

  async function readSubjects(head: GitHead): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const commit of listUnnamed(head, headLog?.lines ?? [])) {
      const subject = subjects.get(commit) ?? (await readCommitSubject(repository, commit));
      if (subject !== undefined) found.set(commit, subject);
    }
    return found;
  }

  return {
    async read() {
      const startedAt = Date.now();
      const head = await readHead();
      if (head === undefined) return undefined;
      remoteLogs = await readRemoteLogs(repository, remoteLogs);
      subjects = await readSubjects(head);
      return {
        head,
        log: headLog?.lines ?? [],
        remoteLogs: new Map([...remoteLogs].map(([name, { lines }]) => [name, lines])),
        remotes: await readRemotes(repository),
        subjects,
        readAt: [startedAt, Date.now()],
      };
    },
  };
}

function isSameHead(one: GitHead | undefined, other: GitHead | undefined): boolean {
  return one?.branch === other?.branch && one?.commit === other?.commit;
}

function agrees(head: GitHead, log: GitLog | undefined): boolean {
  const last = log?.lines.at(-1);
  if (last === undefined || head.commit === undefined) return true;
  const [, from, to] = SWITCH.exec(last) ?? [];
  // A new branch begins at the commit of the one that it leaves.
  const isStillThere = from !== to && head.branch === from && from !== undefined;
  return last.split(' ', 2)[1] === head.commit && !isStillThere;
}

/** Commits that the log tells without their subjects: merges, and all where there is no log. */
function listUnnamed({ commit }: GitHead, log: readonly string[]): string[] {
  if (log.length === 0) return commit === undefined ? [] : [commit];
  const merges = log.slice(-MAX_SUBJECT_LINES).map((line) => MERGE.exec(line)?.[1]);
  return merges.filter((merge) => merge !== undefined);
}

async function readRemotes({ commonDir }: GitRepository): Promise<string[]> {
  const text = (await readGitFile(join(commonDir, 'config'))) ?? '';
  const sections = text.matchAll(/^[ \t]*\[[ \t]*remote[ \t]+"((?:[^"\\\n]|\\.)*)"[ \t]*\]/gim);
  return [...new Set([...sections].map((section) => (section[1] ?? '').replaceAll(/\\(.)/g, '$1')))];
}
