import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RunRecord } from '@toolyard/hooks';
import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { fixture } from '../harness/create-yard-folder.ts';
import { approveAll, createApproved, programHook, scriptHook, WAIT_MS, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook, type Workspace } from './create-workspace.ts';

const LIMIT = { timeout: 180_000 } as const;
const WEBHOOK = { event: 'webhook' };
const besides = ({ folder }: Workspace, name: string): string => join(dirname(folder), name);
// eslint-disable-next-line no-control-regex -- these are the characters that must not be there
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

/** Writes the words that it is given as JSON. */
const TELL = "require('node:fs').appendFileSync(process.argv[1], JSON.stringify(process.argv.slice(2)) + '\\n')";

/** Prints its word, and fails. */
const PRINT = 'console.log(process.argv[1]); console.error(process.argv[1]); process.exit(1)';

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

  it('are files and no options, also where a program is given nothing else', LIMIT, async () => {
    const names = ["--eval=require('fs').writeFileSync('pwned','')", '-rf', '+q', '@words'];
    const trigger = { event: 'file.created', paths: ['-*', '+*', '@*'] };
    const workspace = createWorkspace();
    const told = besides(workspace, 'told.jsonl');
    workspace.writeHooks(
      programHook('runs', trigger, process.execPath, '{path}'),
      scriptHook('tells', trigger, TELL, told, '{path}'),
      programHook('given', WEBHOOK, process.execPath, '{data.file}'),
    );
    await approveAll(workspace);
    const { running, runs } = await watchRuns(workspace);
    for (const name of names) workspace.write(name, '');
    const isOver = ({ status }: RunRecord): boolean => status === 'success' || status === 'error';
    await waitUntil(() => runs.filter(isOver).length === 2 * names.length, WAIT_MS);
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);
    await workspace.hooks('fire', 'webhook', '--data', `file=${names[0]}`);
    running.child.kill('SIGINT');
    await running.finished;
    const words = readFileSync(told, 'utf8').trim().split('\n');
    expect(words.toSorted()).toEqual(names.map((name) => JSON.stringify([`./${name}`])).toSorted());
    const [given] = (await workspace.log()).filter(({ hook }) => hook === 'given');
    expect(given).toMatchObject({
      status: 'error',
      reason: expect.stringContaining(
        'args[0]: "data.file" begins with "-", so the program would take it for an option',
      ),
      attempts: 0,
    });
    expect(existsSync(join(workspace.folder, 'pwned'))).toBe(false);
  });

  it('are no templates, whatever stands in the values of an event', LIMIT, async () => {
    const workspace = createWorkspace();
    const told = besides(workspace, 'told.jsonl');
    workspace.writeHooks(noteHook('tool', WEBHOOK, '{data.text}'), {
      ...Object(
        scriptHook(
          'program',
          WEBHOOK,
          'process.stdout.write(JSON.stringify([process.argv.slice(1), process.env.TEXT]))',
          '{data.text}',
        ),
      ),
    });
    await approveAll(workspace);
    const text = '{user} {{x}} $(id) `id` "; rm -rf ~ \u001b[2J \n \\n';
    const fired = await workspace.hooks('fire', 'webhook', '--data', `text=${text}`);
    expect(fired.stdout).not.toMatch(OBEYED);
    expect(workspace.calls()).toEqual([{ tool: 'note', arguments: { text } }]);
    const [program] = (await workspace.log()).filter(({ hook }) => hook === 'program');
    expect(program).toMatchObject({ status: 'success', result: { stdout: JSON.stringify([[text], null]) } });
    expect(existsSync(told)).toBe(false);
  });
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
    ['lists in lists in lists', 'hooks.yaml', `version: 1\nhooks: ${'['.repeat(100_000)}`],
    ['objects in objects in objects', 'hooks.json', `{"version": 1, "hooks": ${'[{"a":'.repeat(50_000)}`],
    ['50 MB', 'hooks.json', `{"version": 1, "hooks": [${' '.repeat(50 * 1024 * 1024)}]}`],
    ['bytes that are no text', 'hooks.json', Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x7b])],
    ['half a million hooks', 'hooks.json', `{"version": 1, "hooks": [${'{},'.repeat(300_000)}{}]}`],
  ])('of %s is refused, in few words', LIMIT, async (_title, name, content) => {
    const workspace = createWorkspace();
    mkdirSync(join(workspace.folder, '.toolyard'));
    writeFileSync(join(workspace.folder, '.toolyard', name), content);
    for (const words of [
      ['fire', 'webhook'],
      ['watch', '--yes'],
    ]) {
      const { code, stderr, signal } = await workspace.hooks(...words);
      expect({ words, code, signal }).toEqual({ words, code: 2, signal: null });
      expect(stderr.length).toBeLessThan(2000);
    }
  });

  it.each(['a pipe', 'a folder', 'a link to itself', 'a device'])('that is %s holds up nobody', LIMIT, async (kind) => {
    const workspace = createWorkspace();
    const file = join(workspace.folder, '.toolyard/hooks.json');
    mkdirSync(dirname(file));
    put(kind, file);
    for (const words of [['list'], ['fire', 'webhook'], ['watch', '--yes']]) {
      expect([words, (await workspace.hooks(...words, '--workspace', '.')).code]).toEqual([words, 2]);
    }
  });

  it.each(['a pipe', 'a folder', 'a device'])('that becomes %s does not stop the watch', LIMIT, async (kind) => {
    const workspace = await createApproved([noteHook('a', { event: 'file.created', paths: ['in/*'] }, '{path}')]);
    const file = join(workspace.folder, '.toolyard/hooks.json');
    const { saw } = await workspace.watch();
    rmSync(file);
    put(kind, file);
    await saw('stderr', 'The hooks stay as they were, since a file is wrong:');
    workspace.write('in/one', '');
    await saw('stdout', '  a  file.created in/one  success');
  });
});

