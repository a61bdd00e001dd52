import { expect, it } from 'vitest';
import { screenshotPath } from './bed/screenshot-path.ts';
import { describeTryPages } from './page/describe-form-pages.ts';
import { boxField, FULL_TRIAL, SMALL_TRIAL } from './page/example-trials.ts';
import { choiceField, errorOf, flagField, textField } from './page/example-views.ts';
import { expectAccessiblePage } from './page/expect-accessible-page.ts';
import { readFocused, tabToControl } from './page/focused-control.ts';
import { THEME_NAMES } from './page/themes.ts';

await describeTryPages((open) => {
  it.each(THEME_NAMES)('can be read and used by everybody in the theme %s', async (theme) => {
    const shown = await open({ theme });
    await shown.show(FULL_TRIAL);
    await shown.page.getByRole('heading', { name: 'shop: order' }).waitFor();
    await shown.page.setViewportSize({ width: 820, height: 2000 });
    await shown.page.screenshot({ path: screenshotPath(`try-page-${theme}`) });
    await expectAccessiblePage(shown.page);
    await shown.page.setViewportSize({ width: 400, height: 900 });
    expect(await shown.page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
    expect(shown.errors).toEqual([]);
  });

  it('calls a tool by the keyboard alone', async () => {
    const fields = [boxField('what', '', 'text'), flagField('fast', false), choiceField('size', 's', ['s', 'l'])];
    const shown = await open();
    await shown.show({ ...SMALL_TRIAL, fields });
    const { keyboard } = shown.page;
    await tabToControl(shown.page, 'Write all of them as JSON');
    await tabToControl(shown.page, 'what');
    await keyboard.type('Tea');
    await tabToControl(shown.page, 'fast');
    await keyboard.press(' ');
    await tabToControl(shown.page, 'size');
    await keyboard.press('ArrowDown');
    await tabToControl(shown.page, 'Copy as Command');
    await keyboard.press('Enter');
    await tabToControl(shown.page, 'Call');
    await keyboard.press('Enter');
    await expect
      .poll(() => shown.sent.slice(1))
      .toEqual([
        { protocol: 1, type: 'change', edit: 1, key: 'what', value: 'T' },
        { protocol: 1, type: 'change', edit: 2, key: 'what', value: 'Te' },
        { protocol: 1, type: 'change', edit: 3, key: 'what', value: 'Tea' },
        { protocol: 1, type: 'change', edit: 4, key: 'fast', value: true },
        { protocol: 1, type: 'change', edit: 5, key: 'size', value: 'l' },
        { protocol: 1, type: 'copy', as: 'command' },
        { protocol: 1, type: 'call' },
      ]);
    // The host has seen only the first letter: what was typed since stays.
    await shown.show({ ...SMALL_TRIAL, fields: [boxField('what', 'T', 'text')] }, 1);
    expect(await shown.page.getByRole('textbox', { name: 'what' }).inputValue()).toBe('Tea');
    await shown.show({ ...SMALL_TRIAL, fields: [boxField('what', 'Coffee', 'text')] }, 5);
    expect(await shown.page.getByRole('textbox', { name: 'what' }).inputValue()).toBe('Coffee');
    await shown.page.getByRole('textbox', { name: 'what' }).press('Control+Enter');
    await expect.poll(() => shown.sent.length).toBe(9);
    expect(shown.errors).toEqual([]);
  });

  it('shows every text as text, and loads nothing, whatever stands in a result', async () => {
    const evil = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>${alert(1)}\u0000\u202e"\'`';
    const shown = await open();
    await shown.send({
      protocol: 1,
      type: 'show',
      edit: 0,
      kept: '',
      view: {
        ...FULL_TRIAL,
        result: { ...FULL_TRIAL.result, parts: [{ kind: 'image', src: 'https://evil.example/x.png', about: '' }] },
      },
    });
    await shown.show({
      ...FULL_TRIAL,
      title: evil,
      about: evil,
      fields: [textField(evil, evil, { about: evil, problems: [errorOf(evil)] })],
      running: { status: evil },
      history: [{ value: evil, label: evil, about: evil }],
      result: {
        status: 'success',
        title: evil,
        canStart: false,
        parts: [
          { kind: 'text', text: evil, more: 0 },
          { kind: 'table', columns: [evil], rows: [[evil]], more: 0, json: evil, moreJson: 0 },
          { kind: 'file', about: evil },
          { kind: 'link', name: evil, uri: `javascript:${evil}`, about: evil },
        ],
      },
    });
    await shown.page.getByRole('heading', { level: 1 }).waitFor();
    expect(await shown.page.evaluate(() => document.querySelectorAll('img, main script, a').length)).toBe(0);
    expect(await shown.page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(shown.errors).toEqual([]);
  });

  it('moves to the field that is wrong, and says how the call goes', async () => {
    const shown = await open();
    await shown.show(SMALL_TRIAL);
    await shown.page.getByRole('button', { name: 'Call', exact: true }).waitFor();
    const wrong = boxField('what', '', 'text');
    await shown.send({
      protocol: 1,
      type: 'show',
      edit: 0,
      kept: '',
      focus: 'what',
      view: { ...SMALL_TRIAL, fields: [wrong] },
    });
    await expect.poll(async () => (await readFocused(shown.page)).name).toBe('what');
    await shown.show({ ...SMALL_TRIAL, running: { status: 'Calling the tool…' } });
    await shown.page.getByRole('status').getByText('Calling the tool…').waitFor({ state: 'attached' });
    await shown.page.getByRole('button', { name: 'Call', exact: true }).click({ force: true });
    await shown.page.getByRole('button', { name: 'Stop' }).click();
    const result = { status: 'success', title: 'Done in 3 ms', parts: [], canStart: false } as const;
    await shown.show({ ...SMALL_TRIAL, result });
    await shown.page.getByRole('status').getByText('Done in 3 ms').waitFor({ state: 'attached' });
    await shown.page.getByText('The tool gave no output.').waitFor();
    expect(shown.sent.map(({ type }) => type)).toEqual(['ready', 'stop']);
  });

  it('shows what came of a call where the form is higher than the window', async () => {
    const fields = Array.from({ length: 30 }, (_, index) => textField(`p${index}`, ''));
    const shown = await open();
    await shown.show({ ...SMALL_TRIAL, fields, running: { status: 'Calling the tool…' } });
    const parts = [{ kind: 'text', text: 'the answer', more: 0 }] as const;
    await shown.show({ ...SMALL_TRIAL, fields, result: { status: 'success', title: 'Done', parts, canStart: false } });
    await expect.poll(() => shown.page.getByText('the answer').evaluate(isInSight)).toBe(true);
  });

  it('stays usable with a megabyte of output', async () => {
    const shown = await open();
    await shown.show(SMALL_TRIAL);
    const parts = Array.from({ length: 10 }, () => ({ kind: 'text', text: 'word '.repeat(20_000), more: 0 }) as const);
    await shown.show({ ...SMALL_TRIAL, result: { status: 'success', title: 'Done', parts, canStart: false } });
    await shown.page.getByRole('region').last().waitFor();
    const box = shown.page.getByRole('textbox', { name: 'what' });
    const begun = Date.now();
    await box.pressSequentially('ten letters');
    expect(Date.now() - begun).toBeLessThan(5000);
  });
});

/** Runs in the page. */
function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
