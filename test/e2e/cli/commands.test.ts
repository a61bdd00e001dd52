import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolder, fixture, runToolyard, startToolyard } from './run-toolyard.ts';

let place: Awaited<ReturnType<typeof createFolder>>;
beforeAll(async () => {
  place = await createFolder({
    echo: fixture('echo'),
    full: fixture('full'),
    absent: { command: 'no-such-program-here' },
    dies: fixture('exits-on-start'),
    off: { command: 'never-started', enabled: false },
  });
});
afterAll(() => place.remove());

const run = (...words: string[]): ReturnType<typeof runToolyard> =>
  runToolyard([...words, '--config', place.file], { cwd: place.folder });

describe('toolyard status', () => {
  it('tells the truth about every server', async () => {
    const { code, stdout, stderr } = await run('status', '--wait', '20000', '--json');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      toolList: { tools: expect.any(Number), bytes: expect.any(Number), tokens: expect.any(Number) },
      servers: [
        { key: 'echo', state: 'running', tools: 3, failures: 0 },
        { key: 'full', state: 'running' },
        { key: 'absent', state: 'failed', phase: 'startup', failures: 1 },
        { key: 'dies', state: 'retrying', phase: 'initialization', failures: 1 },
        { key: 'off', state: 'disabled' },
      ],
    });
    // Its servers are about to be stopped.
    expect(stdout).not.toContain('nextTryAt');
  });

  it('counts no failure because it was asked', async () => {
    const failuresOf = async (): Promise<unknown> => {
      const { servers } = JSON.parse((await run('status', '--wait', '20000', '--json')).stdout);
      return servers.map(({ failures }: { readonly failures: number }) => failures);
    };
    expect(await failuresOf()).toEqual([0, 0, 1, 1, 0]);
    expect(await failuresOf()).toEqual([0, 0, 1, 1, 0]);
  });

  it('gives a pipe aligned lines without escapes', async () => {
    const { code, stdout } = await run('status', '--wait', '20000');
    expect(code).toBe(1);
    expect(stdout).not.toContain('next try');
    expect(stdout.split('\n', 2)).toEqual([
      'SERVER  STATE     TOOLS  FAILURES  DETAIL',
      expect.stringMatching(/^echo {4}running {3}3 {6}0 {9}since \d\d:\d\d:\d\d$/),
    ]);
    expect(stdout).toMatch(
      /\n\nabsent: startup: "no-such-program-here" was not found\..* run: toolyard enable absent\n/,
    );
    expect(stdout).toContain('\noff: To use it, run: toolyard enable off\n');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).not.toContain('\t');
  });

  it('gives colour where it is forced', async () => {
    const { stdout } = await runToolyard(['status', '--config', place.file], {
      cwd: place.folder,
      env: { FORCE_COLOR: '1' },
    });
    expect(stdout).toContain('\u001b[32mrunning\u001b[39m');
  });
});

describe('toolyard tools', () => {
  it('lists what there is and names what is missing on stderr', async () => {
    const { code, stdout, stderr } = await run('tools', '--search', 'ADD tool', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ id: 'echo:add', name: 'echo__add', server: 'echo' }]);
    expect(stderr).toContain('toolyard: Server "absent" did not start: "no-such-program-here" was not found.');
    expect(stderr).toContain('Server "dies" started but did not become ready: ');
    expect(stderr).not.toContain('off');
  });

  it('starts only the server that is asked for', async () => {
    const { code, stdout, stderr } = await run('tools', '--server', 'echo');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'TOOL',
      'echo:echo',
      'echo:add',
      'echo:process',
      '',
    ]);
  });

  it('is not an error where the reader stops early', async () => {
    const { child, finished } = startToolyard(['tools', '--json', '--config', place.file], { cwd: place.folder });
    child.stdin.end();
    child.stdout.destroy();
    const { code, stderr } = await finished;
    expect(code).toBe(0);
    expect(stderr).not.toContain('EPIPE');
  });
});

