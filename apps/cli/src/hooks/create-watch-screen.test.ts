import { PassThrough } from 'node:stream';
import type { KnownHook, RunRecord } from '@toolyard/hooks';
import { exampleHook, exampleRecord } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createProcessHost } from '../host/create-process-host.ts';
import type { Host } from '../host/host.ts';
import { createWatchScreen } from './create-watch-screen.ts';

const KNOWN: readonly KnownHook[] = [exampleHook({ trigger: { event: 'file.saved', paths: ['specs/**'] } })];

function open(options: { readonly debug?: boolean; readonly json?: boolean } = {}) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const host: Host = { ...createProcessHost(), env: {}, stdin: new PassThrough(), stdout, stderr };
  const read = (stream: PassThrough): string => String(stream.read() ?? '');
  return { screen: createWatchScreen({ host, options }), out: () => read(stdout), err: () => read(stderr) };
}

const ended = (record: Partial<RunRecord>) => ({ type: 'run-ended' as const, record: exampleRecord(record) });
const unmatched = ended({
  status: 'skipped',
  reason: 'path does not match specs/**',
  event: { ...exampleRecord().event, context: { path: 'README.md' } },
});

describe('what is shown of a workspace that is watched', () => {
  it('has a line for each run, and for what did not run although it matched', () => {
    const { screen, out } = open();
    screen.show(ended({}), KNOWN);
    screen.show(ended({ status: 'skipped', reason: 'not approved' }), KNOWN);
    expect(out()).toBe(
      '2026-11-15 10:00:01.142Z  announce  file.saved specs/a/spec.md  success  142 ms\n' +
        '2026-11-15 10:00:01.142Z  announce  file.saved specs/a/spec.md  skipped  142 ms: not approved\n',
    );
  });

  it('leaves out what does not match, unless somebody debugs', () => {
    const quiet = open();
    quiet.screen.show(unmatched, KNOWN);
    expect(quiet.out()).toBe('');
    const loud = open({ debug: true });
    loud.screen.show(unmatched, KNOWN);
    expect(loud.out()).toContain('path does not match specs/**');
  });

  it('is one record a line with --json', () => {
    const { screen, out } = open({ json: true });
    screen.show(ended({}), KNOWN);
    expect(JSON.parse(out())).toEqual(exampleRecord());
  });

  it('cannot be steered by the names of files', () => {
    const { screen, err } = open();
    screen.tellTrouble(new Error("EACCES: permission denied, scandir 'a\u001b[2Jb\u202e'"));
    expect(err()).toBe("warning: EACCES: permission denied, scandir 'ab'\n");
  });

  it('names hooks that are not approved, once', () => {
    const { screen, err } = open();
    const judge = (approval: 'approved' | 'not approved' | 'changed since approved') =>
      KNOWN.map((known) => ({ known, hash: '', approval }));
    screen.tellUnapproved(judge('approved'));
    expect(err()).toBe('');
    screen.tellUnapproved(judge('not approved'));
    screen.tellUnapproved(judge('not approved'));
    expect(err()).toBe(
      'Not approved, so nothing of it runs: announce\n' +
        'Run "toolyard hooks approve" to see what would run and to approve it.\n',
    );
    screen.tellUnapproved(judge('changed since approved'));
    expect(err()).toContain('Changed since it was approved, so nothing of it runs: announce\n');
  });
});
