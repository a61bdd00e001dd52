import { describe, expect, it } from 'vitest';
import type { EventName, Hook, Trigger } from '../hook/hook.ts';
import { explainHooks } from './explain-hooks.ts';
import { matchHook, type HookMatch } from './match-hook.ts';

function hookOf(trigger: Partial<Trigger>, enabled = true): Hook {
  return {
    id: 'h',
    enabled,
    trigger: { event: 'file.saved', ...trigger },
    action: { type: 'mcp', parameters: { serverId: 's', toolName: 't', parameterMappings: [], timeout: 30_000 } },
    policy: 'queue',
    debounceMs: 1000,
  };
}

function reasonOf(trigger: Partial<Trigger>, context: Record<string, unknown>, enabled = true): string | undefined {
  const match: HookMatch = matchHook(hookOf(trigger, enabled), { name: 'file.saved', context });
  return match.matches ? undefined : match.reason;
}

describe('matchHook', () => {
  it('takes an event of a schedule for the hook that it names alone, or for all', () => {
    const hook = hookOf({ event: 'schedule', cron: '@daily' });
    const match = (context: object): HookMatch => matchHook(hook, { name: 'schedule', context: { ...context } });
    expect(match({ hook: 'h' })).toEqual({ matches: true });
    expect(match({})).toEqual({ matches: true });
    expect(match({ hook: 'other' })).toEqual({ matches: false, reason: 'the event is for hook "other"' });
    expect(reasonOf({}, { hook: 'other' })).toBeUndefined();
  });

  it.each<[Partial<Trigger>, Record<string, unknown>, string | undefined]>([
    [{}, {}, undefined],
    [{ event: 'git.committed' }, {}, 'waits for git.committed'],
    [{ paths: ['specs/**'] }, { path: 'specs/a/spec.md' }, undefined],
    [{ paths: ['specs/**'] }, { path: 'src/a.ts' }, 'path does not match specs/**'],
    [{ paths: ['specs/**', '*.md'] }, { path: 'src/a.ts' }, 'path does not match specs/**, *.md'],
    [{ paths: ['specs/**', '*.md'] }, { path: 'src/a.md' }, undefined],
    [{ paths: ['**/*.md', '!drafts/**'] }, { path: 'drafts/a.md' }, 'path does not match **/*.md, !drafts/**'],
    [{ paths: ['!drafts/**', '**/*.md'] }, { path: 'drafts/a.md' }, 'path does not match !drafts/**, **/*.md'],
    [{ paths: ['**/*.md', '!drafts/**'] }, { path: 'a.md' }, undefined],
    [{ paths: ['!drafts/**'] }, { path: 'a.ts' }, undefined],
    [{ paths: ['!drafts/**'] }, { path: 'drafts/a.ts' }, 'path does not match !drafts/**'],
    [{ paths: [] }, { path: 'a.ts' }, undefined],
    [{ paths: ['old/*'] }, { path: 'new/a', oldPath: 'old/a' }, undefined],
    [{ paths: ['new/*'] }, { path: 'new/a', oldPath: 'old/a' }, undefined],
    [{ paths: ['x/*'] }, { path: 'new/a', oldPath: 'old/a' }, 'path does not match x/*'],
    [{ paths: ['x/*'] }, { paths: ['y/a', 'x/a'] }, undefined],
    [{ paths: ['x/*'] }, {}, 'the event has no path, and x/* asks for one'],
    [{ paths: ['x/*'] }, { path: 5 }, 'the event has no path, and x/* asks for one'],
    [{ agent: 'speckit' }, { agent: 'speckit' }, undefined],
    [{ agent: 'speckit' }, { agent: 'openspec' }, 'agent is "openspec", not "speckit"'],
    [{ operation: 'plan' }, {}, 'operation has no value'],
    [{ timing: 'after' }, { timing: 'before' }, 'timing is "before", not "after"'],
    [{ if: { branch: 'dev' } }, { branch: 'dev' }, undefined],
    [{ if: { branch: 'dev' } }, { branch: 'main' }, 'branch is "main", not "dev"'],
    [{ if: { branch: ['dev', 'next'] } }, { branch: 'next' }, undefined],
    [{ if: { branch: ['dev', 'next'] } }, { branch: 'main' }, 'branch is "main", not one of "dev", "next"'],
    [{ if: { branch: 'dev' } }, {}, 'branch has no value'],
    [{ if: { branch: { is: 'dev' } } }, { branch: 'main' }, 'branch is "main", not "dev"'],
    [{ if: { branch: { not: 'main' } } }, { branch: 'main' }, 'branch is "main", and may not be "main"'],
    [{ if: { branch: { not: ['a', 'b'] } } }, { branch: 'a' }, 'branch is "a", and may not be one of "a", "b"'],
    [{ if: { branch: { not: 'main' } } }, {}, undefined],
    [{ if: { branch: { matches: 'release/*' } } }, { branch: 'release/1' }, undefined],
    [
      { if: { branch: { matches: 'release/*' } } },
      { branch: 'dev' },
      'branch is "dev", which does not match release/*',
    ],
    [{ if: { branch: { matches: 'main' } } }, { branch: 'a/main' }, 'branch is "a/main", which does not match main'],
    [{ if: { branch: { matches: '*' } } }, {}, 'branch has no value'],
    [{ if: { commit: { exists: true } } }, {}, 'commit has no value'],
    [{ if: { commit: { exists: true } } }, { commit: 'a1' }, undefined],
    [{ if: { commit: { exists: false } } }, { commit: 'a1' }, 'commit is "a1", and must not be there'],
    [{ if: { commit: { exists: false } } }, {}, undefined],
    [{ if: { branch: { matches: 'r*', not: 'rx' } } }, { branch: 'rx' }, 'branch is "rx", and may not be "rx"'],
    [{ if: { 'result.items[0].ok': true } }, { result: { items: [{ ok: true }] } }, undefined],
    [{ if: { 'result.ok': true } }, { result: { ok: false } }, 'result.ok is false, not true'],
    [{ if: { 'data.count': 5 } }, { data: { count: '5' } }, 'data.count is "5", not 5'],
    [{ if: { 'data.count': 5 } }, { data: { count: 5 } }, undefined],
    [{ if: { 'data.none': null } }, { data: { none: null } }, undefined],
    [{ if: { 'data.none': null } }, {}, 'data.none has no value'],
    [{ if: { 'data.constructor': { exists: false } } }, { data: {} }, undefined],
    [{ if: { paths: { matches: '**/*.md' } } }, { paths: ['a.ts', 'x/b.md'] }, undefined],
    [{ if: { paths: 'b.md' } }, { paths: ['a.ts'] }, 'paths is ["a.ts"], not "b.md"'],
    [{ if: { branch: 'main', user: 'Ada' } }, { branch: 'main', user: 'Bob' }, 'user is "Bob", not "Ada"'],
    [{ paths: ['*.ts'], if: { branch: 'x' } }, { path: 'a.md', branch: 'y' }, 'path does not match *.ts'],
  ])('%j, %j: %s', (trigger, context, reason) => {
    expect(reasonOf(trigger, context)).toBe(reason);
  });

  it('says first that a hook is disabled', () => {
    expect(reasonOf({ paths: ['x'] }, { path: 'y' }, false)).toBe('disabled');
  });

  it('cuts long values', () => {
    const message = reasonOf({ if: { message: 'x' } }, { message: 'y'.repeat(100_000) });
    expect(message).toBe(`message is "${'y'.repeat(59)}…", not "x"`);
    expect(reasonOf({ if: { result: 'x' } }, { result: { a: 'y'.repeat(1000) } })).toHaveLength(80);
    expect(reasonOf({ if: { message: 'x' } }, { message: '𝒜'.repeat(50) })).toBe(
      `message is "${'𝒜'.repeat(29)}…", not "x"`,
    );
    const globs = Array.from({ length: 1000 }, () => 'a/**');
    expect(reasonOf({ paths: globs }, { path: 'b' })).toBe(`path does not match ${globs.join(', ').slice(0, 200)}…`);
  });
});