describe('a program', () => {
  it.each(['out', 'deep/out'])('in the folder %j, a link out of the workspace, does not run', LIMIT, async (cwd) => {
    const workspace = createWorkspace();
    const elsewhere = besides(workspace, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(join(workspace.folder, 'deep'));
    symlinkSync(elsewhere, join(workspace.folder, cwd));
    const parameters = {
      command: process.execPath,
      args: ['-e', "require('node:fs').writeFileSync('pwned', '')"],
      cwd,
    };
    workspace.writeHooks({ id: 'a', trigger: WEBHOOK, action: { type: 'custom', parameters } });
    await approveAll(workspace);
    expect(await workspace.hooks('fire', 'webhook')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`ms: "${cwd}" (cwd) leads out of the workspace.`),
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it.each(['..', '/tmp', 'a/../../b'])('in the folder %j is not read', LIMIT, async (cwd) => {
    const workspace = createWorkspace();
    const parameters = { command: 'touch', args: ['pwned'], cwd };
    workspace.writeHooks({ id: 'a', trigger: WEBHOOK, action: { type: 'custom', parameters } });
    expect(await workspace.hooks('run', 'a', '--yes')).toMatchObject({ code: 2, stdout: '' });
  });

  it('gets nothing of the environment but what it may', LIMIT, async () => {
    const env = { MY_PRIVATE_KEY: 'hunter-of-the-environment', NODE_OPTIONS: '' };
    const workspace = createWorkspace({ env });
    workspace.writeHooks(scriptHook('a', WEBHOOK, 'process.stdout.write(Object.keys(process.env).join())'));
    await approveAll(workspace);
    await workspace.hooks('fire', 'webhook');
    const [run] = await workspace.log();
    expect(run).toMatchObject({ status: 'success' });
    expect(JSON.stringify(run?.result)).not.toContain('MY_PRIVATE_KEY');
    expect(JSON.stringify(run?.result)).toContain('TOOLYARD_HOOK_CHAIN');
  });
});

describe('secrets of the configuration', () => {
  const SECRETS = ['hunter-of-the-file-1', 'hunter-of-the-variable-2', 'hunter-in-a-header-3'] as const;
  const [inFile, inVariable, inHeader] = SECRETS;
  const TEXT = `before ${SECRETS.join(' and ')} after`;
  const tool = noteHook('tool', WEBHOOK, TEXT);
  const program = programHook('program', WEBHOOK, process.execPath, '-e', PRINT, TEXT);

  function createSecretive(...hooks: readonly object[]): Workspace {
    const headers = { Authorization: `Bearer ${inHeader}` };
    const workspace = createWorkspace({
      env: { THE_TOKEN: inVariable },
      servers: {
        other: { ...fixture('echo'), env: { API_KEY: inFile, TOKEN: '${THE_TOKEN}' } },
        web: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers },
      },
    });
    workspace.writeHooks(...hooks);
    return workspace;
  }

  /** Runs commands besides a watch; gives all that was shown, and the files that there were before and after its end. */
  async function show(
    workspace: Workspace,
    calls: number,
    ...commands: readonly (readonly string[])[]
  ): Promise<{ readonly outputs: readonly string[]; readonly kept: readonly KeptFile[] }> {
    // The one output that shows them: whoever approves sees what is written.
    await workspace.hooks('approve', '--yes');
    const outputs = [];
    const watching = await workspace.watch();
    for (const words of commands) outputs.push(await workspace.hooks(...words));
    await waitUntil(() => workspace.calls().length === calls, WAIT_MS);
    const kept = filesBelow(besides(workspace, 'home'));
    watching.child.kill('SIGINT');
    outputs.push(await watching.finished);
    const all = [...kept, ...filesBelow(besides(workspace, 'home'))];
    expect(all.filter(({ mode }) => (mode & 0o077) !== 0).map(({ file }) => file)).toEqual([]);
    const names = new Set(all.map(({ file }) => basename(file)));
    expect([names.has('journal.jsonl'), names.has('runs.jsonl')]).toEqual([true, true]);
    return { outputs: outputs.map(({ stdout, stderr }) => stdout + stderr), kept: all };
  }

  const tells = (text: string): boolean => SECRETS.some((secret) => text.includes(secret));
  const LOOKS = [['log'], ['log', '--json'], ['log', 'last'], ['list', '--json'], ['check']] as const;

  it('in arguments are in no output and no file', LIMIT, async () => {
    const workspace = createSecretive(tool, program);
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

  it('in events and results that hooks wait for are in the journal alone', LIMIT, async () => {
    const workspace = createSecretive(
      tool,
      noteHook('value', WEBHOOK, '{data.given}'),
      noteHook('next', { event: 'hook.ended', if: { hook: 'tool' } }, 'next {result}'),
    );
    const { outputs, kept } = await show(
      workspace,
      6,
      ['fire', 'webhook', '--data', `given=${inFile}`],
      ['fire', 'webhook', '--json', '--data', `given=x${inVariable}x`],
      ['why', 'webhook', '--data', `given=${inFile}`],
      ...LOOKS,
    );
    expect(workspace.calls().map((call) => call.arguments['text'])).toContain(`next noted ${TEXT}`);
    expect(outputs.filter(tells)).toEqual([]);
    const telling = kept.filter(({ content }) => tells(content)).map(({ file }) => basename(file));
    expect([...new Set(telling)]).toEqual(['journal.jsonl']);
  });
});

function toBomb(): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 12; level++) {
    lines.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
  }
  return ['version: 1', ...lines, 'hooks: *a11'].join('\n');
}

function put(kind: string, file: string): void {
  if (kind === 'a pipe') execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
  else if (kind === 'a folder') mkdirSync(file);
  else if (kind === 'a link to itself') symlinkSync('hooks.json', file);
  else symlinkSync('/dev/zero', file);
}

interface KeptFile {
  readonly file: string;
  readonly content: string;
  readonly mode: number;
}

function filesBelow(folder: string): KeptFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => ({ file, content: readFileSync(file, 'utf8'), mode: statSync(file).mode }));
}
