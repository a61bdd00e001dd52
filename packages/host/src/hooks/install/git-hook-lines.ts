/** The hooks of git that between them tell of every commit, change of the branch and push. */
export const GIT_HOOK_NAMES = ['post-commit', 'post-merge', 'post-applypatch', 'post-checkout', 'pre-push'] as const;

/** One of them. */
export type GitHookName = (typeof GIT_HOOK_NAMES)[number];

/** The script beside the hooks that tells Toolyard. */
export const FIRE_SCRIPT = 'toolyard-fire';

/** The folder beside the hooks with those that no lines can be added to. */
export const KEPT_FOLDER = 'toolyard-kept';

/** All of a hook that was not there before, apart from the lines. */
export const SHEBANG = '#!/bin/sh\n';

const START = '# >>> toolyard hooks >>>';
const END = '# <<< toolyard hooks <<<';
const ADDED = `${START} added by "toolyard hooks install"; "toolyard hooks uninstall" removes these lines`;
const WAS = /^# was: (\d+) ([0-9a-f]{64})$/m;

/** What a file was before lines were added to it. */
export interface HookBefore {
  /** In nanoseconds since 1970. */
  readonly modifiedAt: bigint;
  /** SHA-256 of its content. */
  readonly hash: string;
}

/** How lines are added to a hook. */
export interface HookLines {
  readonly name: GitHookName;
  /** Absent where the file is made for the lines. */
  readonly before?: HookBefore;
  /** Whether they also run the hook that was moved out of their way. */
  readonly runsKept?: boolean;
}

/**
 * Adds the lines to the text of a hook, right below its first line, so that nothing that follows can keep them from running, nor they change
 * what follows. Texts are bytes: one character each.
 */
export function addHookLines(text: string, lines: HookLines): string {
  const place = text.startsWith('#!') ? endOfFirstLine(text) : 0;
  const added = toLines(lines);
  const [above, below] = [text.slice(0, place), text.slice(place)];
  if (above === '' || above.endsWith('\n')) return `${above}${added}${below}`;
  return `${above}\n${added.slice(0, -1)}`;
}

/** The text of a hook without the lines, exactly as it was; the same text where it has none. */
export function removeHookLines(text: string): string {
  const found = findLines(text);
  if (found === undefined) return text;
  const { start, end } = found;
  // Below a first line without an end there was nothing.
  const isAtEnd = text[end - 1] !== '\n';
  return text.slice(0, isAtEnd ? Math.max(0, start - 1) : start) + text.slice(end);
}

/** Whether a hook has the lines. */
export function hasHookLines(text: string): boolean {
  return findLines(text) !== undefined;
}

/** What a hook was before the lines were added; `undefined` where it has none, or was made for them. */
export function readHookBefore(text: string): HookBefore | undefined {
  const { start, end } = findLines(text) ?? { start: 0, end: 0 };
  const [, modifiedAt, hash] = WAS.exec(text.slice(start, end)) ?? [];
  return modifiedAt === undefined || hash === undefined ? undefined : { modifiedAt: BigInt(modifiedAt), hash };
}

function findLines(text: string): { readonly start: number; readonly end: number } | undefined {
  const start = text.startsWith(START) ? 0 : text.indexOf(`\n${START}`) + 1;
  if (start === 0 && !text.startsWith(START)) return undefined;
  const last = text.indexOf(`\n${END}`, start);
  if (last === -1) return undefined;
  const end = last + 1 + END.length;
  return { start, end: text[end] === '\n' ? end + 1 : end };
}

function toLines({ name, before, runsKept = false }: HookLines): string {
  // `git push` comes to its end only after this hook, and the script waits for it.
  const words = name === 'pre-push' ? `${name} "$PPID"` : `${name} "$@"`;
  const script = `"\${0%/*}/${FIRE_SCRIPT}"`;
  const kept = `"\${0%/*}/${KEPT_FOLDER}/${name}"`;
  return [
    ADDED,
    ...(before === undefined ? [] : [`# was: ${before.modifiedAt} ${before.hash}`]),
    `[ ! -x ${script} ] || ${script} ${words} </dev/null >/dev/null 2>&1 || :`,
    ...(runsKept ? [`[ ! -x ${kept} ] || exec ${kept} "$@"`] : []),
    `${END}\n`,
  ].join('\n');
}

function endOfFirstLine(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end + 1;
}
