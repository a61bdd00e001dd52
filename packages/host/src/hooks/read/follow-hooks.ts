import { dirname, join } from 'node:path';
import { onAbort, toMessage } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { hashOf, watchFile } from '@toolyard/node';
import { formatFinding } from './hooks-finding.ts';
import { readHooks, type ReadHooks } from './read-hooks.ts';

/** The hooks of a workspace as their files say, while these change. */
export interface FollowedHooks {
  /** Those that count now. */
  current(): readonly KnownHook[];
  /** Nothing is told any more, also not what is being read. */
  close(): void;
}

/** What is told while files change. */
export interface FollowHooksOptions {
  /** Other hooks count now, or the same again after a file was wrong. */
  onChange(hooks: readonly KnownHook[]): void;
  /** A file is wrong, in a line for each problem; what counted before still does. */
  onWrong(lines: readonly string[]): void;
}

const NAMES = ['hooks.json', 'hooks.yaml', 'hooks.yml'];

/** Reads the files again whenever one of them changes, appears or goes. Does not keep the process alive. */
export function followHooks(read: ReadHooks, { onChange, onWrong }: FollowHooksOptions): FollowedHooks {
  let current = read.hooks;
  let told = '';
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function readAgain(): Promise<void> {
    const { surroundings, named, workspace } = read;
    const again = await readHooks(surroundings, { ...named, workspace });
    if (isClosed) return;
    const lines = again.findings.map((finding) => formatFinding(finding));
    const before = told;
    told = lines.join('\n');
    if (lines.length > 0 && told !== before) onWrong(lines);
    const isSame = before === '' && JSON.stringify(again.hooks) === JSON.stringify(current);
    if (lines.length > 0 || isSame) return;
    current = again.hooks;
    onChange(current);
  }

  function follow(): void {
    last = last
      .then(() => (isClosed ? undefined : readAgain()))
      .catch((error: unknown) => (isClosed ? undefined : onWrong([toMessage(error)])));
  }

  const unwatch = watchHooksFiles(read, follow);
  return {
    current: () => current,
    close() {
      isClosed = true;
      unwatch();
    },
  };
}

/** Tells whenever one of the files changes, appears or goes; the function that it gives ends that. Does not keep the process alive. */
export function watchHooksFiles(read: ReadHooks, onChange: () => void): () => void {
  const files = filesOf(read);
  const watches = candidatesOf(read).map((file) => watchFile(file, onChange, hashAsRead(file, files)));
  return () => {
    for (const watch of watches) watch.close();
  };
}

/** Resolves when one of the files changes, appears or goes, or when the signal is aborted. Does not keep the process alive. */
export async function untilHooksChange(read: ReadHooks, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    let takeBack = (): void => undefined;
    const unwatch = watchHooksFiles(read, finish);
    function finish(): void {
      unwatch();
      takeBack();
      resolve();
    }
    takeBack = onAbort(signal, finish);
  });
}

function candidatesOf({ lookedFor }: ReadHooks): readonly string[] {
  return Object.values(lookedFor).flatMap((file) => NAMES.map((name) => join(dirname(file), name)));
}

/** The files that there were, with their texts. */
function filesOf({ files }: ReadHooks): ReadonlyMap<string, string> {
  return new Map(Object.values(files).map(({ file, text = '' }) => [file, text]));
}

/** What was read, so that nothing is missed between the reading and the watching. */
function hashAsRead(file: string, files: ReadonlyMap<string, string>): string {
  const text = files.get(file);
  return text === undefined ? '' : hashOf(Buffer.from(text));
}
