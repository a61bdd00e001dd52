import { createHook, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeDraftStore } from '../../test/fakes/create-fake-draft-store.ts';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import type { Editor } from '../ports/editor.ts';
import type { FormStart } from './form-session.ts';
import { createFormTabs, type FormTabs, type TabEvents } from './create-form-tabs.ts';
import { createKeptDrafts, type DraftStore, type KeptDrafts } from './create-kept-drafts.ts';
import { toFreshState, type FormState } from './form-state.ts';
import { toTabState } from './tab-state.ts';
import { toDraft } from './to-draft.ts';

const HOOK = { folder: '/shop', hook: 'a' };
const NEW = { folder: '/shop' };

function fail(error: unknown): never {
  throw error;
}

interface FakeTab {
  readonly start: FormStart;
  readonly events: TabEvents;
}

interface Window {
  readonly tabs: FormTabs<{ run?: FakeTab }>;
  readonly drafts: KeptDrafts;
  /** What was opened, the oldest first. */
  readonly opened: FakeTab[];
  readonly revealed: unknown[];
  readonly shown: readonly string[];
}

function openWindow(answers: readonly (string | undefined)[] = [], store: DraftStore = createFakeDraftStore()): Window {
  const drafts = createKeptDrafts(store, fail);
  const editor = createFakeEditor(...answers);
  const opened: FakeTab[] = [];
  const revealed: unknown[] = [];
  let count = 0;
  const tabs = createFormTabs<{ run?: FakeTab }>({
    drafts,
    editor,
    newId: () => `id-${(count += 1)}`,
    create: () => ({}),
    run: (_tab, start, events) => void opened.push({ start, events }),
    reveal: (tab) => void revealed.push(tab),
    onError: fail,
  });
  return { tabs, drafts, opened, revealed, shown: editor.shown };
}

/** A form with something typed in it. */
function typed(subject: typeof HOOK | typeof NEW, name = 'Mine'): FormState {
  const { base, ...draft } = toDraft(createHook('a'), { folder: '/shop', source: 'workspace' });
  const isNew = !('hook' in subject);
  const fresh = toFreshState({ ...draft, ...(!isNew && base && { base }) });
  return { ...fresh, draft: { ...fresh.draft, values: { ...fresh.draft.values, name } } };
}

async function closeWithChanges({ tabs, drafts, opened }: Window, subject: typeof HOOK | typeof NEW): Promise<void> {
  await tabs.openForm(subject);
  const tab = opened.at(-1);
  if (tab === undefined) throw new Error('Nothing was opened.');
  drafts.keep(tab.start.id, typed(subject));
  tab.events.onClosed(true);
}

describe('createFormTabs', () => {
  it('says that a closed tab had changes, and opens it again with them', async () => {
    const window = openWindow(['Reopen']);
    await closeWithChanges(window, HOOK);
    await waitUntil(() => window.opened.length === 2);
    expect(window.shown).toEqual([
      'warning: You closed the form of the hook "a" before its changes were saved. They are kept until you discard them.',
    ]);
    expect(window.opened[1]?.start).toMatchObject({
      id: 'id-1',
      subject: HOOK,
      form: { isRestored: true, draft: { values: { name: 'Mine' } } },
    });
  });

  it('forgets the changes where the person discards them', async () => {
    const window = openWindow(['Discard']);
    await closeWithChanges(window, HOOK);
    await waitUntil(() => window.drafts.find('id-1') === undefined);
    await window.tabs.openForm(HOOK);
    expect(window.opened[1]?.start).toEqual({ id: 'id-2', subject: HOOK });
  });

  it.each([HOOK, NEW])('brings changes back with the next form for %j where nobody answers', async (subject) => {
    const window = openWindow();
    await closeWithChanges(window, subject);
    await window.tabs.openForm({ folder: '/other', hook: 'a' });
    await window.tabs.openForm({ folder: '/shop', tool: { server: 'chat', tool: 'post' } });
    expect(window.opened.slice(1).map(({ start }) => start.form)).toEqual([undefined, undefined]);
    await window.tabs.openForm(subject);
    expect(window.opened[3]?.start).toMatchObject({ id: 'id-1', form: { isRestored: true } });
    // They are in that tab now, so that another one begins afresh.
    if (subject === NEW) {
      await window.tabs.openForm(subject);
      expect(window.opened[4]?.start).toEqual({ id: 'id-4', subject });
    }
  });

  it('discards nothing that is open again', async () => {
    let answer: (() => void) | undefined;
    const window = openWindow();
    const notify: Editor['notify'] = async (_level, _message, ...buttons) => {
      await new Promise<void>((resolve) => void (answer = resolve));
      return buttons.find((button) => button === 'Discard');
    };
    const opened: FakeTab[] = [];
    const tabs = createFormTabs<object>({
      drafts: window.drafts,
      editor: { notify },
      newId: () => 'one',
      create: () => ({}),
      run: (_tab, start, events) => void opened.push({ start, events }),
      reveal: () => undefined,
      onError: () => undefined,
    });
    await closeWithChanges({ ...window, tabs, opened }, HOOK);
    await tabs.openForm(HOOK);
    answer?.();
    await new Promise((resolve) => void setImmediate(resolve));
    expect(window.drafts.find('one')).toBeDefined();
  });

  it('says nothing where nothing is left', async () => {
    const window = openWindow();
    await window.tabs.openForm(HOOK);
    window.opened[0]?.events.onClosed(false);
    expect(window.shown).toEqual([]);
  });

  it('shows the tab that is open for a hook, also for one that was new before', async () => {
    const window = openWindow();
    await window.tabs.openForm(NEW);
    await window.tabs.openForm(NEW);
    window.opened[0]?.events.onSubject(HOOK);
    await window.tabs.openForm(HOOK);
    expect(window.opened).toHaveLength(2);
    expect(window.revealed).toHaveLength(1);
  });

  it('goes on after a reload of the window with what was typed', async () => {
    const store = createFakeDraftStore();
    const before = openWindow([], store);
    await before.tabs.openForm(HOOK);
    before.drafts.keep('id-1', typed(HOOK));
    const after = openWindow([], store);
    expect(after.tabs.restore({}, toTabState({ id: 'id-1', subject: HOOK }))).toBe(true);
    expect(after.opened[0]?.start).toMatchObject({ form: { draft: { values: { name: 'Mine' } } } });
    expect(after.opened[0]?.start.form?.isRestored).toBeUndefined();
    expect(after.tabs.restore({}, toTabState({ id: 'other', subject: HOOK }))).toBe(true);
    expect(after.opened[1]?.start).toEqual({ id: 'other', subject: HOOK });
    expect(after.tabs.restore({}, 'garbage')).toBe(false);
  });
});
