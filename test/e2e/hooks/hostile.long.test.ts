import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunRecord } from '@toolyard/hooks';
import { HOSTILE_FILES, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { approveAll, programHook, scriptHook, WAIT_MS, watchRuns } from './approved-workspace.ts';
import { createWorkspace, noteHook } from './create-workspace.ts';
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
import {
  createSecretive,
  IN_FILE,
  IN_VARIABLE,
  LOOKS,
  show,
  TEXT,
  tells,
  WITH_SECRETS,
} from './secretive-workspace.ts';

describe('names of files', () => {
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
        'args[0]: "data.file" starts with "-", so the program would read it as an option',
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
  it.each([
    ['lists in lists in lists', 'hooks.yaml', `version: 1\nhooks: ${'['.repeat(100_000)}`],
    ['objects in objects in objects', 'hooks.json', `{"version": 1, "hooks": ${'[{"a":'.repeat(50_000)}`],
    ['50 MB', 'hooks.json', `{"version": 1, "hooks": [${' '.repeat(50 * 1024 * 1024)}]}`],
    ['half a million hooks', 'hooks.json', `{"version": 1, "hooks": [${'{},'.repeat(300_000)}{}]}`],
  ])('of %s is refused, in few words', LIMIT, (_title, name, content) => expectRefused(name, content));

  it.each(HOSTILE_FILES.filter((kind) => kind !== 'a pipe'))('that is %s holds up nobody', LIMIT, expectHoldsUpNobody);

  it.each(['a folder', 'a device'] as const)('that becomes %s does not stop the watch', LIMIT, expectWatchesOn);
});

describe('a program', () => {
  it('in the folder "deep/out", a link out of the workspace, does not run', LIMIT, () => expectNotRunIn('deep/out'));

  it.each(['/tmp', 'a/../../b'])('in the folder %j is not read', LIMIT, expectNotRead);

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
  it('in events and results that hooks wait for are in the journal alone', LIMIT, async () => {
    const workspace = createSecretive(
      WITH_SECRETS,
      noteHook('value', WEBHOOK, '{data.given}'),
      noteHook('next', { event: 'hook.ended', if: { hook: 'tool' } }, 'next {result}'),
    );
    const { outputs, kept } = await show(
      workspace,
      6,
      ['fire', 'webhook', '--data', `given=${IN_FILE}`],
      ['fire', 'webhook', '--json', '--data', `given=x${IN_VARIABLE}x`],
      ['why', 'webhook', '--data', `given=${IN_FILE}`],
      ...LOOKS,
    );
    expect(workspace.calls().map((call) => call.arguments['text'])).toContain(`next noted ${TEXT}`);
    expect(outputs.filter(tells)).toEqual([]);
    const telling = kept.filter(({ content }) => tells(content)).map(({ file }) => basename(file));
    expect([...new Set(telling)]).toEqual(['journal.jsonl']);
  });
});
