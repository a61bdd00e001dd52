import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseNote } from '../parse/parse-note.ts';
import { writeToolBlock } from './write-tool-block.ts';

const name = fc.oneof(
  fc.constantFrom('tool', 'arguments', 'server', 'id', 'city', '- a', 'a: b', 'true', '#', '12'),
  fc.string({ minLength: 1 }).filter((text) => text !== '__proto__'),
);
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'true',
    '12',
    'a\nb',
    ' a\nb ',
    '```\na',
    '~',
    '<!-- /toolyard:result -->',
    'a\n<!-- toolyard:result -->\nb',
    'a\n\nb\n',
  ),
  fc.array(fc.string()).map((lines) => lines.join('\n')),
);
const value = fc.oneof(text, fc.jsonValue(), fc.array(text), fc.dictionary(name, text));

it('gives a block that reads back as it was given', () => {
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.boolean(), (given, isNamed) => {
      const values: unknown = JSON.parse(JSON.stringify(given));
      const block = { language: isNamed ? 'mcp' : 'weather', tool: 'alerts:all', arguments: given, missing: [] };
      const { text: written } = writeToolBlock({ ...block, ...(isNamed && { server: 'my weather' }) });
      const { blocks } = parseNote(`# A\n\n${written}\n\nmore\n`, { servers: ['weather'] });
      expect(blocks).toHaveLength(1);
      const [read] = blocks;
      expect(read?.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(read?.closed).toBe(true);
      expect([read?.server, read?.tool]).toEqual([isNamed ? 'my weather' : 'weather', 'alerts:all']);
      expect(read?.arguments).toEqual(values);
    }),
  );
});
