import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { quote, startLine } from '../cli/start-terminal.ts';
import { createEnvironment, ROOT } from '../harness/create-yard-folder.ts';

const OFFLINE_NPX = fileURLToPath(new URL('offline-npx.mjs', import.meta.url));
/** For commands that hang. */
const LIMIT_MS = 60_000;

/** What came of a command. */
export interface Ran {
  readonly code: number | null;
  /** What it printed on stdout and stderr, in the order in which a reader sees it. */
  readonly printed: string;
}

/** A command that runs until somebody ends it. */
export interface Foreground {
  /** What it has printed so far. */
  printed(): string;
  /** Ends it as Ctrl-C does. */
  end(): Promise<Ran>;
}

/** What is typed after a question. */
export interface Answer {
  readonly question: string;
  readonly keys: string;
}

/** The shell of a reader with a new home. The folder and exported variables stay from one command to the next. */
export interface Shell {
  readonly home: string;
  save(path: string, text: string): void;
  run(command: string): Promise<Ran>;
  /** Runs a command at a terminal, and types each answer when its question is shown. */
  answer(command: string, answers: readonly Answer[]): Promise<Ran>;
  /** Starts a command, and waits until what it has printed says that it is ready. */
  start(command: string, isReady: (printed: string) => boolean): Promise<Foreground>;
}

// Both streams are one, so that what is printed stays in order.
const RUN = 'exec 2>&1; . "$0"; eval "$1"; code=$?; { declare -px; printf "cd %q\\n" "$PWD"; } > "$0"; exit $code';
const START = 'exec 2>&1; . "$0"; eval "exec $1"';

/** Opens a shell; its home is gone after the test. */
export function openShell(): Shell {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'toolyard-guide-')));
  onTestFinished(() => rmSync(place, { recursive: true, force: true, maxRetries: 3 }));
  const home = join(place, 'you');
  const state = join(place, 'state');
  const env = createEnvironment(home, { NO_COLOR: '1', TERM: 'xterm', SHELL: '/bin/bash' });
  env['PATH'] = `${writePrograms(place)}:${env['PATH']}`;
  mkdirSync(home);
  writeFileSync(join(home, '.gitconfig'), '[user]\n  name = Ada\n  email = ada@example.com\n');
  writeFileSync(state, `cd ${home}\n`);

  const folder = (): string => /\bcd (.*)\n$/.exec(readFileSync(state, 'utf8'))?.[1] ?? home;
  const start = (script: string, command: string): Heard =>
    startBash(['-c', script, state, command], { cwd: home, env });

  return {
    home,
    save(path, text) {
      const file = resolve(folder(), path.replace(/^~(?=\/)/, home));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    async run(command) {
      const { end, ended } = start(RUN, command);
      const limit = setTimeout(() => end('SIGTERM'), LIMIT_MS);
      const ran = await ended;
      clearTimeout(limit);
      if (ran.code !== null) return ran;
      throw new Error(`"${command}" did not end; what its reader has to end stands in FOREGROUND:\n${ran.printed}`);
    },
    async answer(command, answers) {
      const words = ['bash', '-c', RUN, state, command].map(quote);
      const terminal = startLine(words.join(' '), { cwd: home, env });
      for (const { question, keys } of answers) await terminal.type(question, keys);
      const { code, shown } = await terminal.finished;
      return { code, printed: shown };
    },
    async start(command, isReady) {
      const { end, ended, printed } = start(START, command);
      onTestFinished(() => end('SIGKILL'));
      const early = ended.then(() => Promise.reject(new Error('it ended')));
      const ready = waitUntil(() => isReady(printed()), LIMIT_MS);
      await Promise.race([ready, early]).catch(({ message }: Error) => {
        throw new Error(`"${command}" did not print what its page shows (${message}), but:\n${printed()}`);
      });
      return {
        printed,
        end() {
          end('SIGINT');
          return ended;
        },
      };
    },
  };
}

interface Heard {
  readonly ended: Promise<Ran>;
  printed(): string;
  /** Sends a signal to it and to what it has started, as a terminal does. */
  end(signal: NodeJS.Signals): void;
}

function startBash(args: readonly string[], options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Heard {
  const child = spawn('bash', args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => void (text += part));
  const ended = new Promise<Ran>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, printed: text }));
  });
  const end = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal);
  };
  return { ended, printed: () => text, end };
}

/** The `toolyard` of this build, and an `npx` that fetches nothing, but finds what is installed here. Gives their folder. */
function writePrograms(place: string): string {
  const bin = join(place, 'bin');
  mkdirSync(bin);
  const write = (name: string, text: string): void => writeFileSync(join(bin, name), text, { mode: 0o755 });
  const node = `"${process.execPath}"`;
  write('toolyard', `#!/bin/sh\nexec ${node} --liftoff-only "${join(ROOT, 'apps/cli/dist/toolyard.js')}" "$@"\n`);
  write('npx', `#!/bin/sh\nexec ${node} "${OFFLINE_NPX}" "$@"\n`);
  return bin;
}
