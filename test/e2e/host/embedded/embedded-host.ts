import { countTimers } from './restrict-process.ts';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openYard, runNoteFile, type ClosableYard, type Host } from '@toolyard/host';
import { openWorkspaceHooks } from '@toolyard/host/hooks';
import { systemClock } from '@toolyard/node';

const { FOLDER: folder = '', ...env } = process.env;
const file = join(folder, 'toolyard.json');

const host: Host = {
  surroundings: { env, cwd: folder, homeDir: folder, platform: process.platform, userId: process.getuid?.() ?? 0 },
  info: { name: 'embedded', version: '1.0.0' },
  clock: systemClock,
  notify: ({ message }) => void writeSync(2, `${message}\n`),
  approve: async () => true,
};

/** Opens, joins, calls, reloads, runs a note and a hook, and begins to close. */
async function live(): Promise<{ readonly life: object; readonly end: Promise<unknown> }> {
  const own = await openYard(host, { config: file });
  const joined = await openYard(host, { config: file });
  const called = await joined.caller.call(
    { tool: 'echo:echo', arguments: { text: 'called' }, origin: 'person' },
    new AbortController().signal,
  );
  const reloaded = await reload(own);
  const note = await runNoteFile(host, joined, { file: 'note.md' });
  const hooks = await openWorkspaceHooks(host, { workspace: folder, config: file });
  for (const hook of await hooks.list()) await hooks.approve(hook);
  await hooks.watch();
  const runs = await hooks.enter({ name: 'manual', target: 'greet', values: {} });
  const life = {
    isJoined: [own.isJoined, joined.isJoined],
    called: called.kind,
    reloaded,
    blocks: note.blocks.map(({ status }) => status),
    runs: runs.map(({ status, result }) => [status, result]),
  };
  return { life, end: Promise.all([hooks.close(), joined.close(), own.close()]) };
}

/** Adds a server to the file, and gives the keys that the yard has then; takes it out again. */
async function reload({ yard }: ClosableYard): Promise<readonly string[]> {
  const before = readFileSync(file, 'utf8');
  const keys = (): string[] => yard.servers().map(({ key }) => key);
  const changed = new Promise<readonly string[]>((resolve) => {
    const forget = yard.on(({ type }) => {
      if (type !== 'configuration-changed') return;
      forget();
      resolve(keys());
    });
  });
  const { mcpServers } = JSON.parse(before);
  writeFileSync(file, JSON.stringify({ mcpServers: { ...mcpServers, late: { ...mcpServers.echo, enabled: false } } }));
  const found = await changed;
  writeFileSync(file, before);
  return found;
}

async function main(): Promise<void> {
  // Node itself opens it when the first socket closes.
  void process.stderr;
  const before = process.getActiveResourcesInfo();
  // As a plugin that is reloaded: the second opens while the first is ending.
  const lives = [await live(), await live()];
  await Promise.all(lives.map(({ end }) => end));
  // Node drops what was closed a few turns of its loop later; what was forgotten stays.
  for (let turn = 0; turn < 100 && process.getActiveResourcesInfo().length > before.length; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const after = process.getActiveResourcesInfo();
  writeSync(
    1,
    JSON.stringify({ lives: lives.map(({ life }) => life), timers: countTimers(), resources: { before, after } }),
  );
}

void main();
