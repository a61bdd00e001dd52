import { expect, it } from 'vitest';
import { createFakeFormHost } from './page/create-fake-form-host.ts';
import { describeFormPages } from './page/describe-form-pages.ts';
import {
  choiceField,
  EMPTY_VIEW,
  errorOf,
  flagField,
  FULL_VIEW,
  manyServers,
  parameterRow,
  textField,
  toolField,
  viewOf,
} from './page/example-views.ts';
import { readFocused, tabToControl } from './page/focused-control.ts';

const NEW_HOOK = viewOf([
  textField('Name', '', { isRequired: true }),
  flagField('Enabled', true),
  choiceField('Event', 'file.saved', ['file.saved', 'file.created']),
  toolField('', '', ''),
]);

await describeFormPages((open) => {
  it('makes a hook by the keyboard alone', async () => {
    const fake = createFakeFormHost(NEW_HOOK, ['title', 'count']);
    const form = await open({ host: fake.host });
    const { keyboard } = form.page;
    await form.servers(manyServers(541));
    await tabToControl(form.page, 'Name');
    await keyboard.type('Report');
    await tabToControl(form.page, 'Enabled');
    await keyboard.press(' ');
    await tabToControl(form.page, 'Event');
    await keyboard.press('ArrowDown');
    await tabToControl(form.page, 'Tool (required)');
    await keyboard.type('delete thing_38');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    await form.page.getByText('delete_thing_38 of server-2').waitFor();
    await tabToControl(form.page, 'Source of title');
    await keyboard.type('Template');
    await tabToControl(form.page, 'Value of title');
    await keyboard.type('Saved');
    await tabToControl(form.page, 'Source of count');
    await keyboard.type('Fixed');
    await tabToControl(form.page, 'Type of the value of count');
    await keyboard.type('Num');
    await tabToControl(form.page, 'Value of count');
    await keyboard.type('3');
    await tabToControl(form.page, 'Save');
    await keyboard.press('Enter');
    await expect.poll(() => form.sent.at(-1)).toEqual({ protocol: 1, type: 'save' });
    expect(fake.view().sections[0]?.fields).toMatchObject([
      { value: 'Report' },
      { value: false },
      { value: 'file.created' },
      { server: 'server-2', tool: 'delete_thing_38' },
    ]);
    expect(fake.view().mapping?.rows.map(({ mapping }) => mapping)).toEqual([
      { source: 'template', value: { as: 'text', text: 'Saved' } },
      { source: 'literal', value: { as: 'number', text: '3' } },
    ]);
    expect(form.errors).toEqual([]);
  });

  it('finds one of 541 tools in less than 100 ms', async () => {
    const form = await open();
    await form.servers(manyServers(541));
    await form.show(NEW_HOOK);
    const search = form.page.getByRole('combobox', { name: 'Tool' });
    await search.click();
    expect(await form.page.getByRole('listbox', { name: 'Tools' }).getByRole('option').count()).toBe(100);
    await form.page.getByText('441 more tools: type more of the name.').waitFor();
    const times = await search.evaluate((input: HTMLInputElement) =>
      ['t', 'th', 'thi', 'create_thing_2', ''].map((text) => {
        const start = performance.now();
        input.value = text;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        // Reading a size makes the browser lay out what was drawn.
        return document.body.offsetHeight > 0 ? performance.now() - start : Infinity;
      }),
    );
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(100);
    await search.fill('nothing like it');
    await form.page.getByText('No tool matches.').waitFor();
    await search.fill('server-3 read');
    await form.page.getByRole('group', { name: 'server-3, unavailable: the program "npx" was not found' }).waitFor();
  });

  it('shows every text as text, whatever stands in it', async () => {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>${alert(1)}\u0000\u202e"\'`';
    const field = { label: evil, about: evil, problems: [errorOf(evil)] };
    const form = await open();
    await form.send({
      protocol: 1,
      type: 'servers',
      servers: [
        {
          id: evil,
          name: evil,
          status: 'unavailable',
          reason: evil,
          origin: evil,
          tools: [{ name: evil, about: evil }],
        },
      ],
      isLooking: true,
      warnings: [evil],
    });
    await form.show({
      ...FULL_VIEW,
      title: evil,
      sections: [
        {
          id: 'x y" onclick="window.hacked=1',
          title: evil,
          fields: [
            textField(evil, evil, field),
            textField('long', evil, { ...field, isLong: true, suggestions: [evil] }),
            { ...choiceField('choice', evil, [evil, 'b']), ...field },
            { ...flagField('flag', true), ...field },
            { ...toolField(evil, evil, evil), ...field, toolAbout: evil },
          ],
        },
      ],
      mapping: {
        canAdd: true,
        suggestions: 1,
        note: evil,
        problems: [errorOf(evil)],
        rows: [
          parameterRow(evil, {
            type: evil,
            about: evil,
            serverDefault: evil,
            values: [evil],
            preview: { kind: 'value', text: evil },
          }),
          parameterRow('b', { preview: { kind: 'problem', message: evil }, isExtra: true }),
        ],
      },
      contextNames: [{ name: evil, example: evil }],
      notices: [{ level: 'error', message: evil }],
      conflict: evil,
      readOnly: evil,
    });
    await form.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await form.page.evaluate(() => document.querySelectorAll('img, main script').length)).toBe(0);
    expect(await form.page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(form.errors).toEqual([]);
    expect(await form.page.getByRole('heading', { level: 1 }).textContent()).toContain('<img src=x onerror=');
  });

  it('drops what is no message of its host', async () => {
    const form = await open();
    const messages = [
      null,
      'show',
      [],
      { type: 'show' },
      { protocol: 2, type: 'show', edit: 0, view: EMPTY_VIEW, kept: '' },
      { protocol: 1, type: 'show', edit: 0, view: { ...EMPTY_VIEW, sections: [{}] }, kept: '' },
      { protocol: 1, type: 'show', edit: 'x', view: EMPTY_VIEW, kept: '' },
      { protocol: 1, type: 'servers', servers: [{ id: 1 }], isLooking: false, warnings: [] },
      { protocol: 1, type: '__proto__' },
    ];
    for (const message of messages) await form.send(message);
    expect(await form.page.getByText('Opening the form…').isVisible()).toBe(true);
    await form.show(EMPTY_VIEW);
    await form.page.getByRole('heading', { name: 'New Hook' }).waitFor();
    expect(await form.kept()).toBe('kept 0');
    expect(form.errors).toEqual([]);
  });

  it('says what is wrong at the field, in the list of problems and to a screen reader', async () => {
    const form = await open();
    await form.show(viewOf([textField('Name', 'x'), textField('Cron', '61')]));
    await form.page.getByRole('textbox', { name: 'Cron' }).waitFor();
    const cron = textField('Cron', '61', { problems: [errorOf('Minute 61 does not exist.')] });
    await form.show(viewOf([textField('Name', 'x'), cron]));
    await form.page.getByRole('status').getByText('1 error.').waitFor({ state: 'attached' });
    const control = form.page.getByRole('textbox', { name: 'Cron' });
    expect(await control.getAttribute('aria-invalid')).toBe('true');
    const described = await control.evaluate((input) => {
      const root = input.getRootNode();
      const id = input.getAttribute('aria-describedby') ?? '';
      return root instanceof ShadowRoot ? root.getElementById(id)?.textContent : '';
    });
    expect(described).toBe('Error: Minute 61 does not exist.');
    await form.page.getByRole('link', { name: 'Cron' }).click();
    expect(await readFocused(form.page)).toMatchObject({ name: 'Cron' });
    await form.show({ ...viewOf([]), isSaving: true });
    await form.show(viewOf([]));
    await form.page.getByRole('status').getByText('Saved.').waitFor({ state: 'attached' });
  });

  it('asks which version goes on, and leaves the rest to its buttons', async () => {
    const form = await open();
    await form.show({ ...FULL_VIEW, canSave: true });
    for (const name of [
      "Take the File's Version",
      'Keep This Form',
      'Suggest by Name (2)',
      'Remove parameter extra',
      'Refresh',
    ]) {
      await form.page.getByRole('button', { name }).click();
    }
    await form.page.getByRole('textbox', { name: 'Another parameter' }).fill('labels');
    await form.page.keyboard.press('Enter');
    await form.page.getByLabel('Event', { exact: true }).last().selectOption('sample');
    for (const name of ['Save', 'Edit in the File', 'Cancel'])
      await form.page.getByRole('button', { name, exact: true }).click();
    await expect
      .poll(() => form.sent.slice(1))
      .toEqual([
        { protocol: 1, type: 'resolveConflict', edit: 1, keep: 'file' },
        { protocol: 1, type: 'resolveConflict', edit: 2, keep: 'form' },
        { protocol: 1, type: 'suggest', edit: 3 },
        { protocol: 1, type: 'removeParameter', edit: 4, parameter: 'extra' },
        { protocol: 1, type: 'refreshServers' },
        { protocol: 1, type: 'addParameter', edit: 5, parameter: 'labels' },
        { protocol: 1, type: 'pickEvent', edit: 6, event: 'sample' },
        { protocol: 1, type: 'save' },
        { protocol: 1, type: 'openFile' },
        { protocol: 1, type: 'cancel' },
      ]);
  });

  it('fits into 400 pixels without moving sideways', async () => {
    const form = await open({ width: 400 });
    await form.servers(manyServers(20));
    await form.show({ ...FULL_VIEW, title: `Hook "${'long'.repeat(40)}"` });
    await form.page.getByRole('combobox', { name: 'Tool' }).click();
    expect(await form.page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
  });

  it('lets nothing be changed where that is said', async () => {
    const form = await open();
    const fields = [
      { ...textField('Name', 'x'), isReadOnly: true },
      { ...flagField('Enabled', true), isReadOnly: true },
    ];
    await form.show({
      ...FULL_VIEW,
      ...viewOf(fields),
      mapping: FULL_VIEW.mapping ?? { rows: [], canAdd: false, suggestions: 0, problems: [] },
      readOnly: 'The workspace is not trusted.',
      canSave: true,
    });
    await form.page.getByText('Warning: The workspace is not trusted.').waitFor();
    await form.page.getByRole('button', { name: 'Save' }).click({ force: true });
    await form.page.keyboard.press('Control+s');
    await form.page.getByRole('textbox', { name: 'Name' }).press('y');
    expect(await form.page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('x');
    expect(await form.page.getByRole('button', { name: /^(Add|Remove|Suggest)/ }).count()).toBe(0);
    expect(form.sent).toEqual([{ protocol: 1, type: 'ready' }]);
  });
});
