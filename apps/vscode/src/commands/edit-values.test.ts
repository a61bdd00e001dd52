import { describe, expect, it } from 'vitest';
import { createFakeEditor } from '../../test/fakes/create-fake-editor.ts';
import { editValues } from './edit-values.ts';

const GIVEN = { title: 'Why', values: { path: 'a.md', exitCode: 1, data: { a: 1 } } };

describe('editValues', () => {
  it('goes on with what is there', async () => {
    const editor = createFakeEditor('Continue');
    expect(await editValues(editor, GIVEN)).toEqual(GIVEN.values);
    expect(editor.shown).toEqual(['pick: Why: Continue, path, exitCode, data, Add a Value']);
  });

  it('changes one value after the other, each as what it is', async () => {
    const editor = createFakeEditor('path', 'b.md', 'exitCode', '2', 'data', '{"b":[2]}', 'Continue');
    expect(await editValues(editor, GIVEN)).toEqual({ path: 'b.md', exitCode: 2, data: { b: [2] } });
  });

  it('adds a value, a list of paths also from one path', async () => {
    const editor = createFakeEditor('Add a Value', 'paths', 'a.md', 'Add a Value', 'tag', '12', 'Continue');
    expect(await editValues(editor, { title: 'Why', values: {} })).toEqual({ paths: ['a.md'], tag: '12' });
  });

  it('keeps the value where a box is left, and nothing where the list is', async () => {
    expect(await editValues(createFakeEditor('path', undefined, 'Continue'), GIVEN)).toEqual(GIVEN.values);
    expect(await editValues(createFakeEditor('Add a Value', undefined, 'Continue'), GIVEN)).toEqual(GIVEN.values);
    expect(await editValues(createFakeEditor('path', 'b.md', undefined), GIVEN)).toBeUndefined();
  });

  it.each([
    ['exitCode', 'two', 'exitCode is a whole number.'],
    ['data', '{"a":', 'This is not JSON.'],
    ['data', 'text', 'data is a JSON object, such as {"action": "opened"}.'],
  ])('says as it is typed what is wrong with %s = %s', async (name, text, problem) => {
    const editor = createFakeEditor(name, text, 'Continue');
    await editValues(editor, GIVEN);
    expect(editor.shown[1]).toBe(`input: Why (${problem})`);
  });

  it.each([
    ['', 'Type the name of a value, such as path or branch.'],
    ['event', 'The name of the event cannot be changed here.'],
  ])('refuses the name "%s"', async (name, problem) => {
    const editor = createFakeEditor('Add a Value', name, undefined);
    await editValues(editor, GIVEN);
    expect(editor.shown[1]).toBe(`input: Why (${problem})`);
  });
});
