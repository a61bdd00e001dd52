import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startModelServer, type ModelApi, type ModelServer, type ServedTurn } from '@toolyard/testing';
import { onTestFinished } from 'vitest';
import { startLine, quote, type Terminal } from '../cli/start-terminal.ts';
import { startToolyard, ROOT, type Finished, type Running } from '../cli/run-toolyard.ts';
import { realServer } from '../documents/create-note-place.ts';
import { createYardFolder, type Entry, type YardFolder } from '../harness/create-yard-folder.ts';

/** A folder with the real filesystem server, and a scripted model behind a real API. */
export interface AskPlace extends YardFolder {
  readonly model: ModelServer;
  /** A file of the folder; `undefined` where there is none. */
  read(name: string): string | undefined;
  pathOf(name: string): string;
  /** A command to its end, with this on its stdin. */
  toolyard(words: readonly string[], stdin?: string): Promise<Finished>;
  /** `toolyard ask` to its end. */
  ask(...words: string[]): Promise<Finished>;
  /** The events of `toolyard ask --json`. */
  events(...words: string[]): Promise<readonly Record<string, unknown>[]>;
  start(...words: string[]): Running;
  /** At a terminal, where all of it is shown. */
  atTerminal(...words: string[]): Terminal;
}

/** What else a place has. */
export interface AskPlaceOptions {
  /** Whose API the model speaks; that of a compatible server where absent. */
  readonly api?: ModelApi;
  /** Fields of the filesystem server's entry. */
  readonly server?: Entry;
  /** Servers beside it. */
  readonly servers?: Readonly<Record<string, Entry>>;
  readonly settings?: object;
}

/** A place whose model plays these turns. */
export async function createAskPlace(
  turns: readonly ServedTurn[],
  { api = 'openai-compatible', server = {}, servers = {}, settings = {} }: AskPlaceOptions = {},
): Promise<AskPlace> {
  const model = await startModelServer(api, turns);
  onTestFinished(() => model.stop());
  const place = createYardFolder();
  const { folder, file, write } = place;
  const files = { ...realServer('filesystem', folder), ...server };
  write('servers.json', {
    mcpServers: { files, ...servers },
    toolyard: { model: model.modelId, listWaitMs: 60_000, ...settings },
  });
  const env = model.environment;
  const start = (...words: string[]): Running => startToolyard([...words, '--config', file], { cwd: folder, env });
  const toolyard = (words: readonly string[], stdin = ''): Promise<Finished> => {
    const { child, finished } = start(...words);
    child.stdin.end(stdin);
    return finished;
  };
  return {
    ...place,
    model,
    read: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined),
    pathOf: (name) => join(folder, name),
    toolyard,
    ask: (...words) => toolyard(['ask', ...words]),
    async events(...words) {
      const { stdout } = await toolyard(['ask', '--json', ...words]);
      return stdout
        .trim()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line));
    },
    start,
    atTerminal(...words) {
      const command = [process.execPath, join(ROOT, 'apps/cli/dist/toolyard.js'), ...words, '--config', file];
      const path = process.env['PATH'] ?? '';
      const home = { PATH: path, HOME: folder, SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1', COLUMNS: '200' };
      return startLine(`exec ${command.map(quote).join(' ')}`, { cwd: folder, env: { ...home, ...env } });
    },
  };
}
