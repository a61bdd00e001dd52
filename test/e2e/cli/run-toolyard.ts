import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL('../../..', import.meta.url));

/** What a finished command left. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly finished: Promise<Finished>;
  /** Resolves when the text was seen on that stream; rejects when the command ends without it. */
  saw(stream: 'stdout' | 'stderr', text: string): Promise<void>;
}

/** How a command is started. */
export interface StartOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: 'toolyard' | 'mcp-simple-aggregator';
  /** Whether it runs long enough for its database, which is WebAssembly, to be worth optimising. */
  readonly isLongLived?: boolean;
  /** As another user, which only the superuser can do. */
  readonly uid?: number;
}

/** Starts the built command, with nothing of the tester's own configuration in reach. */
export function startToolyard(words: readonly string[], options: StartOptions): Running {
  const script = join(ROOT, 'apps/cli/dist', `${options.program ?? 'toolyard'}.js`);
  if (!existsSync(script)) throw new Error('The command is not built. Run "npm run build" first.');
  const env = { PATH: process.env['PATH'] ?? '', HOME: options.cwd, ...options.env };
  const user = options.uid === undefined ? {} : { uid: options.uid, gid: options.uid };
  const args = [...(options.isLongLived === true ? [] : ['--liftoff-only']), script, ...words];
  const child = spawn(process.execPath, args, { cwd: options.cwd, env, stdio: 'pipe', ...user });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => (output[stream] += text));
  }
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, ...output }));
  });
  const saw = (stream: 'stdout' | 'stderr', text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const check = (): void => void (output[stream].includes(text) && resolve());
      child[stream].on('data', check);
      void finished.then(() => reject(new Error(`It ended without "${text}": ${output.stdout}${output.stderr}`)));
      check();
    });
  return { child, finished, saw };
}

/** Runs the built command to its end with an empty stdin. */
export function runToolyard(words: readonly string[], options: StartOptions): Promise<Finished> {
  const { child, finished } = startToolyard(words, options);
  child.stdin.end();
  return finished;
}

/** A folder of its own for a test, with the servers in a file there; `remove` takes it away. */
export async function createFolder(
  servers: Readonly<Record<string, unknown>> = {},
): Promise<{ folder: string; file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-e2e-'));
  const file = join(folder, 'servers.json');
  await writeFile(file, JSON.stringify({ mcpServers: servers }));
  return { folder, file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The entry of a fixture server in a configuration. */
export function fixture(name: string, ...args: readonly string[]): Record<string, unknown> {
  return { command: process.execPath, args: [join(ROOT, 'packages/testing/fixtures', `${name}.mjs`), ...args] };
}