describe('reasons', () => {
  const redact = (value: unknown): unknown => {
    const masked = JSON.stringify(value).replaceAll(/s3cret\d*/g, '***');
    return JSON.parse(masked.replaceAll(/"password":"[^"]+"/g, '"password":"***"'));
  };

  it.each<[Partial<Trigger>, Record<string, unknown>, string]>([
    [{ if: { message: 'a' } }, { message: `s3cret${'1'.repeat(100)}` }, 'message is "***", not "a"'],
    [{ if: { message: { not: 's3cret' } } }, { message: 's3cret' }, 'message is "***", and may not be "***"'],
    [{ if: { message: { exists: false } } }, { message: 's3cret' }, 'message is "***", and must not be there'],
    [{ if: { message: { matches: 'a*' } } }, { message: 's3cret' }, 'message is "***", which does not match a*'],
    [{ if: { 'data.password': 'b' } }, { data: { password: 'a' } }, 'data.password is "***", not "***"'],
    [{ agent: 'a' }, { agent: 's3cret' }, 'agent is "***", not "a"'],
  ])('of %j for %j quote no secret', (trigger, context, reason) => {
    const event = { name: 'file.saved', context } as const;
    expect(matchHook(hookOf(trigger), event, redact)).toEqual({ matches: false, reason });
    const known = [{ hook: hookOf(trigger), source: 'user' as const, file: 'f' }];
    expect(explainHooks(known, event, redact)).toMatchObject([{ fires: false, reason }]);
  });
});

describe('an event that is about one hook', () => {
  it.each(['schedule', 'webhook'] as const)('sets off no other hook: %s', (name) => {
    const hook = { ...hookOf({ event: name, if: { branch: 'main' } }), id: 'mine' };
    const reasonFor = (context: Record<string, unknown>): unknown => matchHook(hook, { name, context });
    expect(reasonFor({ hook: 'mine', branch: 'main' })).toEqual({ matches: true });
    expect(reasonFor({ branch: 'main' })).toEqual({ matches: true });
    expect(reasonFor({ hook: 'other', branch: 'x' })).toEqual({
      matches: false,
      reason: 'the event is for hook "other"',
    });
    expect(reasonFor({ hook: 'mine', branch: 'x' })).toEqual({ matches: false, reason: 'branch is "x", not "main"' });
  });

  it('is not the end of another hook, which may set off any', () => {
    const hook = { ...hookOf({ event: 'hook.ended' }), id: 'mine' };
    expect(matchHook(hook, { name: 'hook.ended', context: { hook: 'other' } })).toEqual({ matches: true });
  });
});

describe('explainHooks', () => {
  it('says for every hook whether it fires or why not', () => {
    const event = (name: EventName): Hook => ({ ...hookOf({ event: name }), id: name });
    const hooks = [hookOf({}), hookOf({}, false), event('git.committed'), hookOf({ paths: ['specs/**'] })];
    const known = hooks.map((hook) => ({ hook, source: 'workspace' as const, file: 'hooks.json' }));
    expect(explainHooks(known, { name: 'file.saved', context: { path: 'a.md' } })).toEqual([
      { known: known[0], fires: true },
      { known: known[1], fires: false, reason: 'disabled' },
      { known: known[2], fires: false, reason: 'waits for git.committed' },
      { known: known[3], fires: false, reason: 'path does not match specs/**' },
    ]);
  });
});
