import type { RunPreview } from '@toolyard/host/hooks';
import { exampleRecord, waitUntil } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { exampleShown } from '../../test/fakes/example-look.ts';
import { openTestForm } from '../../test/fakes/open-test-form.ts';
import type { FormView, ParameterRow, RowMapping } from './protocol.ts';

const NO_HOOKS = '{ "version": 1, "hooks": [] }\n';

const POST = `{
  // Ours.
  "version": 1,
  "hooks": [
    {
      "id": "announce", // called by its id
      "description": "Tells the others.",
      "trigger": { "event": "file.saved", "paths": ["specs/**"], "if": { "user": ["ada"] } },
      /* To the channel of everybody. */
      "action": { "type": "mcp", "parameters": {
        "serverId": "chat", "toolName": "post",
        "parameterMappings": [
          { "toolParam": "text", "source": "template", "value": "saved {path}" } // short
        ] } }
    }
  ]
}
`;

const EDIT = { folder: '/shop', hook: 'announce' };
const NEW = { folder: '/shop' };

const change = (key: string, value: string | boolean | readonly string[]) => ({ type: 'change', key, value }) as const;
const map = (parameter: string, mapping: RowMapping) => ({ type: 'map', parameter, mapping }) as const;
const literal = (as: RowMapping['value']['as'], text: string): RowMapping => ({
  source: 'literal',
  value: { as, text },
});

function rowOf({ mapping }: FormView, parameter: string): ParameterRow | undefined {
  return mapping?.rows.find((row) => row.parameter === parameter);
}

