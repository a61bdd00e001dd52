import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { waitUntil } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { ROOT } from './run-toolyard.ts';

const SCRIPT = '/usr/bin/script';
const WAIT_MS = 60_000;

/** Whether this machine has the program that gives a command a terminal, in the form that Linux has it. */
export const HAS_TERMINAL: boolean = String(spawnSync(SCRIPT, ['--version']).stdout).includes('util-linux');

/** A command that a person runs at a terminal. */
export interface Terminal {
  /** Waits until the text is shown, after what was waited for before, then types. */
  type(after: string, keys: string): Promise<void>;
  /** What came of it; stdout is a file beside the terminal. */
  readonly finished: Promise<{ readonly code: number | null; readonly stdout: string; readonly shown: string }>;
}

/** Runs the built command with a terminal for stdin and stderr, and with a file for stdout unless all is shown. */
export function startTerminal(words: readonly string[], folder: string, stdout?: 'shown'): Terminal {
  const file = join(folder, 'stdout.txt');
  const command = [process.execPath, join(ROOT, 'apps/cli/dist/toolyard.js'), ...words].map(quote).join(' ');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1' };
  if (stdout === 'shown') return startLine(`exec ${command}`, { cwd: folder, env });
  const { type, finished } = startLine(`exec ${command} > ${quote(file)}`, { cwd: folder, env });
  return { type, finished: finished.then((ended) => ({ ...ended, stdout: readFileSync(file, 'utf8') })) };
}

/** Runs a line of a shell at a terminal, where all of it is shown. */
export function startLine(line: string, options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Terminal {
  const child = spawn(SCRIPT, ['-qfec', line, '/dev/null'], { ...options, stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let raw = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => (raw += text));
  const shown = (): string => stripVTControlCharacters(raw).replaceAll('\r', '');
  return {
    async type(after, keys) {
      await waitUntil(() => shown().includes(after, seen), WAIT_MS).catch(() => {
        throw new Error(`"${after}" was not shown, but: ${shown().slice(seen)}`);
      });
      seen = shown().indexOf(after, seen) + after.length;
      child.stdin.write(keys);
    },
    finished: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, shown: shown(), stdout: '' }));
    }),
  };
}

/** A word as a shell reads it back. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
