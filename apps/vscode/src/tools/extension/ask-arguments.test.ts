import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../../test/fakes/create-fake-editor.ts';
import { askArguments } from './ask-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    note: { type: 'string', description: 'What to say' },
    count: { type: 'integer', minimum: 1, default: 5 },
    loud: { type: 'boolean' },
    tone: { enum: ['soft', 'hard'] },
    more: { type: 'object' },
  },
  required: ['count', 'loud'],
};

function ask(schema: Record<string, unknown>, ...answers: readonly (string | undefined)[]) {
  const editor = createFakeEditor(...answers);
  return { editor, asked: askArguments(editor, { title: 'chat: say', schema }) };
}

describe('askArguments', () => {
  it('asks for what is required, and gives values of the types of the schema', async () => {
    const { editor, asked } = ask(SCHEMA, '7', 'true', 'Call the Tool');
    expect(await asked).toEqual({ count: 7, loud: true });
    expect(editor.shown).toEqual([
      'input: chat: say: count',
      'pick: chat: say: loud: true, false',
      'pick: chat: say: Call the Tool, Set count, Set loud, Set note, Set tone, Set more, Edit All as JSON',
    ]);
  });

  it('lets a person set others, and change everything as JSON', async () => {
    const more = ask(
      SCHEMA,
      '7',
      'false',
      'Set note',
      'hi',
      'Set tone',
      'hard',
      'Set more',
      '{"a":[1]}',
      'Call the Tool',
    );
    expect(await more.asked).toEqual({ count: 7, loud: false, note: 'hi', tone: 'hard', more: { a: [1] } });
    const json = ask(SCHEMA, '7', 'false', 'Edit All as JSON', '{"count":1,"loud":true}', 'Call the Tool');
    expect(await json.asked).toEqual({ count: 1, loud: true });
  });

  it('does not offer the call while something does not fit the schema', async () => {
    const { editor, asked } = ask(SCHEMA, '0', 'true', 'Set count', '2', 'Call the Tool');
    expect(await asked).toEqual({ count: 2, loud: true });
    expect(editor.shown[2]).toBe(
      'pick: chat: say: Set count, Set loud, Set note, Set tone, Set more, Edit All as JSON',
    );
  });

  it.each(['', 'many', '{}'])('says at once that %j is no number', async (typed) => {
    const { editor, asked } = ask(SCHEMA, typed);
    expect(await asked).toBeUndefined();
    expect(editor.shown).toEqual(['input: chat: say: count (count must be a number.)']);
  });

  it('asks nothing for a tool without parameters', async () => {
    const { editor, asked } = ask({ type: 'object' });
    expect(await asked).toEqual({});
    expect(editor.shown).toEqual([]);
  });

  it.each([
    [SCHEMA, [undefined]],
    [SCHEMA, ['7', undefined]],
    [SCHEMA, ['7', 'true', undefined]],
    [SCHEMA, ['many']],
  ])('gives nothing where the person leaves', async (schema, answers) => {
    expect(await ask(schema, ...answers).asked).toBeUndefined();
  });

  it.each([{}, { properties: [] }, { properties: { a: true, b: null } }, { required: 'a' }])(
    'takes a schema like %j',
    async (schema) => {
      expect(await ask(schema, 'Call the Tool').asked).toEqual({});
    },
  );
});
