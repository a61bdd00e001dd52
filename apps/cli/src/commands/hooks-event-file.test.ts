import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess, type Ended } from '../../test/run-in-process.ts';

let home: string;
let workspace: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  workspace = join(home, 'work');
  await mkdir(join(workspace, '.toolyard'), { recursive: true });
  const parameters = {
    command: process.execPath,
    args: ['-e', 'process.stdout.write(process.argv.slice(1).join("|"))', '{event}', '{path}', '{data.ticket}'],
  };
  const hook = { id: 'show', trigger: { event: 'file.saved' }, action: { type: 'custom', parameters } };
  await write('.toolyard/hooks.json', { version: 1, hooks: [hook] });
});
afterEach(() => rm(home, { recursive: true }));

function write(path: string, content: unknown): Promise<void> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return writeFile(join(workspace, path), text);
}

function hooks(words: readonly string[], input?: string): Promise<Ended> {
  const { PATH = '' } = process.env;
  const surroundings = { cwd: workspace, homeDir: home, env: { PATH, HOME: home, NO_COLOR: '1' } };
  return runInProcess(['hooks', ...words], surroundings, input);
}

const SAVED = { name: 'file.saved', values: { path: 'specs/a.md', data: { ticket: 'T-1', other: 1 } } };

describe('an event of a file', () => {
  it('is what a hook runs for, with single values of --data over it', async () => {
    await write('saved.json', SAVED);
    const ran = await hooks(['run', 'show', '--event', 'saved.json', '--yes']);
    expect(ran).toMatchObject({ code: 0, stdout: 'file.saved|specs/a.md|T-1' });
    const other = await hooks(['run', 'show', '--event', 'saved.json', '--data', 'ticket=T-2', 'path=b.md']);
    expect(other).toMatchObject({ code: 0, stdout: 'file.saved|b.md|T-2' });
    const record = JSON.parse((await hooks(['log', 'last', '--json'])).stdout);
    expect(record.event.context.data).toEqual({ ticket: 'T-2', other: 1 });
  });

  it('can be the record of a run, from a file or from stdin', async () => {
    expect((await hooks(['run', 'show', '--data', 'path=a.md', 'ticket=7', '--yes'])).code).toBe(0);
    const { stdout: whole } = await hooks(['log', 'last', '--json']);
    const { stdout: line } = await hooks(['log', '--json', '--tail', '1']);
    for (const text of [whole, line]) {
      await write('record.json', text);
      expect(await hooks(['run', 'show', '--event', 'record.json'])).toMatchObject({ stdout: 'manual|a.md|7' });
      expect(await hooks(['run', 'show', '--event', '-'], text)).toMatchObject({ stdout: 'manual|a.md|7' });
    }
  });

  it('is shown and does nothing with --dry-run', async () => {
    const { code, stdout } = await hooks(['run', 'show', '--event', '-', '--dry-run', '--json'], JSON.stringify(SAVED));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      arguments: { args: ['-e', expect.any(String), 'file.saved', 'specs/a.md', 'T-1'] },
    });
    expect(filesBelow(home).filter((file) => /runs|journal/.test(file))).toEqual([]);
  });

  it('is explained by hooks why', async () => {
    await write('saved.json', { event: 'file.saved', context: { path: 'x.md', ticket: 1 } });
    const { code, stdout } = await hooks(['why', '--event', 'saved.json', '--json', '--data', 'ticket=T-9']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        hook: 'show',
        reason: 'not approved',
        arguments: { args: [expect.anything(), expect.anything(), 'file.saved', 'x.md', 'T-9'] },
      },
    ]);
  });

  it('goes without the values that its record has cut or masked, and says which', async () => {
    const event = { name: 'file.saved', context: { path: 'a.md', data: '[…]', result: '…' }, cut: ['data', 'result'] };
    await write('record.json', { event });
    const words = ['run', 'show', '--event', 'record.json', '--dry-run'];
    expect(await hooks(words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'warning: the record has these values cut or masked, so the event goes without them: data, result\n',
      ),
    });
    const given = await hooks([...words, '--data', 'ticket=1']);
    expect(given.code).toBe(0);
    expect(given.stderr).toBe(
      'warning: the record has these values cut or masked, so the event goes without them: result\n',
    );
  });

  it.each<[string, string[], string, RegExp]>([
    [
      'a file that is not there',
      ['--event', 'none.json'],
      '',
      /^The event file .*none\.json was not read: it does not exist\.\n$/,
    ],
    ['a folder', ['--event', '.toolyard'], '', /^The event file .*\.toolyard was not read: /],
    [
      'broken JSON',
      ['--event', '-'],
      '{ "name": "manual"\n  "values"',
      /^\(stdin\):2:3: \$: Invalid JSON at line 2, column 3/,
    ],
    [
      'another event',
      ['--event', '-'],
      '{\n "name": "saved" }',
      /^\(stdin\):2:10: \$\.name: Unknown name "saved"; use "file\.saved", /,
    ],
    ['nothing', ['--event', '-'], '', /^\(stdin\):1:1: \$: /],
  ])('is refused where it is %s', async (_what, words, input, message) => {
    for (const command of [['run', 'show'], ['why']]) {
      const { code, stdout, stderr } = await hooks([...command, ...words], input);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
    }
  });

  it('is not named twice, and not left out', async () => {
    expect(await hooks(['why', 'manual', '--event', 'x.json'])).toMatchObject({
      code: 2,
      stderr: 'Name an event, or give one with --event FILE, not both.\n',
    });
    expect(await hooks(['why'])).toMatchObject({
      code: 2,
      stderr: 'No event. Name one, such as file.saved, or give one with --event FILE.\n',
    });
  });
});

function filesBelow(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
}
