import { describe, expect, it } from 'vitest';
import {
  flagField,
  FULL_VIEW,
  listField,
  pairsField,
  parameterRow,
  textField,
  toolField,
  viewOf,
} from '../../test/page/example-views.ts';
import { applyDrafts } from './drafts.ts';

describe('applyDrafts', () => {
  it('puts what is typed in the place of what the host has', () => {
    const view = viewOf([textField('a', '1'), flagField('b', true), listField('c', ['x']), pairsField('d', [])], {
      mapping: { rows: [parameterRow('p'), parameterRow('q')], canAdd: false, suggestions: 0, problems: [] },
    });
    const mapping = { source: 'context', value: { as: 'text', text: 'branch' } } as const;
    const shown = applyDrafts(view, [
      { type: 'change', key: 'a', value: '2' },
      { type: 'change', key: 'b', value: false },
      { type: 'change', key: 'c', value: ['x', ''] },
      { type: 'change', key: 'd', value: [{ name: 'N', value: '' }] },
      { type: 'map', parameter: 'q', mapping },
      { type: 'sampleChanged', text: '{' },
    ]);
    expect(shown.sections[0]?.fields).toMatchObject([
      { value: '2' },
      { value: false },
      { value: ['x', ''] },
      { value: [{ name: 'N', value: '' }] },
    ]);
    expect(shown.mapping?.rows.map((row) => row.mapping.source)).toEqual(['none', 'context']);
    expect(shown.preview.sample).toBe('{');
  });

  it('leaves out what was typed into a field that is gone, or is another kind of field now', () => {
    const view = viewOf([textField('a', '1'), flagField('b', true), listField('c', ['x']), toolField('s', 't', '')]);
    const shown = applyDrafts(view, [
      { type: 'change', key: 'a', value: true },
      { type: 'change', key: 'b', value: 'yes' },
      { type: 'change', key: 'c', value: [{ name: 'N', value: '' }] },
      { type: 'change', key: 'tool', value: ['x'] },
      { type: 'change', key: 'gone', value: 'x' },
      { type: 'map', parameter: 'gone', mapping: { source: 'none', value: { as: 'text', text: '' } } },
    ]);
    expect(shown).toEqual(view);
    expect(applyDrafts(FULL_VIEW, [])).toBe(FULL_VIEW);
  });
});
