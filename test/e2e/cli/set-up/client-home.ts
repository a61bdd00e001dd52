import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { createFolder, ROOT, runToolyard, type Finished } from '../run-toolyard.ts';

/** What clients are told to start. */
export const SERVE = {
  command: process.execPath,
  args: [join(ROOT, 'apps/cli/dist/toolyard.js'), 'serve', '--shared'],
};

/** The same in a file that is for all who work in a folder. */
const SERVE_FOR_ALL = { command: 'toolyard', args: ['serve', '--shared'] };

interface ClientEntry {
  readonly type?: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A client, the file that has its servers, the part of the file, and Toolyard's entry there. */
export type ClientPlace = readonly [words: readonly string[], file: string, section: string, entry: ClientEntry];

/** All places that can be connected. */
export const CLIENT_PLACES: readonly ClientPlace[] = [
  [['claude-desktop'], '.config/Claude/claude_desktop_config.json', 'mcpServers', SERVE],
  [['claude-code'], '.claude.json', 'mcpServers', SERVE],
  [['claude-code', '--project'], '.mcp.json', 'mcpServers', SERVE_FOR_ALL],
  [['cursor'], '.cursor/mcp.json', 'mcpServers', SERVE],
  [['cursor', '--project'], '.cursor/mcp.json', 'mcpServers', SERVE_FOR_ALL],
  [['vscode'], '.config/Code/User/mcp.json', 'servers', { type: 'stdio', ...SERVE }],
  [['vscode', '--project'], '.vscode/mcp.json', 'servers', { type: 'stdio', ...SERVE_FOR_ALL }],
];

/** A home, and working directory, whose clients are connected. */
export interface ClientHome {
  pathOf(name: string): string;
  run(...words: readonly string[]): Promise<Finished>;
  write(name: string, text: string): Promise<void>;
  read(name: string): Promise<string>;
}

/** A new home for each test of the file or suite that asks for it. */
export function createClientHome(): ClientHome {
  let place: Awaited<ReturnType<typeof createFolder>>;
  beforeEach(async () => {
    place = await createFolder();
  });
  afterEach(() => place.remove());
  const pathOf = (name: string): string => join(place.folder, name);
  return {
    pathOf,
    run: (...words) => runToolyard(words, { cwd: place.folder }),
    async write(name, text) {
      await mkdir(dirname(pathOf(name)), { recursive: true });
      await writeFile(pathOf(name), text);
    },
    read: (name) => readFile(pathOf(name), 'utf8'),
  };
}

/** The words that connect a client; Toolyard reads a .mcp.json of the working directory itself, unless it has a file of its own. */
export function toConnectWords(words: readonly string[]): string[] {
  const config = words.join(' ') === 'claude-code --project' ? ['--config', 'servers.json'] : [];
  return ['connect', ...words, '--yes', ...config];
}

/** Connecting adds Toolyard to a file with this text and keeps a backup, and disconnecting gives back every byte. */
export async function expectGivenBack(home: ClientHome, [words, name]: ClientPlace, text: string): Promise<void> {
  await home.write(name, text);
  const connected = await home.run(...toConnectWords(words));
  expect(connected).toMatchObject({ code: 0 });
  expect(connected.stderr).toContain('+++ ');
  expect(connected.stdout + connected.stderr).not.toContain('hunter2');
  expect(await home.read(name)).toContain('"toolyard"');
  expect(await home.read(`${name}.toolyard-backup`)).toBe(text);
  expect(await home.run('disconnect', ...words, '--yes')).toMatchObject({ code: 0 });
  expect(await home.read(name)).toBe(text);
  expect(await readdir(dirname(home.pathOf(name)))).not.toContain(`${name}.toolyard-backup`);
}

/** The hardest text to give back: a byte order mark, comments, odd line ends and a secret. */
export function toOddText([, , section]: ClientPlace): string {
  return `\uFEFF{\r\n\t// mine\r\n\t"${section}": {\r\n\t\t"a": { "command": "x", "env": { "TOKEN": "hunter2" } }, // a\r\n\t},\r\n}`;
}

const CURSOR = '.cursor/mcp.json';

/** A file with this text cannot be edited, which is said so, and stays as it is. */
export async function expectLeftAlone(
  { pathOf, read, run, write }: ClientHome,
  text: string,
  message: string,
): Promise<void> {
  await write(CURSOR, text);
  for (const word of ['connect', 'disconnect']) {
    const { code, stderr } = await run(word, 'cursor', '--yes');
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  }
  expect(await read(CURSOR)).toBe(text);
  expect(await readdir(pathOf('.cursor'))).toEqual(['mcp.json']);
}
