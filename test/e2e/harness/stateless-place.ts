import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStatelessHttpServer } from '@toolyard/testing';
import { expect, onTestFinished } from 'vitest';
import { runToolyard, type Finished } from '../cli/run-toolyard.ts';
import { createYardFolder, fixture, type Entry, type YardFolder } from './create-yard-folder.ts';

/** A folder with one server, `far`. */
export interface Place extends YardFolder {
  /** What the server has got so far. */
  got(): string[];
}

/** A folder with one server, `far`, that behaves like this. */
export function place(behaviour: string, more: Entry = {}): Place {
  const folder = createYardFolder();
  const file = join(folder.folder, 'got.txt');
  folder.write('servers.json', { mcpServers: { far: { ...fixture('stateless', [behaviour, file]), ...more } } });
  return { ...folder, got: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) };
}

/** `toolyard call` there, to its end. */
export const call = ({ folder, file }: YardFolder, ...words: string[]): Promise<Finished> =>
  runToolyard(['call', ...words, '--config', file], { cwd: folder });

/** A server that knows no handshake is used with this in its entry, and started once. */
export async function expectUsed(more: Entry): Promise<void> {
  const yard = place('only', more);
  expect(await call(yard, 'far:echo', 'a=x')).toMatchObject({ code: 0, stdout: '{"a":"x"}\n' });
  const got = yard.got();
  expect(got.filter((what) => what === 'start')).toHaveLength(1);
  expect(got.slice(0, 2)).toEqual(['start', 'server/discover']);
  expect(got).not.toContain('initialize');
}

/** The same behind a URL. */
export async function expectUsedAtUrl(more: Entry): Promise<void> {
  const server = await startStatelessHttpServer({ answers: 'events' });
  onTestFinished(() => server.stop());
  const yard = createYardFolder({ far: { url: server.url, ...more } });
  expect(await call(yard, 'far:echo', 'a=x')).toMatchObject({ code: 0, stdout: 'echo {"a":"x"}\n' });
  expect(server.methods()).not.toContain('initialize');
  expect(server.methods().filter((method) => method === 'server/discover')).toHaveLength(1);
}
