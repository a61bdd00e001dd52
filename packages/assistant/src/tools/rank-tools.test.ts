import type { CatalogueEntry } from '@toolyard/core';
import { describe, expect, it } from 'vitest';
import { rankTools } from './rank-tools.ts';

const tool = (id: `${string}:${string}`, description: string, ...parameters: string[]): CatalogueEntry => {
  const [server = '', name = ''] = id.split(':');
  const properties = Object.fromEntries(parameters.map((parameter) => [parameter, {}]));
  const definition = { name, description, inputSchema: { type: 'object', properties } };
  return { kind: 'tools', server, name, id, json: JSON.stringify(definition), definition };
};

const TOOLS = [
  tool('files:readFile', 'Reads the text of a file', 'path'),
  tool('files:write_file', 'Writes a file', 'path', 'text'),
  tool('weather:forecast', 'The weather of the next days', 'city'),
  tool('mail:send', 'Sends a message to people', 'recipients'),
];

const bestFor = (question: string): string | undefined => rankTools(TOOLS, question)[0]?.entry.id;

describe('the best tool for a question', () => {
  it.each([
    ['Please read the file a.txt', 'files:readFile'],
    ['Write this down in a file', 'files:write_file'],
    ['Will it rain? A forecast for London', 'weather:forecast'],
    ['How is the weather?', 'weather:forecast'],
    ['Send messages to all recipients', 'mail:send'],
  ])('%s: %s', (question, id) => {
    expect(bestFor(question)).toBe(id);
  });

  it('is the first where no word fits', () => {
    expect(rankTools(TOOLS, '你好').map(({ entry, score }) => [entry.id, score])).toEqual(
      TOOLS.map(({ id }) => [id, 0]),
    );
  });
});
