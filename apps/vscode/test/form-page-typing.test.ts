import { expect, it } from 'vitest';
import type { PageMessage } from '../src/form/protocol.ts';
import { createFakeFormHost } from './page/create-fake-form-host.ts';
import { describeFormPages } from './page/describe-form-pages.ts';
import { listField, parameterRow, textField, viewOf } from './page/example-views.ts';
import { readFocused } from './page/focused-control.ts';

const NAMED = viewOf([textField('Name', 'abcdef'), textField('Other', 'x')], {
  contextNames: [{ name: 'branch', example: '"main"' }, { name: 'path' }],
});

await describeFormPages((open) => {
  it('keeps what is typed, and where, while views without it arrive', async () => {
    const form = await open();
    await form.show(NAMED);
    const name = form.page.getByRole('textbox', { name: 'Name' });
    await name.click();
    await name.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 3));
    for (const letter of 'XYZ') {
      await form.page.keyboard.press(letter);
      await form.show({ ...NAMED, title: `before ${letter}` });
    }
    await form.page.getByRole('heading', { name: 'before Z' }).waitFor();
    expect(await readFocused(form.page)).toMatchObject({ name: 'Name', value: 'abcXYZdef', caret: 6 });
    await expect.poll(() => form.sent.findLast(isChange)).toMatchObject({ key: 'Name', value: 'abcXYZdef' });
    // The host has seen the change and writes the name otherwise: that is for when the person is done.
    const edit = form.sent.findLast(isChange)?.edit ?? 0;
    await form.show(viewOf([textField('Name', 'ABC'), textField('Other', 'x')]), edit);
    expect(await readFocused(form.page)).toMatchObject({ value: 'abcXYZdef', caret: 6 });
    await form.page.keyboard.press('Tab');
    await expect.poll(() => name.inputValue()).toBe('ABC');
  });

  it('shows what changed in the file, also in a field that only has the focus', async () => {
    const form = await open();
    await form.show(NAMED);
    const name = form.page.getByRole('textbox', { name: 'Name' });
    await name.click();
    await form.show(viewOf([textField('Name', 'from the file'), textField('Other', 'y')]));
    await expect.poll(() => name.inputValue()).toBe('from the file');
    expect(await form.page.getByRole('textbox', { name: 'Other' }).inputValue()).toBe('y');
  });

  it('takes back what was typed and completed by undo', async () => {
    const rows = [parameterRow('title', { mapping: { source: 'template', value: { as: 'text', text: 'On ' } } })];
    const start = { ...NAMED, mapping: { rows, canAdd: false, suggestions: 0, problems: [] } };
    const { host } = createFakeFormHost(start);
    const form = await open({ host });
    const value = form.page.getByRole('textbox', { name: 'Value of title' });
    await value.click();
    await form.page.keyboard.press('End');
    await form.page.keyboard.type('{br');
    await form.page.getByRole('option', { name: /branch/ }).waitFor();
    await form.page.keyboard.press('Enter');
    expect(await value.inputValue()).toBe('On {branch}');
    await expect
      .poll(() => form.sent.at(-1))
      .toMatchObject({ type: 'map', mapping: { value: { text: 'On {branch}' } } });
    await form.page.keyboard.press('Control+z');
    expect(await value.inputValue()).toBe('On {br');
    // Letter by letter or all at once, as the browser sees fit.
    for (let steps = 0; steps < 3; steps++) await form.page.keyboard.press('Control+z');
    expect(await value.inputValue()).toBe('On ');
    await expect.poll(() => form.sent.at(-1)).toMatchObject({ type: 'map', mapping: { value: { text: 'On ' } } });
  });

  it('stays where it was scrolled to', async () => {
    const form = await open();
    const fields = Array.from({ length: 60 }, (_, index) => textField(`Field ${index}`, 'x'));
    await form.show(viewOf(fields));
    await form.page.getByRole('textbox', { name: 'Field 30' }).click();
    const before = await form.page.evaluate(() => window.scrollY);
    await form.show(viewOf(fields, { title: 'Later', canSave: true }));
    await form.page.getByRole('heading', { name: 'Later' }).waitFor();
    expect(await form.page.evaluate(() => window.scrollY)).toBe(before);
    expect(before).toBeGreaterThan(0);
    expect(await readFocused(form.page)).toMatchObject({ name: 'Field 30' });
  });

  it('hides nothing that has the focus behind its footer', async () => {
    const form = await open();
    await form.show(viewOf(Array.from({ length: 40 }, (_, index) => textField(`Field ${index}`, 'x'))));
    await form.page.getByRole('textbox', { name: 'Field 0', exact: true }).click();
    for (let presses = 0; presses < 30; presses++) {
      await form.page.keyboard.press('Tab');
      const [lower, upper] = await form.page.evaluate(() => [
        document.activeElement?.getBoundingClientRect().bottom ?? Infinity,
        document.querySelector('footer')?.getBoundingClientRect().top ?? 0,
      ]);
      expect(lower).toBeLessThanOrEqual(upper ?? 0);
    }
  });

  it('sends what was typed a moment ago before it saves', async () => {
    const form = await open();
    await form.show(NAMED);
    await form.page.getByRole('textbox', { name: 'Name' }).fill('new');
    await form.page.keyboard.press('Control+s');
    await expect.poll(() => form.sent.map(({ type }) => type)).toEqual(['ready', 'change', 'save']);
    expect(form.sent[1]).toEqual({ protocol: 1, type: 'change', edit: 1, key: 'Name', value: 'new' });
  });

  it('adds and removes lines, with the focus where one goes on', async () => {
    const { host, view } = createFakeFormHost(viewOf([listField('Path', ['a'])]));
    const form = await open({ host });
    await form.page.getByRole('button', { name: 'Add Path' }).click();
    await form.page.keyboard.type('b');
    expect(await readFocused(form.page)).toMatchObject({ name: 'Path, line 2', value: 'b' });
    await form.page.getByRole('button', { name: 'Remove line 1 of Path' }).click();
    expect(await readFocused(form.page)).toMatchObject({ name: 'Path, line 1', value: 'b' });
    await form.page.getByRole('button', { name: 'Remove line 1 of Path' }).click();
    expect(await readFocused(form.page)).toMatchObject({ name: 'Add Path' });
    await expect.poll(() => view().sections[0]?.fields[0]).toMatchObject({ value: [] });
  });

  it('keeps lines of a text that has several', async () => {
    const text = 'one\ntwo';
    const rows = [parameterRow('body', { mapping: { source: 'literal', value: { as: 'text', text } } })];
    const form = await open();
    await form.show({ ...NAMED, mapping: { rows, canAdd: false, suggestions: 0, problems: [] } });
    await form.page.getByRole('textbox', { name: 'Value of body' }).click();
    await form.page.keyboard.press('Control+End');
    await form.page.keyboard.type('!');
    await expect.poll(() => form.sent.at(-1)).toMatchObject({ mapping: { value: { as: 'text', text: 'one\ntwo!' } } });
  });
});

function isChange(message: PageMessage): message is Extract<PageMessage, { type: 'change' }> {
  return message.type === 'change';
}
