/** What a line of HEAD's reflog says that was done. */
export type ReflogStep =
  /** Without a message where the line has none of the commit's words, as for a merge. */
  | { readonly kind: 'commit'; readonly message?: string }
  /** HEAD went to something else. `to` is what a person typed, which may be no branch. */
  | { readonly kind: 'switch'; readonly from: string; readonly to: string }
  /** A rebase is over, and HEAD is on that branch again. */
  | { readonly kind: 'return'; readonly branch: string }
  /** Moves HEAD without a new commit or another branch, or rewrites what exists. */
  | { readonly kind: 'other' };

const COMMIT = /^commit(?: \([\w-]+\))?:(?: (.*))?$/s;
const PICKED = /^(?:cherry-pick|revert|am): (.*)$/s;
const MERGED = /^(?:merge|pull)\b.*?: Merge made by /s;
const MOVED = /^checkout: moving from (\S+) to (\S+)$/;
const RENAMED = /^Branch: renamed refs\/heads\/(\S+) to refs\/heads\/(\S+)$/;
// Of `rebase` and of `pull --rebase`, in the words of old and of new versions.
const RETURNED = /^(?:rebase|pull)\b.*?: returning to refs\/heads\/(\S+)$/;

/** Reads the words of git in a line of HEAD's reflog. */
export function toReflogStep(what: string): ReflogStep {
  if (MERGED.test(what)) return { kind: 'commit' };
  const commit = COMMIT.exec(what) ?? PICKED.exec(what);
  // `cherry-pick --ff` goes to a commit that is there already.
  if (commit !== null && what !== 'cherry-pick: fast-forward') return { kind: 'commit', message: commit[1] ?? '' };
  const moved = MOVED.exec(what) ?? RENAMED.exec(what);
  if (moved !== null) return { kind: 'switch', from: moved[1] ?? '', to: moved[2] ?? '' };
  const returned = RETURNED.exec(what)?.[1];
  return returned === undefined ? { kind: 'other' } : { kind: 'return', branch: returned };
}

/** The branch that `git` means by a name in its reflog; `undefined` where it can only be a commit. */
export function toBranchName(name: string): string | undefined {
  const isCommit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(name);
  // What no branch may be called, such as `HEAD~1` and `HEAD@{1}`.
  const isExpression = /[~^:?*[\\\s]|\.\.|@\{/.test(name) || name === 'HEAD' || name === '@';
  return isCommit || isExpression ? undefined : name;
}
