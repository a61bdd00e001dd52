import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, fixture, ROOT, runToolyard, startToolyard } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  place = await createFolder({
    echo: fixture('echo'),
    full: fixture('full'),
    odd: fixture('odd-results'),
    patient: fixture('records-cancel'),
    absent: { command: 'no-such-program-here' },
    off: { command: 'never-started', enabled: false },
  });
});
afterAll(() => place.remove());

const call = (...words: string[]): ReturnType<typeof runToolyard> =>
  runToolyard(['call', ...words, '--config', place.file], { cwd: place.folder });

describe('toolyard call', () => {
  it.each(['echo:add', 'echo__add', 'add'])('finds a tool as %s', async (name) => {
    expect(await call(name, 'a=1', 'b=2')).toMatchObject({ code: 0, stdout: '3\n', stderr: '' });
  });

  it('keeps text that looks like a number', async () => {
    expect(await call('echo:echo', 'text=007')).toMatchObject({ code: 0, stdout: '007\n' });
  });

  it('prints the raw result as JSON', async () => {
    const { stdout } = await call('echo:add', '--args', '{"a":1,"b":2}', '--json');
    expect(JSON.parse(stdout)).toEqual({ content: [{ type: 'text', text: '3' }], structuredContent: { sum: 3 } });
  });

  it('lists every problem of the arguments and sends nothing', async () => {
    const { code, stdout, stderr } = await call('echo:add', 'a=one');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Invalid parameters for echo:add:\n');
    expect(stderr).toContain('  a: ');
    expect(stderr.endsWith('Usage: toolyard call echo:add a=<number> b=<number>\n')).toBe(true);
    const missing = await call('echo:add');
    expect(missing.stderr).toContain('  a: is required\n  b: is required\n');
  });

  it('mentions arguments that the tool does not know', async () => {
    const { code, stderr } = await call('echo:echo', 'txt=x');
    expect(code).toBe(2);
    expect(stderr).toContain('  text: is required\n  unknown argument "txt"; did you mean "text"?\nUsage: ');
    expect(await call('echo:echo', 'text=x', 'loud=true')).toMatchObject({
      code: 0,
      stdout: 'x\n',
      stderr: 'warning: unknown argument "loud"\n',
    });
  });

  it('says how to write an argument that was written as an option', async () => {
    expect(await call('echo:echo', '--text=.')).toMatchObject({
      code: 2,
      stderr:
        "error: unknown option '--text=.'\nTool arguments have no dashes. Write: text=.\n" +
        'Run "toolyard call --help" for usage.\n',
    });
  });

  it('says that there is no such server', async () => {
    expect(await call('ecko:other')).toMatchObject({ code: 2, stderr: 'Server not found: ecko\nDid you mean echo?\n' });
  });

  it('names the nearest tools where there is none of that name', async () => {
    expect(await call('echo:ecko')).toMatchObject({
      code: 1,
      stderr: 'Tool not found: echo:ecko\nDid you mean echo:echo?\n',
    });
  });

  it('says why a server is not there', async () => {
    expect(await call('absent:x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Server "absent" did not start: "no-such-program-here" was not found.'),
    });
    expect(await call('off:x')).toMatchObject({
      code: 1,
      stderr: 'Server off is disabled. Run "toolyard enable off" to use it.\n',
    });
  });

  it('prints the result of a tool error and exits with 1', async () => {
    expect(await call('full:tool_error')).toMatchObject({ code: 1, stdout: 'it did not work\n', stderr: '' });
  });

  it('prints the message of a protocol error to stderr', async () => {
    expect(await call('full:fail')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'The server answered with error -32042: The tool failed on purpose\n',
    });
  });

  it('writes an image to a file and never over another', async () => {
    const out = join(place.folder, 'images');
    const first = await call('full:image', '--out', out);
    const second = await call('full:image', '--out', out);
    expect(first).toMatchObject({ code: 0, stdout: `${join(out, 'image.png')}\n` });
    expect(second).toMatchObject({ code: 0, stdout: `${join(out, 'image-2.png')}\n` });
    expect((await readFile(join(out, 'image.png'))).subarray(1, 4).toString()).toBe('PNG');
  });

  it('says that it made a folder, and calls nothing where a file is in its way', async () => {
    const out = join(place.folder, 'made');
    expect((await call('full:image', '--out', out)).stderr).toBe(`Created the folder ${out}\n`);
    const { code, stdout, stderr } = await call('full:image', '--out', place.file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      `--out needs a folder, but ${place.file} is a file. A folder that does not exist is created.\n`,
    );
  });

  it('gives up after its time', async () => {
    expect(await call('patient:wait', '--timeout', '300')).toMatchObject({
      code: 1,
      stdout: '',
      stderr:
        'Execution timeout after 300 ms\npatient:wait did not answer in that time. Use --timeout MS to wait longer.\n',
    });
  });

  it('is cancelled at the server by Ctrl-C', async () => {
    const witness = join(place.folder, 'witness.mjs');
    await writeFile(
      witness,
      `import { NO_ANSWER, serve, tool } from ${JSON.stringify(join(ROOT, 'packages/testing/fixtures/mcp-server.mjs'))};
       const wait = (_args, { signal }) => new Promise((resolve) => {
         console.error('the call has come');
         signal.addEventListener('abort', () => { console.error('the call is cancelled'); resolve(NO_ANSWER); });
       });
       serve({ name: 'witness', tools: [tool('wait', wait)] });`,
    );
    const file = join(place.folder, 'witness.json');
    await writeFile(file, JSON.stringify({ mcpServers: { witness: { command: process.execPath, args: [witness] } } }));
    const running = startToolyard(['call', 'witness:wait', '--debug', '--config', file], { cwd: place.folder });
    await running.saw('stderr', 'the call has come');
    running.child.kill('SIGINT');
    await running.saw('stderr', 'the call is cancelled');
    expect(await running.finished).toMatchObject({ code: 130, stdout: '' });
  });
});
