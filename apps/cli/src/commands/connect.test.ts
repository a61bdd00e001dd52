import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessContext } from '../process/create-process-context.ts';
import type { CommandContext } from '../terminal/command-context.ts';
import { runConnect } from './connect.ts';
import { runDisconnect } from './disconnect.ts';
import { runImport } from './import.ts';

let home = '';
let file = '';
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  await mkdir(join(home, '.cursor'));
  file = join(home, '.cursor/mcp.json');
  await writeFile(file, '{ "mcpServers": { "a": { "command": "x" }, "b": { "command": "y" } } }');
});
afterEach(() => rm(home, { recursive: true }));

/** A terminal where somebody types the answer as soon as there is a question. */
function createTerminal(question: string, answer: string): { readonly context: CommandContext; shown(): string } {
  const keys = new PassThrough();
  let shown = '';
  const screen = new PassThrough();
  screen.setEncoding('utf8').on('data', (text: string) => {
    const isAsked = !shown.includes(question) && (shown + text).includes(question);
    shown += text;
    if (isAsked) keys.write(answer);
  });
  const started = createProcessContext();
  const context = {
    terminal: {
      ...started.terminal,
      stdin: Object.assign(keys, { isTTY: true }),
      stdout: new PassThrough(),
      stderr: Object.assign(screen, { isTTY: true }),
    },
    surroundings: { ...started.surroundings, env: { PATH: '' }, cwd: home, homeDir: home, platform: 'linux' },
  } as const;
  return { context, shown: () => shown };
}

const connected = async (): Promise<boolean> => (await readFile(file, 'utf8')).includes('toolyard');

describe('connect on a terminal', () => {
  it('writes after a yes', async () => {
    const { context, shown } = createTerminal('Write this change?', 'y\r');
    expect(await runConnect({ client: 'cursor' }, context)).toBe(0);
    expect(shown()).toContain(`+++ ${file}`);
    expect(await connected()).toBe(true);
  });

  it('writes nothing after anything else', async () => {
    const { context, shown } = createTerminal('Write this change?', '\r');
    expect(await runConnect({ client: 'cursor' }, context)).toBe(1);
    expect(shown()).toContain('Nothing was written.\n');
    expect(await connected()).toBe(false);
  });

  it('writes nothing where the file was changed under the question', async () => {
    const { context } = createTerminal('Write this change?', '');
    const changed = '{ "mcpServers": {} }';
    const { stdin } = context.terminal;
    const connecting = runConnect({ client: 'cursor' }, context);
    await new Promise<void>(
      (resolve) => void context.terminal.stderr.on('data', (text: string) => text.includes('?') && resolve()),
    );
    await writeFile(file, changed);
    stdin.push('y\r');
    await expect(connecting).rejects.toMatchObject({ code: 'file-not-written' });
    expect(await readFile(file, 'utf8')).toBe(changed);
  });
});

it('names Toolyard without a path in a file that is for all who work there', async () => {
  const { context } = createTerminal('', '');
  await runConnect({ client: 'vscode', project: true, yes: true }, context);
  expect(JSON.parse(await readFile(join(home, '.vscode/mcp.json'), 'utf8'))).toEqual({
    servers: { toolyard: { type: 'stdio', command: 'toolyard', args: ['serve', '--shared'] } },
  });
});

it('changes nothing where it could not remember what it did', async () => {
  const before = await readFile(file, 'utf8');
  await mkdir(join(home, '.local/state/toolyard'), { recursive: true });
  await writeFile(join(home, '.local/state/toolyard/clients'), 'a file where a folder must be');
  const { context } = createTerminal('', '');
  await expect(runConnect({ client: 'cursor', yes: true }, context)).rejects.toMatchObject({
    code: 'file-not-written',
  });
  expect(await readFile(file, 'utf8')).toBe(before);
  expect(await readdir(join(home, '.cursor'))).toEqual(['mcp.json']);
});

it('sets a backup aside whose entry is nowhere else', async () => {
  const { context, shown } = createTerminal('', '');
  const own = '{ "mcpServers": { "toolyard": { "command": "my-own" } } }';
  await writeFile(file, own);
  await runConnect({ client: 'cursor', yes: true }, context);
  await writeFile(file, '{ "mcpServers": {} }');
  await runConnect({ client: 'cursor', yes: true }, context);
  expect(await readFile(`${file}.toolyard-backup-1`, 'utf8')).toBe(own);
  expect(await readFile(`${file}.toolyard-backup`, 'utf8')).toBe('{ "mcpServers": {} }');
  expect(shown()).toContain(`Left behind: ${file}.toolyard-backup-1 (an earlier backup, with another entry).\n`);
});

