import { describe, expect, it } from 'vitest';
import { appendItem } from './append-item.ts';

const ITEM = { id: 'b', tags: ['x', 'y'] };

describe('appendItem', () => {
  it.each([
    ['', '{\n  "list": [\n    {\n      "id": "b",\n      "tags": ["x", "y"]\n    }\n  ]\n}\n'],
    ['{ "list": [] }', '{ "list": [\n  {\n    "id": "b",\n    "tags": ["x", "y"]\n  }\n] }'],
    ['{ "list": [{ "id": "a" }] }', '{ "list": [{ "id": "a" }, { "id": "b", "tags": ["x", "y"] }] }'],
    [
      '{\n\t"list": [\n\t\t{} // the first\n\t]\n}',
      '{\n\t"list": [\n\t\t{}, // the first\n\t\t{\n\t\t\t"id": "b",\n\t\t\t"tags": ["x", "y"]\n\t\t}\n\t]\n}',
    ],
    ['{ "a": 1 }', '{ "a": 1, "list": [{ "id": "b", "tags": ["x", "y"] }] }'],
    ['\uFEFF{ "list": [1,] }', '\uFEFF{ "list": [1, { "id": "b", "tags": ["x", "y"] },] }'],
  ])('puts an item behind the last one of %j', (text, edited) => {
    expect(appendItem(text, 'list', ITEM)).toEqual({ ok: true, text: edited });
  });

  it('leaves a text alone that has something else there', () => {
    expect(appendItem('{ "list": {} }', 'list', ITEM)).toMatchObject({
      ok: false,
      problems: [{ path: '$.list', message: 'list must be an array', line: 1, column: 11 }],
    });
    expect(appendItem('[]', 'list', ITEM)).toMatchObject({
      ok: false,
      problems: [{ message: 'Config must be an object' }],
    });
    expect(appendItem('{', 'list', ITEM)).toMatchObject({ ok: false, problems: [{ code: 'invalid_json' }] });
  });
});