describe('createFormSession', () => {
  it('shows a hook with its fields, the parameters of its tool, and what they would be', async () => {
    const form = await openTestForm(POST, EDIT);
    const view = form.view();
    expect(form.titles).toEqual(['Hook: announce']);
    expect(form.field('trigger.paths')).toMatchObject({ kind: 'list', value: ['specs/**'] });
    expect(form.field('place')).toMatchObject({ value: 'workspace:/shop', isReadOnly: true });
    expect(form.field('mcp.tool')).toMatchObject({ server: 'chat', tool: 'post', state: 'available' });
    expect(view.mapping?.rows.map((row) => [row.parameter, row.type, row.isRequired, row.mapping.source])).toEqual([
      ['text', 'string', true, 'template'],
      ['path', 'string', false, 'none'],
      ['count', 'integer', false, 'none'],
      ['filter', 'object', false, 'none'],
      ['filter.tags', 'list of strings', false, 'none'],
    ]);
    expect(rowOf(view, 'text')?.preview).toEqual({ kind: 'value', text: '"saved specs/checkout/spec.md"' });
    expect(view).toMatchObject({ isDirty: false, canSave: false, canOpenFile: true, problems: [] });
    expect(view.contextNames).toContainEqual({ name: 'path', example: '"specs/checkout/spec.md"' });
    expect(form.posted[0]).toMatchObject({
      type: 'servers',
      servers: [{ id: 'chat', status: 'available', tools: [{ name: 'post', about: 'Posts a text.' }] }],
    });
    expect(form.errors).toEqual([]);
  });

  it('makes a hook of what is typed, with an id from its name', async () => {
    const editor = createFakeEditor('Approve');
    const form = await openTestForm(NO_HOOKS, NEW, { editor });
    expect(form.view().title).toBe('New Hook');
    await form.send(change('name', 'Tell the others!'));
    await form.send(change('trigger.paths', ['*.md', '']));
    await form.send({ type: 'pickTool', server: 'chat', tool: 'post' });
    await form.send({ type: 'suggest' });
    await form.send(map('text', literal('text', 'Saved')));
    await form.send(map('count', literal('number', '2')));
    const view = await form.send(map('filter.tags', literal('json', '["a"]')));
    expect(view.canSave).toBe(true);
    expect(JSON.parse(view.preview.result ?? '')).toEqual({
      path: 'specs/checkout/spec.md',
      text: 'Saved',
      count: 2,
      filter: { tags: ['a'] },
    });
    expect((await form.send({ type: 'save' })).title).toBe('Hook "tell-the-others"');
    expect(JSON.parse(form.text()).hooks).toEqual([
      {
        id: 'tell-the-others',
        name: 'Tell the others!',
        trigger: { event: 'file.saved', paths: ['*.md'] },
        action: {
          type: 'mcp',
          parameters: {
            serverId: 'chat',
            toolName: 'post',
            parameterMappings: [
              { toolParam: 'path', source: 'context', value: 'path' },
              { toolParam: 'text', source: 'literal', value: 'Saved' },
              { toolParam: 'count', source: 'literal', value: 2 },
              { toolParam: 'filter.tags', source: 'literal', value: ['a'] },
            ],
          },
        },
      },
    ]);
    await waitUntil(() => form.approved.length > 0);
    expect(editor.shown).toEqual(['info: Hook "tell-the-others" was saved. It runs once you approve it.']);
    expect(form.approved).toEqual([{ kind: 'hook', folder: '/shop', hook: 'tell-the-others' }]);
    expect(form.titles.at(-1)).toBe('Hook: tell-the-others');
    expect(form.view()).toMatchObject({ isDirty: false, canSave: false });
  });

  it('keeps comments and everything that it does not show when it saves', async () => {
    const form = await openTestForm(POST, EDIT);
    await form.send(change('name', 'Announce'));
    await form.send(map('text', { source: 'template', value: { as: 'text', text: 'new: {path}' } }));
    await form.send({ type: 'save' });
    const text = form.text();
    for (const kept of ['// Ours.', '// called by its id', '/* To the channel of everybody. */', '// short']) {
      expect(text).toContain(kept);
    }
    expect(text).toContain('"if": { "user": ["ada"] }');
    expect(text).toContain('"value": "new: {path}"');
    expect(form.view()).toMatchObject({ isDirty: false });
  });

  it('does not take an id that a hook of the other file has', async () => {
    const own = exampleShown('announce', {}, { source: 'user' });
    const form = await openTestForm(NO_HOOKS, NEW, { state: { hooks: [own] } });
    await form.send(change('name', 'Announce'));
    expect(form.field('id')).toMatchObject({ value: 'announce-2' });
    await form.send(change('id', 'announce'));
    expect(form.field('id').problems).toEqual([{ severity: 'error', message: 'Another hook has the id "announce"' }]);
    await form.send(change('trigger.event', 'hook.ended'));
    expect(form.field('trigger.if.hook')).toMatchObject({ suggestions: ['announce'] });
  });

  it('follows an edit of the file', async () => {
    const form = await openTestForm(POST, EDIT);
    form.write(POST.replace('saved {path}', 'changed {path}'));
    await waitUntil(() => rowOf(form.view(), 'text')?.mapping.value.text === 'changed {path}');
    expect(form.view()).toMatchObject({ isDirty: false });
    expect(form.view().conflict).toBeUndefined();
  });

  it('says that both changed, and takes the version that is chosen', async () => {
    const ours = await openTestForm(POST, EDIT);
    await ours.send(change('name', 'Mine'));
    ours.write(POST.replace('saved {path}', 'changed {path}'));
    await waitUntil(() => ours.view().conflict !== undefined);
    expect(ours.view()).toMatchObject({ canSave: false, isDirty: true });
    expect(ours.field('name')).toMatchObject({ value: 'Mine' });
    ours.tell({ type: 'save' });
    expect(ours.text()).not.toContain('Mine');
    expect(await ours.send({ type: 'resolveConflict', keep: 'form' })).toMatchObject({ canSave: true });
    await ours.send({ type: 'save' });
    expect(ours.text()).toContain('"name": "Mine"');
    expect(ours.text()).toContain('saved {path}');

    const theirs = await openTestForm(POST, EDIT);
    await theirs.send(change('name', 'Mine'));
    theirs.write(POST.replace('saved {path}', 'changed {path}'));
    const view = await theirs.send({ type: 'resolveConflict', keep: 'file' });
    expect(view).toMatchObject({ isDirty: false });
    expect(theirs.field('name')).toMatchObject({ value: '' });
    expect(rowOf(view, 'text')?.mapping.value.text).toBe('changed {path}');
  });

  it('does not write over a change that it had not heard of', async () => {
    let text = POST;
    const form = await openTestForm(POST, EDIT, {
      members: {
        async edit(_source, edit) {
          const edited = edit(text, 'json');
          if (!edited.ok) throw new Error('refused');
          text = edited.text;
          return '/shop/.toolyard/hooks.json';
        },
      },
    });
    await form.send(change('name', 'Mine'));
    text = POST.replace('saved {path}', 'changed {path}');
    const view = await form.send({ type: 'save' });
    expect(view.conflict).toContain('was changed in its file');
    expect(text).not.toContain('Mine');
  });

  it('says that the hook was removed, and adds it again where it is wanted', async () => {
    const form = await openTestForm(POST, EDIT);
    form.write(NO_HOOKS);
    await waitUntil(() => form.view().conflict !== undefined);
    expect(form.view().conflict).toContain('was removed from its file');
    await form.send({ type: 'resolveConflict', keep: 'form' });
    await form.send({ type: 'save' });
    expect(JSON.parse(form.text()).hooks).toMatchObject([{ id: 'announce', description: 'Tells the others.' }]);

    form.write(NO_HOOKS);
    await waitUntil(() => form.view().conflict !== undefined);
    form.session.receive({ protocol: 1, type: 'resolveConflict', edit: 99, keep: 'file' });
    await waitUntil(form.isClosed);
  });

  it('keeps what it shows while the file cannot be read, and says so', async () => {
    const form = await openTestForm(POST, EDIT);
    form.write(POST.replace('"version": 1,', '"version": 1'));
    await waitUntil(() => form.view().notices.length > 0);
    expect(form.view().notices[0]?.message).toMatch(/^The hooks file has a problem in line \d+: /);
    expect(form.view().conflict).toBeUndefined();
    const view = await form.send(change('name', 'Mine'));
    expect(view.canSave).toBe(true);
    expect((await form.send({ type: 'save' })).notices[0]).toMatchObject({ level: 'error' });
    expect(form.field('name')).toMatchObject({ value: 'Mine' });
  });

  it('says at the field what is wrong, as it is typed', async () => {
    const form = await openTestForm(POST, EDIT);
    await form.send(change('id', '-a b'));
    await form.send(change('action.timeout', '301'));
    await form.send(map('text', { source: 'context', value: { as: 'text', text: 'pth' } }));
    const view = await form.send(map('count', literal('number', 'x')));
    expect(form.field('id').problems[0]?.message).toMatch(/^Id must be 1 to 64 letters/);
    expect(form.field('action.timeout').problems).toEqual([
      { severity: 'error', message: 'Timeout in seconds must be from 1 to 300' },
    ]);
    expect(rowOf(view, 'text')?.problems).toEqual([
      { severity: 'error', message: 'Unknown name "pth"; did you mean "path"?' },
    ]);
    expect(rowOf(view, 'count')?.problems).toEqual([
      { severity: 'error', message: 'The value must be a number, such as 5 or 0.5' },
    ]);
    expect(view.canSave).toBe(false);
  });

  it('shows the values of parameters that are right beside those that are not', async () => {
    const form = await openTestForm(POST, EDIT);
    await form.send(map('path', { source: 'context', value: { as: 'text', text: 'data.nowhere' } }));
    const view = await form.send(map('count', literal('json', '0')));
    expect(rowOf(view, 'text')?.preview.kind).toBe('value');
    expect(rowOf(view, 'path')?.preview).toMatchObject({ kind: 'problem' });
    expect(rowOf(view, 'count')?.problems[0]?.message).toContain('count: ');
    expect(view.preview.result).toBeUndefined();
  });

  it('previews with the newest event of this kind, or with a sample that is edited', async () => {
    const form = await openTestForm(POST, EDIT, { state: { runs: [exampleRecord()] } });
    expect(form.view().preview).toMatchObject({ event: 'event-1' });
    expect(rowOf(form.view(), 'text')?.preview).toEqual({ kind: 'value', text: '"saved specs/a/spec.md"' });
    const edited = await form.send({ type: 'sampleChanged', text: '{ "path": "b.md" }' });
    expect(edited.preview).toMatchObject({ event: 'sample', sample: '{ "path": "b.md" }' });
    expect(rowOf(edited, 'text')?.preview).toEqual({ kind: 'value', text: '"saved b.md"' });
    const wrong = await form.send({ type: 'sampleChanged', text: '{ "path": ' });
    expect(wrong.preview.problems[0]?.message).toMatch(/^The sample is not valid JSON/);
    expect(rowOf(wrong, 'text')?.preview).toEqual({ kind: 'none' });
    expect((await form.send({ type: 'pickEvent', event: 'event-1' })).preview.event).toBe('event-1');
    expect((await form.send(change('trigger.event', 'git.committed'))).preview.event).toBe('sample');
  });

  it('drops the answer of a preview that something was typed after', async () => {
    const answers: (() => void)[] = [];
    const form = await openTestForm(POST, EDIT);
    form.folder.preview = () =>
      new Promise((resolve) => answers.push(() => resolve({ arguments: { text: `${answers.length}` }, problems: [] })));
    form.session.receive({ protocol: 1, edit: 50, ...change('name', 'A') });
    await waitUntil(() => form.field('name').kind === 'text' && form.view().isDirty);
    form.clock.advance(1000);
    form.session.receive({ protocol: 1, edit: 51, ...change('name', 'AB') });
    await waitUntil(() => JSON.stringify(form.field('name')).includes('AB'));
    const shown = form.posted.length;
    answers[0]?.();
    await new Promise((resolve) => void setTimeout(resolve, 20));
    expect(form.posted).toHaveLength(shown);
    form.clock.advance(1000);
    answers[1]?.();
    await waitUntil(() => !form.view().preview.isPending);
    expect(rowOf(form.view(), 'text')?.preview).toEqual({ kind: 'value', text: '"2"' });
  });

  it('changes nothing in a workspace that is not trusted', async () => {
    let previews = 0;
    const preview = async (): Promise<RunPreview> => {
      previews += 1;
      return { problems: [] };
    };
    const form = await openTestForm(POST, EDIT, { state: { duty: { kind: 'untrusted' } }, members: { preview } });
    expect(form.view().readOnly).toBe('Trust the workspace to change its hooks here.');
    await form.send(change('name', 'Mine'));
    form.tell({ type: 'save' });
    expect(form.field('name')).toMatchObject({ value: '', isReadOnly: true });
    expect(form.text()).toBe(POST);
    expect(previews).toBe(0);
  });

  it('gives a number where a tool takes one of some numbers', async () => {
    const schema = { type: 'object', properties: { level: { enum: [1, 2] } } };
    const form = await openTestForm(NO_HOOKS, NEW, { members: { findSchema: () => schema } });
    await form.send(change('name', 'A'));
    const { mapping } = await form.send({ type: 'pickTool', server: 'chat', tool: 'post' });
    const [row] = mapping?.rows ?? [];
    const chosen = { as: row?.mapping.value.as ?? 'text', text: '2' };
    const view = await form.send(map('level', { source: 'literal', value: chosen }));
    expect(rowOf(view, 'level')).toMatchObject({ values: ['1', '2'], problems: [] });
    await form.send({ type: 'save' });
    expect(JSON.parse(form.text()).hooks[0].action.parameters.parameterMappings).toEqual([
      { toolParam: 'level', source: 'literal', value: 2 },
    ]);
  });

  it('leads to the file for what only that can change', async () => {
    const task = POST.replace('"file.saved", "paths": ["specs/**"]', '"task.ended"').replace('"user"', '"task"');
    const form = await openTestForm(task, EDIT);
    expect(form.field('trigger.if.task')).toMatchObject({ isInFile: true, isReadOnly: true, value: '["ada"]' });
    form.tell({ type: 'openFile', key: 'trigger.if.task' });
    await waitUntil(() => form.editor.shown.length === 1);
    const line = task.split('\n').findIndex((each) => each.includes('"task":'));
    const column = (task.split('\n')[line] ?? '').indexOf('["ada"]');
    expect(form.editor.shown).toEqual([`open: /shop/.toolyard/hooks.json:${line + 1}:${column + 1}`]);
  });

  it('opens the file at the hook, and at a field of it', async () => {
    const form = await openTestForm(POST, EDIT);
    form.tell({ type: 'openFile' });
    form.tell({ type: 'openFile', key: 'trigger.paths' });
    await waitUntil(() => form.editor.shown.length === 2);
    expect(form.editor.shown).toEqual([
      'open: /shop/.toolyard/hooks.json:5:5',
      'open: /shop/.toolyard/hooks.json:8:52',
    ]);
  });

  it('asks before what was typed is thrown away', async () => {
    const editor = createFakeEditor(undefined, 'Discard');
    const form = await openTestForm(POST, EDIT, { editor });
    await form.send(change('name', 'Mine'));
    form.tell({ type: 'cancel' });
    await waitUntil(() => editor.shown.length === 1);
    expect(form.isClosed()).toBe(false);
    form.tell({ type: 'cancel' });
    await waitUntil(form.isClosed);
    expect(editor.shown[0]).toBe('confirm: Discard your changes of the hook "announce"?\nThey are not saved.');

    const clean = await openTestForm(POST, EDIT);
    clean.tell({ type: 'cancel' });
    await waitUntil(clean.isClosed);
  });

  it('waits for a hook that is not read yet', async () => {
    const form = await openTestForm(NO_HOOKS, EDIT);
    expect(form.view().readOnly).toContain('was not found in its file');
    form.write(POST);
    await waitUntil(() => form.view().readOnly === undefined);
    expect(form.field('trigger.paths')).toMatchObject({ value: ['specs/**'] });
  });
});
