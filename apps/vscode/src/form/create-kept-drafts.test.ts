import { createHook } from '@toolyard/testing';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeDraftStore } from '../../test/fakes/create-fake-draft-store.ts';
import { createKeptDrafts, type DraftStore } from './create-kept-drafts.ts';
import { createFileDraftStore } from './file-draft-store.ts';
import { toFreshState, type FormState } from './form-state.ts';
import { toDraft } from './to-draft.ts';

const HOOK = { folder: '/shop', hook: 'a' };
const isFree = (): boolean => true;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolyard-drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function typed(name: string): FormState {
  const fresh = toFreshState(toDraft(createHook('a'), { folder: '/shop', source: 'workspace' }));
  return { ...fresh, draft: { ...fresh.draft, values: { ...fresh.draft.values, name } } };
}

function fail(error: unknown): never {
  throw error;
}

const STORES: Readonly<Record<string, () => DraftStore>> = {
  'a folder': () => createFileDraftStore(join(folder, 'drafts')),
  memory: createFakeDraftStore,
};

describe.each(Object.keys(STORES))('createKeptDrafts in %s', (name) => {
  const createStore = (): DraftStore => STORES[name]?.() ?? fail(new Error('There is no such store.'));

  it('gives back what was kept last, also to another window', () => {
    const store = createStore();
    const drafts = createKeptDrafts(store, fail);
    drafts.keep('one', typed('A'));
    drafts.keep('one', typed('AB'));
    const later = createKeptDrafts(store, fail);
    expect(later.find('one')?.draft.values['name']).toBe('AB');
    expect(later.findFor(HOOK, isFree)).toBe('one');
    expect(later.findFor(HOOK, (id) => id !== 'one')).toBeUndefined();
    expect(later.findFor({ ...HOOK, hook: 'b' }, isFree)).toBeUndefined();
    later.forget('one');
    expect(createKeptDrafts(store, fail).find('one')).toBeUndefined();
  });

  it('keeps the newest 50', () => {
    const store = createStore();
    const drafts = createKeptDrafts(store, fail);
    for (let count = 0; count < 55; count += 1) drafts.keep(`id-${count}`, typed(`Hook ${count}`));
    expect(store.list()).toHaveLength(50);
    expect(drafts.find('id-54')).toBeDefined();
  });
});

describe('createKeptDrafts', () => {
  it('writes only what changed', () => {
    let writes = 0;
    const store = createFakeDraftStore();
    const drafts = createKeptDrafts(
      {
        ...store,
        write: () => void (writes += 1),
        remove: () => void (writes += 1),
      },
      fail,
    );
    for (const name of ['a', 'a', 'b']) drafts.keep('id', typed(name));
    drafts.forget('id');
    drafts.forget('id');
    expect(writes).toBe(3);
  });

  it('says once that nothing can be kept, and goes on', () => {
    const errors: unknown[] = [];
    writeFileSync(join(folder, 'drafts'), 'no folder');
    const drafts = createKeptDrafts(createFileDraftStore(join(folder, 'drafts')), (error) => errors.push(error));
    drafts.keep('one', typed('A'));
    drafts.keep('one', typed('AB'));
    expect(errors).toHaveLength(1);
    expect(drafts.find('one')).toBeUndefined();
  });
});

describe('createFileDraftStore', () => {
  it('leaves what is no draft alone, and goes nowhere else', () => {
    const drafts = join(folder, 'drafts');
    mkdirSync(drafts);
    writeFileSync(join(drafts, 'other.txt'), '');
    writeFileSync(join(folder, 'outside.json'), 'mine');
    writeFileSync(join(drafts, 'broken.json'), '{');
    const store = createFileDraftStore(drafts);
    store.write('../outside', 'changed');
    store.remove('../outside');
    expect(store.read('../outside')).toBeUndefined();
    expect(statSync(join(folder, 'outside.json')).size).toBe(4);
    expect(store.list()).toEqual(['broken']);
    expect(createKeptDrafts(store, fail).find('broken')).toBeUndefined();
  });

  it.skipIf(process.platform === 'win32')('lets only the user read them', () => {
    const drafts = join(folder, 'drafts');
    createFileDraftStore(drafts).write('one', '{}');
    expect(statSync(drafts).mode & 0o077).toBe(0);
    expect(statSync(join(drafts, 'one.json')).mode & 0o077).toBe(0);
  });
});