describe('a server that does not answer', () => {
  const noisy = `console.log('Listening on port 8080'); process.stdin.resume()`;
  const open = (): ReturnType<typeof createFolder> =>
    createFolder({ echo: fixture('echo'), silent: { command: process.execPath, args: ['-e', noisy] } });

  it('is waited for as long as it is said, and named', async () => {
    const { file, folder, remove } = await open();
    const wait = (...words: string[]): ReturnType<typeof runToolyard> =>
      runToolyard([...words, '--wait', '2000', '--config', file], { cwd: folder });
    const [tools, called, status] = await Promise.all([
      wait('tools'),
      wait('call', 'add', 'a=1', 'b=2'),
      wait('status'),
    ]);
    expect(tools).toMatchObject({
      code: 0,
      stderr: 'toolyard: Server "silent" is still starting after 2000 ms; use --wait MS to wait longer\n',
      stdout: expect.stringContaining('echo:add'),
    });
    expect(called).toMatchObject({ code: 0, stdout: '3\n' });
    expect(status.stderr).toContain('\nStill starting after 2000 ms: "silent"; use --wait MS to wait longer\n');
    await remove();
  });

  it('is not waited for where another one is named', async () => {
    const { file, folder, remove } = await open();
    const running = startToolyard(['up', '--port', '0', '--config', file], { cwd: folder });
    await running.saw('stdout', 'echo is running');
    // It would wait until this test is over.
    const call = ['call', 'echo:add', 'a=1', 'b=2', '--wait', '600000', '--config', file];
    expect(await runToolyard(call, { cwd: folder })).toMatchObject({ code: 0, stdout: '3\n' });
    running.child.kill('SIGTERM');
    await running.finished;
    await remove();
  });

  it('fails its test within the time given, with what it printed', async () => {
    const { file, folder, remove } = await open();
    const test = ['test', 'silent', '--timeout', '1500', '--config', file];
    const { code, stderr } = await runToolyard(test, { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('it did not answer within 1500 ms');
    expect(stderr).toContain('wrote a line to stdout that is not a message; it is skipped: "Listening on port 8080"\n');
    await remove();
  });
});

describe('toolyard test', () => {
  it('says what a server offers', async () => {
    const { code, stdout, stderr } = await run('test', 'echo');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^works {2}Server "echo": 3 tools \(connected and listed in \d+ ms\)\n$/);
  });

  it('says what failed, when, and what the server wrote last', async () => {
    const { code, stdout, stderr } = await run('test', 'dies');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('Server "dies" started but did not become ready: exited with code 3');
    expect(stderr).toContain('phase: initialization\n');
    expect(stderr).toContain('The last lines of its stderr:\n  cannot find the thing it needs\n');
  });

  it('knows keys', async () => {
    expect(await run('test', 'ecko')).toMatchObject({
      code: 2,
      stderr: 'Server not found: ecko\nDid you mean echo?\n',
    });
    expect(await run('test', 'off')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Server off is disabled'),
    });
  });
});

describe('usage', () => {
  it('that is wrong is refused with exit code 2', async () => {
    const { code, stdout, stderr } = await runToolyard(['stauts'], { cwd: place.folder });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain("error: unknown command 'stauts'\n(Did you mean status?)\n");
  });

  it('needs --config for mcp-simple-aggregator', async () => {
    const { code, stderr } = await runToolyard([], { cwd: place.folder, program: 'mcp-simple-aggregator' });
    expect(code).toBe(2);
    expect(stderr).toContain("required option '--config <file>' not specified");
  });

  it('prints warnings with their place and goes on', async () => {
    const file = join(place.folder, 'typo.json');
    await writeFile(file, JSON.stringify({ mcpServers: { echo: { ...fixture('echo'), arg: [] } } }));
    const { code, stderr } = await runToolyard(['test', 'echo', '--config', file], { cwd: place.folder });
    expect(code).toBe(0);
    expect(stderr).toContain(`warning: ${file}: $.mcpServers.echo.arg: `);
  });
});

describe('a configuration that leads back into itself', () => {
  it('is refused by its real path, and the circle is shown', async () => {
    const link = join(place.folder, 'link.json');
    await symlink(place.file, link);
    const env = { TOOLYARD_CHAIN: JSON.stringify([place.file, '/other.json']) };
    const { code, stderr } = await runToolyard(['status', '--config', link], { cwd: place.folder, env });
    expect(code).toBe(2);
    expect(stderr).toContain(`leads back into itself: ${place.file} -> /other.json -> ${place.file}.`);
  });

  it('is noticed by the Toolyard that the circle starts', async () => {
    const file = join(place.folder, 'circle.json');
    const script = new URL('../../../apps/cli/dist/toolyard.js', import.meta.url).pathname;
    const args = [script, 'serve', '--config', file];
    await writeFile(file, JSON.stringify({ mcpServers: { me: { command: process.execPath, args } } }));
    const { code, stderr } = await runToolyard(['test', 'me', '--config', file], { cwd: place.folder });
    expect(code).toBe(1);
    expect(stderr).toContain(`leads back into itself: ${file} -> ${file}.`);
    const status = await runToolyard(['status', '--json', '--wait', '20000', '--config', file], { cwd: place.folder });
    expect(JSON.parse(status.stdout)).toMatchObject({ servers: [{ key: 'me', state: 'failed' }] });
  });

  it('is not seen in a chain that is none', async () => {
    const env = { TOOLYARD_CHAIN: 'nonsense' };
    expect(await runToolyard(['test', 'echo', '--config', place.file], { cwd: place.folder, env })).toMatchObject({
      code: 0,
    });
  });
});
