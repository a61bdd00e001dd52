import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess, type Ended } from '../../test/run-in-process.ts';

const OWN = '.config/toolyard/toolyard.json';
let home = '';
let project = '';
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-')));
  project = join(home, 'project');
  await mkdir(join(project, 'docs'), { recursive: true });
});
afterEach(() => rm(home, { recursive: true }));

function run(words: readonly string[], cwd = project, env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runInProcess(words, { env: { HOME: home, PATH: '', ...env }, cwd, homeDir: home, platform: 'linux' });
}

async function readEntry(key: string, file = join(home, OWN)): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')).mcpServers[key];
}

async function write(name: string, content: object): Promise<void> {
  await mkdir(dirname(join(home, name)), { recursive: true });
  await writeFile(join(home, name), JSON.stringify(content));
}

describe('add', () => {
  it.each([
    [['npx', '-y', '@modelcontextprotocol/server-filesystem', '.']],
    [['npx', 'x', '../project']],
    [['npx', 'x', 'docs']],
    [['npx', 'x', '--root=./docs']],
    [['npx', 'x', '--root=docs']],
    [['docker', 'run', '-v', '.:/data', 'x']],
  ])('records the folder that relative arguments start from: %j', async (words) => {
    const { code, stderr } = await run(['add', 'a', '--', ...words]);
    expect(code).toBe(0);
    expect(await readEntry('a')).toEqual({ command: words[0], args: words.slice(1), cwd: project });
    expect(stderr).toContain(`Relative paths of "a" are resolved from ${project}, which was recorded as its "cwd".\n`);
  });

  it('records it for a program of that folder, which is named in full', async () => {
    await run(['add', 'a', '--', './serve', 'x']);
    expect(await readEntry('a')).toEqual({ command: join(project, 'serve'), args: ['x'], cwd: project });
  });

  it.each([[['npx', '-y', '@scope/server', '/data', '-', '$DIR/x', '~/x', 'https://a.example/x']], [['docs']]])(
    'records nothing where nothing is relative: %j',
    async (words) => {
      const { stderr } = await run(['add', 'a', '--', ...words], project, { DIR: '/x' });
      expect(await readEntry('a')).not.toHaveProperty('cwd');
      expect(stderr).not.toContain('Relative paths');
    },
  );

  it('records nothing where the file lies in that folder', async () => {
    const file = join(project, 'c.json');
    await run(['add', 'a', '--config', 'c.json', '--', 'npx', 'x', '.']);
    expect(await readEntry('a', file)).toEqual({ command: 'npx', args: ['x', '.'] });
  });

  it('warns of variables that are not set, with all their names', async () => {
    const words = ['add', 'a', '--env', 'T=${ONE}', '--env', 'U=$TWO-$SET', '--json', '--', 'x'];
    const { code, stdout, stderr } = await run(words, project, { SET: 's' });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ key: 'a', missing: ['ONE', 'TWO'] });
    expect(stderr).toContain(
      'warning: Server "a" cannot start yet: the environment variables ONE and TWO are not set. ' +
        'Set what is missing in the environment of Toolyard.\n',
    );
    const set = await run(['add', 'b', '--env', 'T=${ONE}', '--', 'x'], project, { ONE: '1' });
    expect(set.stderr).not.toContain('warning');
  });
});

describe('import', () => {
  const DESKTOP = '.config/Claude/claude_desktop_config.json';

  it('records the folder and warns of variables as add does, and knows the server again from elsewhere', async () => {
    await write(DESKTOP, {
      mcpServers: {
        a: { command: 'npx', args: ['x', '.'], env: { T: '${ONE}' } },
        b: { command: 'npx', args: ['x', '/data'] },
        c: { command: 'npx', args: ['x', '.'], cwd: 'docs' },
      },
    });
    const { code, stderr } = await run(['import', '--all']);
    expect(code).toBe(0);
    expect(await readEntry('a')).toMatchObject({ args: ['x', '.'], cwd: project });
    expect(await readEntry('b')).not.toHaveProperty('cwd');
    expect(await readEntry('c')).toMatchObject({ cwd: join(project, 'docs') });
    expect(stderr).toContain(`Relative paths of "a" are resolved from ${project}, which was recorded as its "cwd".\n`);
    expect(stderr).toContain('warning: Server "a" cannot start yet: the environment variable ONE is not set.');
    const again = JSON.parse((await run(['import', '--json'], home)).stdout);
    expect(again.found).toMatchObject([{ status: 'known' }, { status: 'known' }, { status: 'known' }]);
  });
});
