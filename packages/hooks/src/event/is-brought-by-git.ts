import { parseReflogLine } from './parse-reflog-line.ts';

/** How long git may take for a change of the files before it notes where HEAD is. */
const LONGEST_MS = 10_000;
const LAST_LINES = 200;

/**
 * Whether a file that was last changed at a time came with another commit: by a checkout, a pull, a merge and the like. Git
 * writes the files first and HEAD's reflog, the oldest line first here, right after.
 */
export function isBroughtByGit(log: readonly string[], changedMs: number): boolean {
  return log.slice(-LAST_LINES).some((text) => {
    const line = parseReflogLine(text);
    if (line === undefined || line.oldCommit === line.newCommit || line.what.startsWith('commit')) return false;
    const at = line.seconds * 1000;
    return changedMs >= at - LONGEST_MS && changedMs < at + 1000;
  });
}
