import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { putEntry, removeEntry, type TextEditResult } from '@toolyard/core';
import { readEntry } from '@toolyard/host';
import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryPath } from '../clients/take-out-entry.ts';
import { createProcessContext } from '../process/create-process-context.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { runConnect } from './connect.ts';
import { runDisconnect } from './disconnect.ts';

const PATH: EntryPath = ['mcpServers', 'toolyard'];

/** What a person, or the client itself, does to the file, and what Toolyard is told to do. */
const STEPS = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('connect', 'connect-other', 'disconnect') },
  { weight: 2, arbitrary: fc.constantFrom('own', 'own-toolyard', 'own-changed') },
  { weight: 1, arbitrary: fc.constantFrom('drop', 'edit', 'delete') },
);

/** Files before anything happens, as people and clients write them. */
const FILES: Readonly<Record<string, readonly (string | undefined)[]>> = {
  JSON: [
    undefined,
    '{}',
    '{"mcpServers":{"a":{"command":"x"}},"b":1}',
    '{\n  "theme": "dark",\n  "mcpServers": {\n    "a": { "command": "x" }\n  }\n}\n',
  ],
  JSONC: [
    '{ // nothing yet\n}',
    '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t// mine\r\n\t\t"a": { "command": "x" }, // a\r\n\t},\r\n}\r\n',
  ],
};

interface Home {
  run(step: string, number: number): Promise<void>;
  read(): Promise<string | undefined>;
  /** The file and all its backups. */
  readAll(): Promise<string[]>;
}

/** A home in which Cursor has a file of this text; gone when `use` is done. */
async function withHome(text: string | undefined, use: (home: Home) => Promise<void>): Promise<void> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  const file = join(home, '.cursor/mcp.json');
  await writeFile(join(home, 'other.json'), '{ "mcpServers": {} }');
  const context = createQuietContext(home);
  const read = (): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);
  const write = async (next: string): Promise<void> => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, next);
  };
  const put = async (path: EntryPath, value: unknown): Promise<void> =>
    write(toText(putEntry((await read()) ?? '', path, value)));
  const config = join(home, 'other.json');
  const actions: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
    connect: () => runConnect({ client: 'cursor', yes: true }, context),
    'connect-other': () => runConnect({ client: 'cursor', yes: true, config }, context),
    disconnect: () => runDisconnect({ client: 'cursor', yes: true }, context),
    own: (number) => put(PATH, { command: `own-${number}` }),
    'own-toolyard': (number) => put(PATH, { command: 'toolyard', args: ['serve', '--shared', `own-${number}`] }),
    'own-changed': async (number) => {
      const entry = readEntry((await read()) ?? '', PATH);
      await put(PATH, { ...Object(entry), env: { MINE: `own-${number}` } });
    },
    drop: async () => {
      const now = await read();
      if (now !== undefined) await write(toText(removeEntry(now, PATH)));
    },
    edit: (number) => put(['note'], number),
    delete: () => rm(file, { force: true }),
  };
  try {
    if (text !== undefined) await write(text);
    await use({
      read,
      run: async (step, number) => void (await actions[step]?.(number)),
      async readAll() {
        const names = await readdir(dirname(file)).catch(() => []);
        return Promise.all(names.map((name) => readFile(join(dirname(file), name), 'utf8')));
      },
    });
  } finally {
    await rm(home, { recursive: true });
  }
}

function createQuietContext(home: string): CommandContext {
  const started = createProcessContext();
  const program = { interpreter: '/usr/bin/node', script: '/opt/toolyard/dist/toolyard.js' };
  const nowhere = (): PassThrough => new PassThrough().resume();
  return {
    terminal: { ...started.terminal, program, stdin: new PassThrough(), stdout: nowhere(), stderr: nowhere() },
    surroundings: { ...started.surroundings, env: { PATH: '' }, cwd: home, homeDir: home, platform: 'linux' },
  };
}

function toText(edit: TextEditResult): string {
  if (edit.ok) return edit.text;
  throw new Error(edit.problems[0]?.message);
}

/** The mark of the entry of one's own that stands in a text. */
function ownIn(text: string | undefined): string | undefined {
  return /own-\d+/.exec(JSON.stringify(readEntry(text ?? '', PATH)) ?? '')?.[0];
}

describe.each(Object.entries(FILES))('a file in %s', (_format, texts) => {
  const start = fc.constantFrom(...texts);

  it("keeps each entry of one's own, in the file or in a backup, until its owner takes it away", () =>
    fc.assert(
      fc.asyncProperty(start, fc.array(STEPS, { minLength: 3, maxLength: 12 }), (text, steps) =>
        withHome(text, async ({ run, read, readAll }) => {
          const kept = new Set<string>();
          for (const [number, step] of steps.entries()) {
            const before = ownIn(await read());
            await run(step, number);
            // What a person writes over or takes out is gone, as they wanted.
            const isOfPerson = !step.includes('connect') && step !== 'edit';
            if (isOfPerson && before !== undefined) kept.delete(before);
            const after = ownIn(await read());
            if (step.startsWith('own') && after !== undefined) kept.add(after);
            const everywhere = (await readAll()).map(ownIn);
            expect(everywhere).toEqual(expect.arrayContaining([...kept]));
          }
        }),
      ),
      { numRuns: runs(60, 4) },
    ));

  it('is byte for byte what it was after connect and disconnect, whatever happened before', () =>
    fc.assert(
      fc.asyncProperty(start, fc.array(STEPS, { maxLength: 8 }), (text, steps) =>
        withHome(text, async (home) => {
          const before = await toQuiet(home, steps);
          for (const step of ['connect', 'connect-other', 'disconnect']) await home.run(step, 0);
          expect(await home.read()).toBe(before);
        }),
      ),
      { numRuns: runs(60, 4) },
    ));

  it('has the entry of before again where something else was changed meanwhile', () =>
    fc.assert(
      fc.asyncProperty(start, fc.array(STEPS, { maxLength: 8 }), (text, steps) =>
        withHome(text, async (home) => {
          const before = await toQuiet(home, steps);
          for (const step of ['connect', 'edit', 'disconnect']) await home.run(step, 100);
          const after = (await home.read()) ?? '';
          expect(readEntry(after, ['note'])).toBe(100);
          expect(readEntry(after, PATH)).toEqual(readEntry(before ?? '', PATH));
        }),
      ),
      { numRuns: runs(60, 4) },
    ));
});

/** Lets all of it happen, and gives the file as it is once nothing of Toolyard is in it. */
async function toQuiet({ run, read }: Home, steps: readonly string[]): Promise<string | undefined> {
  for (const [number, step] of steps.entries()) await run(step, number);
  // The second takes out an entry for Toolyard that was there before the first connect.
  for (const step of ['disconnect', 'disconnect']) await run(step, 0);
  return read();
}