describe('a record that cannot be read', () => {
  const before = '{ "mcpServers": { "a": { "command": "x" }, "b": { "command": "y" } } }';

  /** Connects as the command does, which no test is. */
  async function connectOnce(context: CommandContext): Promise<void> {
    await runConnect({ client: 'cursor', yes: true }, context);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(JSON.stringify(process.argv[1]), '"/bin/toolyard.js"'));
    await breakRecord();
  }

  async function breakRecord(): Promise<void> {
    const folder = join(home, '.local/state/toolyard/clients');
    const [name = ''] = await readdir(folder);
    await writeFile(join(folder, name), '{ "version": 99 }');
  }

  it('lets connect keep the backup of the first, and disconnect leave no entry', async () => {
    const { context, shown } = createTerminal('', '');
    await connectOnce(context);
    await writeFile(file, (await readFile(file, 'utf8')).replace('"y"', '"z"'));
    await writeFile(join(home, 'other.json'), '{ "mcpServers": {} }');
    await runConnect({ client: 'cursor', yes: true, config: join(home, 'other.json') }, context);
    expect(shown()).toContain(' the earlier backup is kept.\n');
    expect(shown()).toContain(`Left behind: ${file}.toolyard-backup-1 (the earlier backup).\n`);
    expect(await readFile(`${file}.toolyard-backup-1`, 'utf8')).toBe(before);
    const without = before.replace('"y"', '"z"');
    expect(JSON.parse(await readFile(`${file}.toolyard-backup`, 'utf8'))).toEqual(JSON.parse(without));
    expect(await runDisconnect({ client: 'cursor', yes: true }, context)).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(without));
  });

  it('lets disconnect keep the backup of the first', async () => {
    const { context, shown } = createTerminal('', '');
    await connectOnce(context);
    expect(await runDisconnect({ client: 'cursor', yes: true }, context)).toBe(0);
    expect(await connected()).toBe(false);
    expect(await readFile(`${file}.toolyard-backup-1`, 'utf8')).toBe(before);
    expect(shown()).toContain(`Left behind: ${file}.toolyard-backup-1 (the earlier backup).\n`);
  });
});

describe('disconnect on a terminal', () => {
  it('removes nothing where the file was changed under the question', async () => {
    await rm(file);
    const { context } = createTerminal('Write this change?', '');
    await runConnect({ client: 'cursor', yes: true }, context);
    const asked = new Promise<void>(
      (resolve) => void context.terminal.stderr.on('data', (text: string) => text.includes('?') && resolve()),
    );
    const disconnecting = runDisconnect({ client: 'cursor' }, context);
    await asked;
    const changed = (await readFile(file, 'utf8')).replace('"toolyard":', '"mine": {}, "toolyard":');
    await writeFile(file, changed);
    context.terminal.stdin.push('y\r');
    await expect(disconnecting).rejects.toMatchObject({ code: 'file-not-written' });
    expect(await readFile(file, 'utf8')).toBe(changed);
  });
});

it('says where the entry from before connect is when an edited entry is taken out', async () => {
  const { context, shown } = createTerminal('', '');
  const own = '{ "mcpServers": { "toolyard": { "command": "my-own" } } }';
  await writeFile(file, own);
  await runConnect({ client: 'cursor', yes: true }, context);
  const edited = { mcpServers: { toolyard: { command: 'toolyard', args: ['serve', '--mine'] } } };
  await writeFile(file, JSON.stringify(edited));
  expect(await runDisconnect({ client: 'cursor', yes: true }, context)).toBe(0);
  expect(await readFile(`${file}.toolyard-backup-1`, 'utf8')).toBe(own);
  expect(shown()).toContain(
    `Left behind: ${file}.toolyard-backup-1 (the "toolyard" entry from before connect is in it).\n`,
  );
});

it('leaves no entry after connecting twice in different ways with a change in between', async () => {
  const { context } = createTerminal('', '');
  await runConnect({ client: 'cursor', yes: true }, context);
  await writeFile(file, (await readFile(file, 'utf8')).replace('"x"', '"z"'));
  await writeFile(join(home, 'other.json'), '{ "mcpServers": {} }');
  await runConnect({ client: 'cursor', yes: true, config: join(home, 'other.json') }, context);
  expect(await readFile(file, 'utf8')).toContain('other.json');
  expect(await runDisconnect({ client: 'cursor', yes: true }, context)).toBe(0);
  expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": { "a": { "command": "z" }, "b": { "command": "y" } } }');
});

describe('import on a terminal', () => {
  const own = async (): Promise<object> =>
    JSON.parse(await readFile(join(home, '.config/toolyard/toolyard.json'), 'utf8')).mcpServers;

  it.each([
    ['2\r', ['b']],
    ['a, b\r', ['a', 'b']],
    ['all\r', ['a', 'b']],
  ])('adds what %j means', async (answer, keys) => {
    const { context } = createTerminal('Which servers do you want to add?', answer);
    expect(await runImport({ keys: [] }, context)).toBe(0);
    expect(Object.keys(await own())).toEqual(keys);
  });

  it('shows before the question all that would start, unredacted', async () => {
    const a = { command: 'sh', args: ['-c', 'A_TOKEN=1; touch x'], env: { NODE_OPTIONS: '--require ./\u202ex' } };
    await writeFile(file, JSON.stringify({ mcpServers: { a } }));
    const { context, shown } = createTerminal('Which servers do you want to add?', '\r');
    expect(await runImport({ keys: [] }, context)).toBe(0);
    const before = shown().slice(0, shown().indexOf('Which servers do you want to add?'));
    expect(before).toContain('  1) a\n    command  sh\n    args     -c "A_TOKEN=1; touch x"\n');
    expect(before).toContain('    env      NODE_OPTIONS="--require ./\\u202ex"\n');
  });

  it('adds nothing for an empty answer', async () => {
    const { context, shown } = createTerminal('Which servers do you want to add?', '\r');
    expect(await runImport({ keys: [] }, context)).toBe(0);
    expect(shown()).toContain('Nothing was added.');
    await expect(own()).rejects.toThrow('ENOENT');
  });
});
