import { describe, expect, it } from 'vitest';
import { createWorkspace, noteHook, toolHook, toText } from './create-workspace.ts';
import { approveHooks, byText, LIMIT, noted, watchHooks } from './watch-hooks.ts';

const context = (toolParam: string, value: string): object => ({ toolParam, source: 'context', value });

function lookHook(id: string, trigger: object, mappings: readonly object[]): object {
  const parameters = { serverId: 'rec', toolName: 'look', parameterMappings: mappings };
  return { id, trigger, action: { type: 'mcp', parameters } };
}

describe('the end of a hook', LIMIT, () => {
  it('is an event whose result feeds the next hook, from file to file', async () => {
    const workspace = createWorkspace();
    const watched = await watchHooks(
      workspace,
      lookHook('first', { event: 'file.created', paths: ['specs/**'] }, [
        toText('{feature}'),
        { toolParam: 'value', source: 'template', value: { path: '{path}', sizes: [1, 2.5, null] } },
      ]),
      lookHook('second', { event: 'hook.ended', if: { hook: 'first', status: 'success' } }, [
        toText('{result.seen.value.path} had {result.seen.value.sizes[1]}'),
        context('value', 'result.seen'),
      ]),
      noteHook('third', { event: 'hook.ended', if: { hook: 'second' } }, '{hook} {status}: {feature}, {path}'),
      noteHook('never', { event: 'hook.ended', if: { hook: 'second', status: 'error' } }, 'never'),
    );
    workspace.write('specs/login/spec.md', 'text');
    await watched.untilCalls(3);
    const { calls, runs } = await watched.end();
    const seen = { text: 'login', value: { path: 'specs/login/spec.md', sizes: [1, 2.5, null] } };
    const passed = { text: 'specs/login/spec.md had 2.5', value: seen };
    expect(calls).toEqual([
      { tool: 'look', arguments: seen },
      { tool: 'look', arguments: passed },
      ...noted('second success: login, specs/login/spec.md'),
    ]);
    const [first, second, third] = runs.filter(({ attempts }) => attempts > 0);
    expect([first?.chain, second?.chain, third?.chain]).toEqual([
      [],
      [{ hook: 'first', run: first?.id, inferred: false }],
      [
        { hook: 'first', run: first?.id, inferred: false },
        { hook: 'second', run: second?.id, inferred: false },
      ],
    ]);
    expect(second).toMatchObject({
      hook: 'second',
      event: { name: 'hook.ended', context: { hook: 'first', status: 'success', result: { seen } } },
      server: { key: 'rec', state: 'running', status: 'available' },
      arguments: passed,
      attempts: 1,
      ms: expect.any(Number),
      result: { seen: passed },
    });
    const skipped = runs.filter(({ attempts }) => attempts === 0);
    expect(byText(skipped.map(({ hook, status, reason }) => `${hook} ${status}: ${reason}`))).toEqual([
      'never skipped: hook is "first", not "second"',
      'never skipped: hook is "third", not "second"',
      'never skipped: status is "success", not "error"',
      'second skipped: hook is "second", not "first"',
      'second skipped: hook is "third", not "first"',
      'third skipped: hook is "first", not "second"',
      'third skipped: hook is "third", not "second"',
    ]);
  });

  it('tells of failures too, of tools and of programs', async () => {
    const workspace = createWorkspace();
    const program = {
      command: process.execPath,
      args: ['-e', 'console.log("hello " + process.argv[1]); process.exit(3)', '{path}'],
    };
    await approveHooks(
      workspace,
      toolHook('fails', 'webhook', 'fail', []),
      { id: 'program', trigger: { event: 'task.ended' }, action: { type: 'custom', parameters: program } },
      noteHook(
        'after',
        { event: 'hook.ended', if: { status: 'error', hook: ['fails', 'program'] } },
        '{hook}: {status}',
      ),
    );
    expect((await workspace.hooks('fire', 'webhook')).code).toBe(1);
    expect((await workspace.hooks('fire', 'task.ended', '--data', 'path=a b.md')).code).toBe(1);
    expect(workspace.calls()).toEqual([{ tool: 'fail', arguments: {} }, ...noted('fails: error', 'program: error')]);
    const [failed, , ran] = (await workspace.log()).filter(({ attempts }) => attempts > 0);
    expect(failed).toMatchObject({ hook: 'fails', status: 'error', reason: 'it did not work', attempts: 1 });
    expect(ran).toMatchObject({
      hook: 'program',
      action: 'custom',
      target: process.execPath,
      status: 'error',
      attempts: 1,
      ms: expect.any(Number),
      result: { exitCode: 3, stdout: 'hello a b.md\n' },
    });
  });
});

describe('a run that a person asks for', LIMIT, () => {
  it('is the event manual, for that hook alone, with the data that was given', async () => {
    const workspace = createWorkspace();
    await approveHooks(
      workspace,
      noteHook('one', { event: 'manual' }, '{event} {data.ticket} {branch}', { enabled: false }),
      noteHook('two', { event: 'manual' }, 'two'),
      noteHook('three', { event: 'file.saved', paths: ['src/**'] }, '{event} {path}'),
      noteHook('next', { event: 'hook.ended', if: { hook: 'three' } }, 'after {hook}'),
    );
    const one = await workspace.hooks('run', 'one', '--data', 'ticket=T-1', '--data', 'branch=main');
    expect(one).toMatchObject({ code: 0, stdout: 'noted manual T-1 main\n', stderr: '' });
    const three = await workspace.hooks('run', 'three', '--data', 'path=elsewhere.md');
    expect(three).toMatchObject({ code: 0, stdout: 'noted manual elsewhere.md\n' });
    expect(workspace.calls()).toEqual(noted('manual T-1 main', 'manual elsewhere.md', 'after three'));
    expect((await workspace.log()).filter(({ attempts }) => attempts > 0)).toMatchObject([
      {
        hook: 'one',
        status: 'success',
        event: { name: 'manual', context: { event: 'manual', branch: 'main', data: { ticket: 'T-1' } } },
        server: { key: 'rec', state: 'running', status: 'available' },
        arguments: { text: 'manual T-1 main' },
        attempts: 1,
        chain: [],
      },
      { hook: 'three', event: { name: 'manual', context: { path: 'elsewhere.md' } } },
      { hook: 'next', event: { name: 'hook.ended' }, chain: [{ hook: 'three', inferred: false }] },
    ]);
  });
});
