import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toMessage } from '@toolyard/core';
import type { KnownHook } from '@toolyard/hooks';
import { watchFile } from '@toolyard/node';
import { formatFinding } from './hooks-finding.ts';
import { readHooks, type ReadHooks } from './open-hooks.ts';

/** The hooks of a workspace as their files say, while these change. */
export interface FollowedHooks {
  /** Those that count now. */
  current(): readonly KnownHook[];
  close(): void;
}

/** What is told while files change. */
export interface FollowHooksOptions {
  /** Other hooks count now. */
  onChange(hooks: readonly KnownHook[]): void;
  /** A file is wrong, in a line for each problem; what counted before still does. */
  onWrong(lines: readonly string[]): void;
}

const NAMES = ['hooks.json', 'hooks.yaml', 'hooks.yml'];
/** A file that is replaced is missing for a moment, so it counts as gone when two looks do not see it. */
const LOOK_MS = 1000;

/** Reads the files again whenever one of them changes, appears or goes. Does not keep the process alive. */
export function followHooks(read: ReadHooks, { onChange, onWrong }: FollowHooksOptions): FollowedHooks {
  const candidates = Object.values(read.lookedFor).flatMap((file) => NAMES.map((name) => join(dirname(file), name)));
  let current = read.hooks;
  let told = '';
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function readAgain(): Promise<void> {
    if (isClosed) return;
    const { host, options, workspace } = read;
    const again = await readHooks(host, { ...options, workspace });
    if (isClosed) return;
    const lines = again.findings.map((finding) => formatFinding(finding));
    const isNew = lines.join('\n') !== told;
    told = lines.join('\n');
    if (lines.length > 0 && isNew) onWrong(lines);
    if (lines.length > 0 || JSON.stringify(again.hooks) === JSON.stringify(current)) return;
    current = again.hooks;
    onChange(current);
  }

  function follow(): void {
    last = last.then(readAgain).catch((error: unknown) => onWrong([toMessage(error)]));
  }

  const watches = candidates.map((file) => watchFile(file, follow));
  // What changed between the reading and the watching.
  follow();
  const look = setInterval(createGoneLook(candidates, follow), LOOK_MS).unref();
  return {
    current: () => current,
    close() {
      isClosed = true;
      clearInterval(look);
      for (const watch of watches) watch.close();
    },
  };
}

/** What calls `onGone` when a file that was there is missing twice in a row. */
function createGoneLook(files: readonly string[], onGone: () => void): () => void {
  const seen = new Set(files.filter((file) => existsSync(file)));
  const missed = new Set<string>();
  return () => {
    for (const file of files) {
      const isThere = existsSync(file);
      if (!isThere && missed.delete(file)) onGone();
      else if (!isThere && seen.delete(file)) missed.add(file);
      if (isThere) {
        seen.add(file);
        missed.delete(file);
      }
    }
  };
}
