import { parseElicitation } from '@toolyard/runtime';
import { toToolId } from '@toolyard/core';
import type { FormQuestion } from '@toolyard/host';
import { describe, expect, it } from 'vitest';
import { createFakeEditor, GO_BACK } from '../../test/fakes/create-fake-editor.ts';
import { askFields } from './ask-fields.ts';
import { askPage } from './ask-page.ts';

const { signal } = new AbortController();
const TITLE = 'Server "shop" asks (for shop:order)';

function toQuestion(properties: object, required: readonly string[] = [], message = 'Your order?'): FormQuestion {
  const schema = { type: 'object', properties, required };
  const asked = parseElicitation({ message, requestedSchema: schema });
  if (asked.kind !== 'form') throw new Error(`no form: ${JSON.stringify(asked)}`);
  return { server: 'shop', tool: toToolId('shop', 'order'), message, fields: asked.fields, schema };
}

const ALL = toQuestion(
  {
    name: { type: 'string', minLength: 2, default: 'Ann' },
    mail: { type: 'string', format: 'email' },
    age: { type: 'integer', minimum: 0, maximum: 120 },
    fast: { type: 'boolean' },
    size: {
      type: 'string',
      oneOf: [
        { const: 's', title: 'Small' },
        { const: 'l', title: 'Large' },
      ],
    },
    extras: { type: 'array', items: { type: 'string', enum: ['tea', 'milk'] }, maxItems: 1, default: ['tea'] },
  },
  ['name', 'fast'],
);

describe('a form that a server asks a person to fill in', () => {
  it('is asked for field by field, with numbers, titles and presets', async () => {
    const editor = createFakeEditor('Answer', 'Bo', 'bo@example.com', '42', 'No', 'Large', 'milk');
    expect(await askFields(editor, ALL, signal)).toEqual({
      action: 'accept',
      content: { name: 'Bo', mail: 'bo@example.com', age: 42, fast: false, size: 'l', extras: ['milk'] },
    });
    expect(editor.shown).toEqual([
      `one: ${TITLE}: Answer, Decline`,
      `input: ${TITLE}: name 1/6`,
      `input: ${TITLE}: mail 2/6`,
      `input: ${TITLE}: age 3/6`,
      `one: ${TITLE}: fast 4/6: Yes, No`,
      `one: ${TITLE}: size 5/6: Small, Large, Leave it out`,
      `many: ${TITLE}: extras 6/6 [tea]`,
    ]);
  });

  it('leaves out what is left empty', async () => {
    const editor = createFakeEditor('Answer', 'Bo', '', '', 'Yes', 'Leave it out', 'tea');
    expect(await askFields(editor, ALL, signal)).toEqual({
      action: 'accept',
      content: { name: 'Bo', fast: true, extras: ['tea'] },
    });
  });

  it.each([
    ['x', 'name must have at least 2 characters.'],
    ['', 'name is required.'],
  ])('says what is wrong with %j', async (typed, problem) => {
    const editor = createFakeEditor('Answer', typed);
    expect(await askFields(editor, ALL, signal)).toEqual({ action: 'cancel' });
    expect(editor.shown.at(-1)).toBe(`input: ${TITLE}: name 1/6 (${problem})`);
  });

  it('goes back, as far as to the first question', async () => {
    const two = toQuestion({ a: { type: 'string' }, b: { type: 'string' } });
    const editor = createFakeEditor('Answer', 'one', GO_BACK, GO_BACK, 'Answer', 'other', 'two');
    expect(await askFields(editor, two, signal)).toEqual({ action: 'accept', content: { a: 'other', b: 'two' } });
  });

  it('can be declined and left, at any step', async () => {
    expect(await askFields(createFakeEditor('Decline'), ALL, signal)).toEqual({ action: 'decline' });
    expect(await askFields(createFakeEditor(undefined), ALL, signal)).toEqual({ action: 'cancel' });
    expect(await askFields(createFakeEditor('Answer', 'Bo', undefined), ALL, signal)).toEqual({ action: 'cancel' });
  });

  it('hides what is typed for a secret', async () => {
    const editor = createFakeEditor('Answer', 'x');
    await askFields(editor, toQuestion({ apiKey: { type: 'string' } }), signal);
    expect(editor.shown.at(-1)).toBe(`input: ${TITLE}: apiKey 1/1 (hidden)`);
  });

  it('shows a long message whole, and asks for consent alone where there is no field', async () => {
    const editor = createFakeEditor('Show the Whole Message', 'Accept');
    const long = toQuestion({}, [], 'One\nTwo');
    expect(await askFields(editor, long, signal)).toEqual({ action: 'accept', content: {} });
    expect(editor.shown[1]).toBe(`text: ${TITLE}\nOne\nTwo`);
  });
});

describe('a page that a server asks a person to open', () => {
  const page = {
    server: 'shop',
    message: 'Log in',
    url: 'http://good.example@evil.example:8080/login',
    host: 'evil.example:8080',
  };

  it('opens after a question that shows its whole address and its host', async () => {
    const editor = createFakeEditor('Open Page');
    expect(await askPage(editor, page, signal)).toEqual({ action: 'accept' });
    expect(editor.shown).toEqual([
      'confirm: Server "shop" asks you to open a page\nLog in\n\nThe page is at evil.example:8080:\n\nhttp://good.example@evil.example:8080/login\n\nWhat you enter there is sent unencrypted. Open it only if you trust that host.',
      'page: http://good.example@evil.example:8080/login',
    ]);
  });

  it('does not open where the person says no, leaves, or the call has ended meanwhile', async () => {
    for (const [answer, action] of [
      ['Decline', 'decline'],
      [undefined, 'cancel'],
    ] as const) {
      const editor = createFakeEditor(answer);
      expect(await askPage(editor, page, signal)).toEqual({ action });
      expect(editor.shown).toHaveLength(1);
    }
    const editor = createFakeEditor('Open Page');
    expect(await askPage(editor, page, AbortSignal.abort())).toEqual({ action: 'cancel' });
    expect(editor.shown).toHaveLength(1);
  });
});
