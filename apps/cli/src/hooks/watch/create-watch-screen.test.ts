import { PassThrough } from 'node:stream';
import type { RunRecord } from '@toolyard/hooks';
import type { Approval, HooksEvent } from '@toolyard/host/hooks';
import { exampleHook, exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createProcessContext } from '../../process/create-process-context.ts';
import { createWatchScreen } from './create-watch-screen.ts';

function open(
  options: { readonly debug?: boolean; readonly json?: boolean } = {},
  env: Readonly<Record<string, string>> = {},
  webhookUrl?: string,
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const { terminal, surroundings } = createProcessContext();
  const show = createWatchScreen(
    {
      terminal: { ...terminal, stdin: new PassThrough(), stdout, stderr },
      surroundings: { ...surroundings, env },
      options,
    },
    () => webhookUrl,
  );
  const read = (stream: PassThrough): string => String(stream.read() ?? '');
  return { show, out: () => read(stdout), err: () => read(stderr) };
}

function ended(record: Partial<RunRecord>, isMismatch = false): HooksEvent {
  return { type: 'run-ended', record: exampleRecord(record), isMismatch };
}

const SCHEDULE = { event: 'schedule', cron: '@daily' } as const;
const unmatched = ended({ status: 'skipped', reason: 'path does not match specs/**' }, true);

describe('what is shown of a workspace that is watched', () => {
  it('has a line for each run, and for what did not run although it matched', () => {
    const { show, out } = open();
    show(ended({}));
    show(ended({ status: 'skipped', reason: 'not approved' }));
    expect(out()).toBe(
      '2026-11-15 10:00:01.142Z  announce  file.saved specs/a/spec.md  success  142 ms\n' +
        '2026-11-15 10:00:01.142Z  announce  file.saved specs/a/spec.md  skipped  142 ms: not approved\n',
    );
  });

  it('leaves out what does not match, unless somebody debugs', () => {
    const quiet = open();
    quiet.show(unmatched);
    expect(quiet.out()).toBe('');
    const loud = open({ debug: true });
    loud.show(unmatched);
    expect(loud.out()).toContain('path does not match specs/**');
  });

  it('names the addresses of webhooks, or says how to get them', () => {
    const { show, err } = open();
    const hooks = [exampleHook({ trigger: { event: 'webhook', secretEnv: 'S' } })];
    show({ type: 'watch-started', workspace: '/work', hooks });
    expect(err()).toContain(
      '\nWebhook announce is not served: start "toolyard hooks watch" with --webhooks, or "toolyard up"\n',
    );
    const served = open({}, { S: 'x' }, 'http://127.0.0.1:7421');
    served.show({ type: 'watch-started', workspace: '/work', hooks });
    served.show({ type: 'webhook-refused', hook: 'a', status: 401, reason: 'no', from: '127.0.0.1', more: 1 });
    expect(served.err()).toMatch(
      /\nWebhook: http:\/\/127\.0\.0\.1:7421\/hooks\/announce\nRefused 1 more webhook with status 401 within a minute\.\n$/,
    );
  });

  it('is one record a line with --json', () => {
    const { show, out } = open({ json: true });
    show(ended({}));
    expect(JSON.parse(out())).toEqual(exampleRecord());
  });

  it('says at the end what waits for the next start', () => {
    const { show, err } = open();
    show({ type: 'engine-ended', why: 'asked to', pending: 2 });
    expect(err()).toBe('Stopped. The next start continues with what is waiting: 2 runs.\n');
  });

  it('cannot be steered by the names of files', () => {
    const { show, err } = open();
    show({ type: 'warning', message: "EACCES: permission denied, scandir 'a\u001b[2Jb\u202e'" });
    expect(err()).toBe("warning: EACCES: permission denied, scandir 'ab'\n");
  });

  it('says that a watch has failed', () => {
    const { show, err } = open();
    show({ type: 'watch-failed', message: 'the journal cannot be read' });
    expect(err()).toBe('Stopped watching: the journal cannot be read\n');
  });

  it('names hooks that are not approved, once', () => {
    const { show, err } = open();
    const judge = (approval: Approval): void =>
      show({ type: 'hooks-resolved', hooks: [{ known: exampleHook(), servers: [], hash: '', approval }] });
    judge('approved');
    expect(err()).toBe('');
    judge('not approved');
    judge('not approved');
    expect(err()).toBe(
      'Not approved, so it does not run: announce\n' +
        'Run "toolyard hooks approve" to see what would run, and to approve it.\n',
    );
    judge('changed since approved');
    expect(err()).toContain('Changed since it was approved, so it does not run: announce\n');
  });

  it.each<[HooksEvent, string]>([
    [{ type: 'engine-awaited' }, 'Another command is running hooks of this workspace. Waiting for it to finish.\n'],
    [{ type: 'runs-resumed', runs: 1 }, 'Continuing what an earlier Toolyard left: 1 run.\n'],
    [
      { type: 'watch-started', workspace: '/shop', hooks: [exampleHook()] },
      'Watching /shop (files and git) for 1 hook. Press Ctrl-C to stop.\n',
    ],
    [
      { type: 'watch-started', workspace: '/shop', hooks: [exampleHook({ trigger: SCHEDULE })] },
      'Watching /shop (git and the clock; no hook waits for files) for 1 hook. Press Ctrl-C to stop.\n',
    ],
    [
      { type: 'watch-started', workspace: '/shop', hooks: [exampleHook(), exampleHook({ trigger: SCHEDULE })] },
      'Watching /shop (files, git and the clock) for 2 hooks. Press Ctrl-C to stop.\n',
    ],
    [
      { type: 'watch-started', workspace: '/shop', hooks: [] },
      'Watching /shop, but there is no hook to run. Write one; it takes effect as soon as its file is saved. Press Ctrl-C to stop.\n',
    ],
    [
      { type: 'watch-started', workspace: '/shop', hooks: [exampleHook({ enabled: false })] },
      'Watching /shop, but there is no hook to run. All are disabled: set "enabled" to true for one; ' +
        'it takes effect as soon as its file is saved. Press Ctrl-C to stop.\n',
    ],
    [{ type: 'hooks-changed', hooks: [] }, 'Reloaded the hooks.\n'],
    [{ type: 'configuration-kept', reason: 'it is wrong' }, 'Keeping the running configuration: it is wrong\n'],
    [{ type: 'engine-ended', why: 'configuration changed', pending: 0 }, 'The configuration changed.\n'],
    [{ type: 'engine-ended', why: 'asked to', pending: 0 }, 'Stopped.\n'],
    [{ type: 'run-started', run: 'run-1', hook: 'announce', target: 'chat:post' }, ''],
  ])('says on stderr of %j: %s', (event, text) => {
    const { show, out, err } = open();
    show(event);
    expect([out(), err()]).toEqual(['', text]);
  });
});
