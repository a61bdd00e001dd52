/** One line of a reflog of git: a reference went from one commit to another. */
export interface ReflogLine {
  /** Absent where there was none. */
  readonly oldCommit?: string;
  /** Absent where there is none any more. */
  readonly newCommit?: string;
  readonly name: string;
  readonly mail: string;
  /** Since 1970, as git was told; whoever makes a commit can choose it. */
  readonly seconds: number;
  readonly zone: string;
  /** What was done, e.g. `commit: Fix it`; empty where git was not told. */
  readonly what: string;
}

const LINE =
  /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (.*?) ?<([^>]*)> (\d{1,12}) ([+-]\d{4})(?:\t(.*))?$/s;

/** Reads a line of a reflog; `undefined` where it is none. */
export function parseReflogLine(line: string): ReflogLine | undefined {
  const found = LINE.exec(line);
  if (found === null) return undefined;
  const [, oldCommit = '', newCommit = '', name = '', mail = '', seconds, zone = '', what = ''] = found;
  return {
    ...(!isZero(oldCommit) && { oldCommit }),
    ...(!isZero(newCommit) && { newCommit }),
    name,
    mail,
    seconds: Number(seconds),
    zone,
    what: what.trim(),
  };
}

function isZero(commit: string): boolean {
  return /^0+$/.test(commit);
}
