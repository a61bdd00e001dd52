import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolder, fixture, runToolyard, startToolyard } from '../run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeEach(async () => {
  place = await createFolder();
});
afterEach(() => place.remove());

const run = (...words: string[]): ReturnType<typeof runToolyard> => runToolyard(words, { cwd: place.folder });
const ownFile = (): string => join(place.folder, '.config/toolyard/toolyard.json');
const read = (file: string): Promise<string> => readFile(file, 'utf8');

describe('toolyard add', () => {
  it('makes a file of its own where there is none, for the user alone', async () => {
    const { code, stdout, stderr } = await run('add', 'files', '--env', 'A=b c', '--', 'npx', '-y', 'some-server', '.');
    expect(stderr).toContain(
      '  files\n    command  npx\n    args     -y some-server .\n    env      A="b c"\n    cwd      ',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Added server "files" in ${ownFile()}.\n` });
    expect(await read(ownFile())).toBe(
      [
        '{',
        '  "mcpServers": {',
        '    "files": {',
        '      "command": "npx",',
        '      "args": ["-y", "some-server", "."],',
        '      "env": {',
        '        "A": "b c"',
        '      },',
        `      "cwd": ${JSON.stringify(place.folder)}`,
        '    }',
        '  }',
        '}',
        '',
      ].join('\n'),
    );
    expect((await stat(ownFile())).mode & 0o777).toBe(0o600);
  });

  it('keeps comments, line ends and rights of a file that is there', async () => {
    const text = '// mine\r\n{\r\n\t"mcpServers": {\r\n\t\t"a": { "command": "x" } // a\r\n\t}\r\n}\r\n';
    await writeFile(place.file, text);
    await chmod(place.file, 0o644);
    const { stdout } = await run(
      'add',
      'time',
      '--docker',
      'mcp/time',
      '--json',
      '--config',
      place.file,
      '--',
      '--utc',
    );
    expect(JSON.parse(stdout)).toEqual({
      key: 'time',
      file: place.file,
      replaced: false,
      entry: { docker: { image: 'mcp/time', command: ['--utc'] } },
    });
    expect(await read(place.file)).toContain('"a": { "command": "x" }, // a\r\n\t\t"time": {\r\n\t\t\t"docker": {\r\n');
    expect((await stat(place.file)).mode & 0o777).toBe(0o644);
    await run('remove', 'time', '--config', place.file);
    expect(await read(place.file)).toBe(text);
  });

  it('takes the place of a server only by force', async () => {
    await run('add', 'a', '--url', 'https://one.example/mcp');
    const { code, stderr } = await run('add', 'a', '--url', 'https://two.example/mcp');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Server "a" already exists in ${ownFile()}. Choose another key, or replace it with --force.\n`,
    });
    expect(await run('add', 'a', '--url', 'https://two.example/mcp', '--force')).toMatchObject({ code: 0 });
    expect(await read(ownFile())).toContain('https://two.example/mcp');
    expect(await read(ownFile())).not.toContain('https://one.example/mcp');
  });

  it.each([
    [['add', 'a:b', '--', 'x'], 'Server key must have 1 to 64 characters, no colon and no control character'],
    [['add', 'a', '--url', 'ftp://x'], '$.mcpServers.a.url: '],
    [['add', 'a', '--url', 'https://x.example', '--header', 'bad name=1'], '$.mcpServers.a.headers'],
    [['add', 'a'], 'Nothing to add'],
    [['add', 'a', '--env', 'hunter2', '--', 'x'], '--env must be NAME=VALUE'],
  ])('writes nothing for %j', async (words, message) => {
    const { code, stderr } = await run(...words);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('hunter2');
    await expect(read(ownFile())).rejects.toThrow('ENOENT');
  });

  it('leaves a broken file alone', async () => {
    await writeFile(place.file, '{ "mcpServers": {');
    const { code, stderr } = await run('add', 'a', '--config', place.file, '--', 'x');
    expect(code).toBe(2);
    expect(stderr).toContain('Invalid JSON at line 1, column 18');
    expect(await read(place.file)).toBe('{ "mcpServers": {');
  });

  it('keeps an approved file approved, and no other', async () => {
    const file = join(place.folder, 'toolyard.json');
    await writeFile(file, JSON.stringify({ mcpServers: { echo: fixture('echo') } }));
    await run('add', 'b', '--', 'x');
    expect((await run('approve')).code).toBe(2);
    await run('approve', '--yes');
    await run('remove', 'b');
    expect((await run('approve')).stderr).toContain('is approved already');
  });
});

describe('toolyard remove', () => {
  it('says which servers there are', async () => {
    await run('add', 'files', '--', 'x');
    const { code, stderr } = await run('remove', 'fils');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `Server not found in ${ownFile()}: fils\nDid you mean files?\n`,
    });
  });

  it('takes out a server that is not right', async () => {
    await writeFile(place.file, '{ "mcpServers": { "bad": { "comand": "x" } } }');
    expect((await run('remove', 'bad', '--config', place.file)).code).toBe(0);
    expect(await read(place.file)).toBe('{ "mcpServers": {} }');
  });
});

it('changes a running yard', async () => {
  await mkdir(join(place.folder, 'run'));
  await writeFile(place.file, JSON.stringify({ mcpServers: {} }));
  const env = { XDG_RUNTIME_DIR: join(place.folder, 'run') };
  const up = startToolyard(['up', '--port', '0', '--config', place.file], { cwd: place.folder, env });
  try {
    await up.saw('stdout', 'mcpServers');
    await runToolyard(['add', 'late', '--config', place.file, '--', process.execPath, '-e', '0'], {
      cwd: place.folder,
    });
    await up.saw('stdout', 'late');
  } finally {
    up.child.kill('SIGTERM');
    await up.finished;
  }
});
