import type { HooksEvent } from '@toolyard/host/hooks';
import { createHook, exampleRecord } from '@toolyard/testing';
import type { KnownHook, Trigger } from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { createUpScreen } from './create-up-screen.ts';

interface Shown {
  readonly lines: string[];
  show(event: HooksEvent): void;
}

function createShown(url?: string): Shown {
  const lines: string[] = [];
  const screen = {
    isTerminal: false,
    line: (text: string) => void lines.push(text),
    paint: (_: string, text: string) => text,
  };
  const show = createUpScreen({
    screen,
    surroundings: { env: { SET: 'x' } },
    time: () => '10:00:00',
    address: () => ({ url, unserved: 'another Toolyard has the port' }),
  });
  return { lines, show };
}

function known(id: string, trigger: Trigger, enabled = true): KnownHook {
  return { hook: createHook(id, { trigger, enabled }), source: 'workspace', file: 'f' };
}

const started = (...hooks: readonly KnownHook[]): HooksEvent => ({ type: 'watch-started', workspace: '/work', hooks });

describe('what toolyard up shows of hooks', () => {
  it('is a line for each run, without what did not match', () => {
    const { lines, show } = createShown();
    show({ type: 'run-ended', record: exampleRecord(), isMismatch: false });
    show({ type: 'run-ended', record: exampleRecord({ status: 'skipped', reason: 'no' }), isMismatch: true });
    expect(lines).toEqual([expect.stringMatching(/^10:00:00 {2}\S+ {2}.* {2}success/)]);
  });

  it('is a reason not to run once, until the hook runs again', () => {
    const { lines, show } = createShown();
    const skipped = exampleRecord({ status: 'skipped', reason: 'server unavailable: failed' });
    for (const record of [skipped, skipped, exampleRecord(), skipped]) {
      show({ type: 'run-ended', record, isMismatch: false });
    }
    expect(lines.map((line) => /skipped|success/.exec(line)?.[0])).toEqual(['skipped', 'success', 'skipped']);
  });

  it('is where webhooks are served, or why not', () => {
    const hooks = [
      known('a', { event: 'webhook', secretEnv: 'SET' }),
      known('b', { event: 'webhook', secretEnv: 'UNSET' }),
      known('c', { event: 'webhook' }),
      known('d', { event: 'webhook', secretEnv: 'SET' }, false),
    ];
    const { lines, show } = createShown('http://127.0.0.1:7420');
    show(started(...hooks));
    show(started(...hooks));
    expect(lines).toEqual([
      '10:00:00  Running 3 hooks of /work',
      '10:00:00  Webhook: http://127.0.0.1:7420/hooks/a',
      '10:00:00  Webhook b is not served: the environment variable UNSET is not set',
    ]);
    const without = createShown();
    without.show(started(...hooks));
    expect(without.lines).toContain('10:00:00  Webhook a is not served: another Toolyard has the port');
  });

  it('is nothing where no hook is enabled', () => {
    const { lines, show } = createShown();
    show(started(known('a', { event: 'manual' }, false)));
    show({ type: 'hooks-changed', hooks: [] });
    show({ type: 'engine-ended', why: 'asked to', pending: 0 });
    expect(lines).toEqual([]);
  });

  it.each<[HooksEvent, readonly string[]]>([
    [
      { type: 'hooks-wrong', lines: ['f:1:1: a', 'f:2:1: b'] },
      ['The hooks do not run, because a file has problems:', 'f:1:1: a', 'f:2:1: b'],
    ],
    [{ type: 'watch-failed', message: 'The disk is full.' }, ['The hooks do not run: The disk is full.']],
    [
      { type: 'watch-elsewhere', workspace: '/work' },
      ['Another process runs the hooks of /work; they run here when it ends'],
    ],
    [{ type: 'warning', message: 'one\ntwo' }, ['one', 'two']],
    [{ type: 'runs-resumed', runs: 2 }, ['Continuing what an earlier Toolyard left: 2 runs.']],
    [{ type: 'engine-ended', why: 'asked to', pending: 3 }, ['Runs of hooks that wait for the next start: 3']],
    [
      {
        type: 'webhook-refused',
        hook: 'a\u001b[2J',
        status: 401,
        reason: 'its token is wrong',
        from: '127.0.0.1',
        more: 0,
      },
      ['Refused a webhook for "a" from 127.0.0.1 with status 401: its token is wrong'],
    ],
    [
      { type: 'webhook-refused', hook: '', status: 404, reason: 'x', from: '127.0.0.1', more: 0 },
      ['Refused a webhook from 127.0.0.1 with status 404: x'],
    ],
    [
      { type: 'webhook-refused', hook: 'a', status: 401, reason: 'x', from: '127.0.0.1', more: 7 },
      ['Refused 7 more webhooks with status 401 within a minute.'],
    ],
  ])('is %j in words', (event, texts) => {
    const { lines, show } = createShown();
    show(event);
    expect(lines).toEqual(texts.map((text) => `10:00:00  ${text}`));
  });
});
