import { describe, expect, it } from 'vitest';
import type { NewEvent, WorkspaceFacts } from '../event/hook-event.ts';
import { createContext } from './create-context.ts';

const facts: WorkspaceFacts = { workspace: '/home/ada/yard', branch: 'main', user: 'Ada' };
const at = Date.UTC(2026, 10, 15, 10, 0, 0, 5);

function contextOf(values: NewEvent['values'], around: WorkspaceFacts = facts): Record<string, unknown> {
  return createContext({ name: 'file.saved', values }, at, around);
}

describe('createContext', () => {
  it('has what is known about the workspace, and only what is there', () => {
    expect(contextOf({})).toStrictEqual({
      timestamp: '2026-11-15T10:00:00.005Z',
      user: 'Ada',
      event: 'file.saved',
      workspace: '/home/ada/yard',
      branch: 'main',
      feature: 'main',
    });
    expect(contextOf({ commit: undefined }, { workspace: '/w', user: 'Ada' })).toStrictEqual({
      timestamp: '2026-11-15T10:00:00.005Z',
      user: 'Ada',
      event: 'file.saved',
      workspace: '/w',
    });
  });

  it.each([
    ['specs/005-login/spec.md', '005-login'],
    ['docs/specs/a b/c/d.md', 'a b'],
    ['specs/readme.md', 'main'],
    ['myspecs/a/b.md', 'main'],
    ['src/a.ts', 'main'],
  ])('takes the feature of %s', (path, feature) => {
    expect(contextOf({ path })).toMatchObject({ path, feature });
  });

  it('takes the branch of the event for the feature before that of the workspace', () => {
    expect(contextOf({ branch: 'next' })).toMatchObject({ branch: 'next', feature: 'next' });
  });

  it('has no branch where the source says that there was none', () => {
    expect(contextOf({ branch: null })).not.toHaveProperty('branch');
    expect(contextOf({ branch: null })).not.toHaveProperty('feature');
    expect(contextOf({ branch: null, path: 'specs/x/y.md' })).toMatchObject({ feature: 'x' });
  });

  it('lets what the source gave win', () => {
    const given = { feature: 'f', user: 'u', timestamp: 't', workspace: 'w', event: 'e', branch: 'b', result: [1] };
    expect(contextOf({ ...given, path: 'specs/x/y.md' })).toStrictEqual({ ...given, path: 'specs/x/y.md' });
  });

  it('puts values under other names into data', () => {
    expect(contextOf({ ticket: 7, data: { color: 'red' }, path: 'a' })['data']).toStrictEqual({
      ticket: 7,
      color: 'red',
    });
    expect(contextOf({ data: 'text' })['data']).toStrictEqual({ data: 'text' });
    expect(contextOf({ path: 'a' })).not.toHaveProperty('data');
  });

  it('keeps names of the language’s own as plain data', () => {
    const values: Record<string, unknown> = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": "c", "toString": 2}',
    );
    const context = contextOf(values);
    expect(JSON.stringify(context['data'])).toBe('{"__proto__":{"polluted":1},"constructor":"c","toString":2}');
    expect(context).not.toHaveProperty('polluted');
    expect(Object.getPrototypeOf(context['data'])).toBe(Object.prototype);
    const nested: Record<string, unknown> = JSON.parse('{"data": {"__proto__": {"polluted": 1}}}');
    expect(JSON.stringify(contextOf(nested)['data'])).toBe('{"__proto__":{"polluted":1}}');
  });

  it('gives paths from the workspace, with /', () => {
    expect(
      contextOf({ path: './a.md', oldPath: '/home/ada/yard/b/c.md', paths: ['/home/ada/yard/x', 'y'] }),
    ).toMatchObject({
      path: 'a.md',
      oldPath: 'b/c.md',
      paths: ['x', 'y'],
    });
    expect(contextOf({ path: '/home/ada/yard2/a.md' })).toMatchObject({ path: '/home/ada/yard2/a.md' });
    expect(contextOf({ path: 'a\\b.md' })).toMatchObject({ path: 'a\\b.md' });
    const windows = { workspace: 'C:\\yard', user: 'Ada' };
    expect(contextOf({ path: 'specs\\login\\spec.md' }, windows)).toMatchObject({
      path: 'specs/login/spec.md',
      feature: 'login',
    });
    expect(contextOf({ path: 'C:\\yard\\a.md' }, windows)).toMatchObject({ path: 'a.md' });
  });

  it('leaves out a time that is none', () => {
    expect(createContext({ name: 'manual', values: {} }, Number.NaN, facts)).not.toHaveProperty('timestamp');
  });

  it('has a schedule due when it is entered, where nobody says more', () => {
    const made = { name: 'schedule', values: {} } as const;
    const now = '2026-01-01T00:00:00.000Z';
    expect(createContext(made, Date.parse(now), facts)).toMatchObject({ scheduled: now, missed: 0 });
    const found = { ...made, values: { hook: 'a', scheduled: '2025-01-01T00:00:00.000Z', missed: 3 } };
    expect(createContext(found, Date.parse(now), facts)).toMatchObject(found.values);
    expect(contextOf({})).not.toHaveProperty('scheduled');
  });

  it('changes nothing of the event', () => {
    const event: NewEvent = { name: 'manual', values: { path: './a', paths: ['./b'], x: 1, data: { y: 2 } } };
    const before = structuredClone(event);
    createContext(event, at, facts);
    expect(event).toStrictEqual(before);
  });
});
