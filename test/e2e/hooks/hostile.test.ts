import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { approveAll, programHook, scriptHook, WAIT_MS } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';
import { LIMIT, WEBHOOK } from './fire-at-servers.ts';
import {
  besides,
  expectHoldsUpNobody,
  expectNotRead,
  expectNotRunIn,
  expectRefused,
  expectWatchesOn,
  OBEYED,
  TELL,
} from './hostile-hooks.ts';
import { createSecretive, LOOKS, show, TEXT, tells, WITH_SECRETS } from './secretive-workspace.ts';

const NAMES = [
  '$(touch pwned)',
  '`touch pwned`',
  '"; rm -rf x; "',
  "'; touch pwned; '",
  '-rf',
  '--config=evil.json',
  'two\nlines',
  '\u001b[2J\u001b[31mred\u0007',
  '\u202etxt.exe',
  '{user} {{branch}} {data.secret}',
  '~ %s %n ${HOME} $HOME',
  '*',
  'ünï 🙂',
  'a\\b',
  '|| touch pwned',
  '__proto__',
];

describe('names of files', () => {
  it('reach tools and programs exactly as they are, and the terminal as escapes', LIMIT, async () => {
    const workspace = createWorkspace();
    const told = besides(workspace, 'told.jsonl');
    const trigger = { event: 'file.created', paths: ['in/**'] };
    workspace.writeHooks(
      noteHook('tool', trigger, '<{path}>', { name: 'red \u001b[31mname\u0007' }),
      scriptHook('program', trigger, TELL, told, '{path}', '<{path}>'),
    );
    workspace.write('in/first', '');
    await approveAll(workspace);
    const watching = await workspace.watch();
    for (const name of NAMES) workspace.write(`in/${name}`, '');
    const linesOf = (): string[] => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : []);
    await waitUntil(() => workspace.calls().length === NAMES.length && linesOf().length === NAMES.length, WAIT_MS);
    const texts = workspace.calls().map((call) => String(call.arguments['text']));
    expect(texts.toSorted()).toEqual(NAMES.map((name) => `<in/${name}>`).toSorted());
    const words = linesOf().map((line): string[] => JSON.parse(line));
    expect(words.map(([path = '']) => path).toSorted()).toEqual(NAMES.map((name) => `in/${name}`).toSorted());
    for (const [path, text] of words) expect(text).toBe(`<${path}>`);
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);

    await expectSafe(workspace, watching);
  });

  /** Nothing that a terminal would obey is ever shown. */
  async function expectSafe(workspace: Workspace, watching: Awaited<ReturnType<Workspace['watch']>>): Promise<void> {
    const log = await workspace.hooks('log');
    const last = await workspace.hooks('log', 'last');
    const listed = await workspace.hooks('list');
    watching.child.kill('SIGINT');
    const watched = await watching.finished;
    for (const { stdout, stderr } of [log, last, listed, watched]) {
      expect(stdout).not.toMatch(OBEYED);
      expect(stderr).not.toMatch(OBEYED);
    }
    expect(log.stdout.trimEnd().split('\n')).toHaveLength(2 * NAMES.length);
    expect(watched.stdout).toContain('  file.created in/\\u001b[2J\\u001b[31mred\\u0007  success');
    expect(watched.stdout).toContain('  file.created in/two\\u000alines  success');
  }
});

describe('a hooks file', () => {
  it('with ids that could mean something else is refused before anything else', LIMIT, async () => {
    const workspace = createWorkspace();
    const ids = ['../../x', 'a/b', 'a\\b', '', 'x'.repeat(65), 'a b', '\u001b[31mred', '$(touch pwned)', 'two\nlines'];
    workspace.writeHooks(...ids.map((id) => programHook(id, WEBHOOK, 'touch', 'pwned')));
    for (const words of [
      ['fire', 'webhook'],
      ['run', '../../x', '--yes'],
      ['approve', '--yes'],
    ]) {
      const { code, stdout, stderr } = await workspace.hooks(...words);
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
      expect(stderr).not.toMatch(OBEYED);
      const places = stderr.match(/: \$\.hooks\[\d\]\.id: /g);
      expect(places).toEqual(ids.map((_, index) => `: $.hooks[${index}].id: `));
    }
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);
  });

  it.each([
    ['aliases that grow without end', 'hooks.yaml', toBomb()],
    ['bytes that are no text', 'hooks.json', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x7b])],
  ])('of %s is refused, in few words', LIMIT, (_title, name, content) => expectRefused(name, content));

  it('that is a pipe holds up nobody', LIMIT, () => expectHoldsUpNobody('a pipe'));

  it('that becomes a pipe does not stop the watch', LIMIT, () => expectWatchesOn('a pipe'));
});

describe('a program', () => {
  it('in the folder "out", a link out of the workspace, does not run', LIMIT, () => expectNotRunIn('out'));

  it('in the folder ".." is not read', LIMIT, () => expectNotRead('..'));
});

describe('secrets of the configuration', () => {
  /** Prints its word, and fails. */
  const PRINT = 'console.log(process.argv[1]); console.error(process.argv[1]); process.exit(1)';

  it('in arguments are in no output and no file', LIMIT, async () => {
    const workspace = createSecretive(
      WITH_SECRETS,
      programHook('program', WEBHOOK, process.execPath, '-e', PRINT, TEXT),
    );
    const { outputs, kept } = await show(
      workspace,
      3,
      ['fire', 'webhook'],
      ['fire', 'webhook', '--json'],
      ['run', 'tool'],
      ['run', 'tool', '--dry-run'],
      ['run', 'program', '--dry-run', '--json'],
      ['why', 'webhook'],
      ...LOOKS,
    );
    // They did reach the tool.
    expect(workspace.calls()).toEqual([1, 2, 3].map(() => ({ tool: 'note', arguments: { text: TEXT } })));
    expect(outputs.filter(tells)).toEqual([]);
    expect(kept.filter(({ content }) => tells(content)).map(({ file }) => file)).toEqual([]);
    expect(outputs.join('\n')).toContain('before *** and *** and *** after');
  });
});

function toBomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++) {
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
  }
  return ['version: 1', ...lines, 'hooks: *a11'].join('\n');
}
