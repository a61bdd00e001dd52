import { describe, expect, it } from 'vitest';
import { checkChange } from './check-change.ts';
import { parsePluginData } from './parse-plugin-data.ts';
import { NO_DATA } from './plugin-data.ts';
import { toStoredData } from './to-stored-data.ts';

const CHOSEN = {
  models: ['anthropic/a', 'ollama/b/c'],
  model: 'ollama/b/c',
  preview: 'always',
  names: { system: 'Rules', user: 'I', assistant: 'It' },
  tokenLimit: 5000,
};

describe('the choices for the assistant in data.json', () => {
  it('are read and written as they are', () => {
    const { data, problems, rest } = parsePluginData({ assistant: CHOSEN });
    expect([data.assistant, problems]).toEqual([CHOSEN, []]);
    expect(toStoredData(data, rest)['assistant']).toEqual(CHOSEN);
  });

  it('are not written where nothing was chosen', () => {
    const { data, rest } = parsePluginData({});
    expect(toStoredData(data, rest)).not.toHaveProperty('assistant');
  });

  it.each([
    ['model', 'claude', '"claude" is no model. Write provider/name; the providers are '],
    ['model', 'nobody/x', '"nobody/x" is no model.'],
    ['models', 'ollama/a', 'it is no list.'],
    ['models', ['ollama/'], '"ollama/" is no model.'],
    ['model', ['ollama/a'], '["ollama/a"] is no model.'],
    ['models', [['ollama/a']], '["ollama/a"] is no model.'],
    ['preview', ['always'], 'it must be always, first or never.'],
    ['preview', 'sometimes', 'it must be always, first or never.'],
    ['names', { user: 'x' }, 'it must have a text for each of system, user, assistant.'],
    ['names', { system: 'a', user: 'a', assistant: 'b' }, 'Two kinds of messages have the same name.'],
    ['tokenLimit', 0.5, ''],
  ])('%s: %j is told, not used, and kept as it is', (field, value, why) => {
    const { data, problems, rest } = parsePluginData({ assistant: { [field]: value, later: 1 } });
    expect(problems).toEqual([
      expect.stringContaining(`"assistant.${field}" in the settings of Toolyard is not used: ${why}`),
    ]);
    expect(data.assistant).toEqual({ ...NO_DATA.assistant, unused: { [field]: value, later: 1 } });
    expect(toStoredData(data, rest)['assistant']).toEqual({ [field]: value, later: 1 });
  });

  it('are no object: they stay until something is chosen', () => {
    const { data, rest } = parsePluginData({ assistant: 'x' });
    expect(toStoredData(data, rest)['assistant']).toBe('x');
    const chosen = { ...data, assistant: { ...data.assistant, model: 'ollama/a' } };
    expect(toStoredData(chosen, rest)['assistant']).toEqual({ model: 'ollama/a' });
  });

  it('are checked before they are written', () => {
    const change = { ...NO_DATA, assistant: { ...NO_DATA.assistant, model: 'x' } };
    expect(checkChange(NO_DATA, change)).toEqual([expect.stringContaining('"x" is no model.')]);
  });
});
