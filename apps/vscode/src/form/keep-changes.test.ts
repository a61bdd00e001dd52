import { waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { openTestForm } from '../../test/fakes/open-test-form.ts';

const POST = JSON.stringify({
  version: 1,
  hooks: [
    {
      id: 'announce',
      trigger: { event: 'file.saved' },
      action: { type: 'custom', parameters: { command: 'announce' } },
    },
  ],
});

const EDIT = { folder: '/shop', hook: 'announce' };

const change = (key: string, value: string | readonly string[]) => ({ type: 'change', key, value }) as const;

describe('a form with changes', () => {
  it('keeps what was typed from the moment it was, and comes back with it', async () => {
    const form = await openTestForm(POST, EDIT);
    expect(form.drafts.find('form')).toBeUndefined();
    form.session.receive({ protocol: 1, edit: 50, ...change('name', 'Mine') });
    const left = form.drafts.find('form');
    expect(form.session.close()).toBe(true);
    const start = { id: 'form', subject: EDIT, ...(left && { form: left }) };
    const again = await openTestForm(POST, start);
    expect(again.field('name')).toMatchObject({ value: 'Mine' });
    expect(again.view()).toMatchObject({ isDirty: true, canSave: true });
    const beside = await openTestForm(POST.replace('"command":"announce"', '"command":"shout"'), start);
    expect(beside.view().conflict).toContain('was changed in its file');
  });

  it('keeps nothing once that is saved, discarded, or what the file has', async () => {
    const saved = await openTestForm(POST, EDIT);
    await saved.send(change('name', 'Mine'));
    await saved.send({ type: 'save' });
    expect(saved.drafts.find('form')).toBeUndefined();
    expect(saved.session.close()).toBe(false);

    const discarded = await openTestForm(POST, EDIT, { editor: createFakeEditor('Discard') });
    await discarded.send(change('name', 'Mine'));
    discarded.tell({ type: 'cancel' });
    await waitUntil(discarded.isClosed);
    expect(discarded.session.close()).toBe(false);
    expect(discarded.drafts.find('form')).toBeUndefined();

    const typedBack = await openTestForm(POST, EDIT);
    await typedBack.send(change('name', 'Mine'));
    await typedBack.send(change('name', ''));
    expect(typedBack.drafts.find('form')).toBeUndefined();
  });

  it('says that changes are from before, until they are saved or discarded', async () => {
    const left = await openTestForm(POST, EDIT);
    await left.send(change('name', 'Mine'));
    const form = left.drafts.find('form');
    if (form === undefined) throw new Error('Nothing was kept.');
    const start = { id: 'form', subject: EDIT, form: { ...form, isRestored: true as const } };
    const discarded = await openTestForm(POST, start);
    expect(discarded.view().restored).toContain('before you closed the form');
    const view = await discarded.send({ type: 'startOver' });
    expect(view).toMatchObject({ isDirty: false });
    expect(view.restored).toBeUndefined();
    expect(discarded.field('name')).toMatchObject({ value: '' });
    expect(discarded.drafts.find('form')).toBeUndefined();
    const saved = await openTestForm(POST, start);
    await saved.send({ type: 'save' });
    expect(saved.view().restored).toBeUndefined();
    expect(saved.text()).toContain('"name": "Mine"');
  });

  it('keeps what was typed while another object takes the place of its folder', async () => {
    const form = await openTestForm(POST, EDIT);
    await form.send(change('name', 'Mine'));
    const before = form.folder.state();
    const noFile = { file: '', exists: false };
    const files = { workspace: noFile, user: noFile };
    for (const duty of [{ kind: 'untrusted' }, { kind: 'starting' }] as const) {
      form.folder.set({ ...before, hooks: [], files, servers: [], duty });
      form.write('');
      await form.send(change('trigger.paths', ['a']));
    }
    form.folder.set({ ...before });
    form.write(POST);
    await waitUntil(() => form.view().readOnly === undefined);
    expect(form.view()).toMatchObject({ isDirty: true, canSave: true });
    expect(form.view().conflict).toBeUndefined();
    expect(form.field('name')).toMatchObject({ value: 'Mine' });
  });

  it('does after saving what came while it was saved', async () => {
    let end: (() => void) | undefined;
    const form = await openTestForm(POST, EDIT);
    const { edit } = form.folder;
    form.folder.edit = async (...given) => {
      await new Promise<void>((resolve) => void (end = resolve));
      return edit(...given);
    };
    await form.send(change('name', 'Mine'));
    form.tell({ type: 'save' });
    await waitUntil(() => end !== undefined);
    const seen = form.posted.length;
    form.session.receive({ protocol: 1, edit: 50, ...change('name', 'Mine too') });
    end?.();
    await waitUntil(() => JSON.stringify(form.field('name')).includes('Mine too'));
    // A page that was told of the change before would have dropped what is typed.
    const shown = form.posted.slice(seen).flatMap((message) => (message.type === 'show' ? [message] : []));
    for (const { edit: last, view } of shown) expect(JSON.stringify(view).includes('Mine too')).toBe(last === 50);
    expect(form.text()).toContain('"name": "Mine"');
    expect(form.view()).toMatchObject({ isDirty: true, isSaving: false });
  });

  it('brings mappings back with the tool that has their parameters', async () => {
    const schemas: Readonly<Record<string, object>> = {
      post: { type: 'object', properties: { text: { type: 'string' }, path: { type: 'string' } } },
      read: { type: 'object', properties: { path: { type: 'string' } } },
    };
    const members = { findSchema: (_server: string, tool: string) => ({ ...schemas[tool] }) };
    const form = await openTestForm('', { folder: '/shop' }, { members });
    const pick = (tool: string) => form.send({ type: 'pickTool', server: 'chat', tool });
    const setOf = (view: Awaited<ReturnType<typeof pick>>) =>
      view.mapping?.rows.flatMap(({ parameter, mapping }) => (mapping.source === 'none' ? [] : [parameter]));
    await pick('post');
    for (const parameter of ['text', 'path']) {
      const mapping = { source: 'literal', value: { as: 'text', text: parameter } } as const;
      await form.send({ type: 'map', parameter, mapping });
    }
    expect(setOf(await pick('read'))).toEqual(['path']);
    expect(setOf(await pick('post'))).toEqual(['text', 'path']);
  });

  it('tells that saving failed where nobody can see the form any more', async () => {
    const form = await openTestForm(POST, EDIT, {
      members: {
        async edit() {
          form.session.close();
          throw new Error('The disk is full.');
        },
      },
    });
    await form.send(change('name', 'Mine'));
    form.tell({ type: 'save' });
    await waitUntil(() => form.editor.shown.length > 0);
    expect(form.editor.shown).toEqual([
      'error: The hook was not saved. The disk is full. What you typed comes back when you open its form again.',
    ]);
    expect(form.drafts.find('form')).toBeDefined();
  });
});
