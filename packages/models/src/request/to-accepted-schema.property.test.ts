import { runs } from '@toolyard/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PROVIDERS, type ProviderName } from '../choose/providers.ts';
import { offerTools } from './offer-tools.ts';

const KEYWORDS =
  'type properties required items prefixItems enum const $ref $defs format description anyOf oneOf allOf not additionalProperties nullable'.split(
    ' ',
  );

/** Things that stand in schemas, right and wrong, in places where they belong and where they do not. */
const { schema: anySchema } = fc.letrec<{ schema: unknown; value: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.dictionary(fc.constantFrom(...KEYWORDS), tie('value'), { maxKeys: 5 }),
    fc.jsonValue(),
  ),
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      'object',
      'array',
      'string',
      ['string', 'null'],
      ['object', 'array'],
      '#',
      '#/$defs/a',
      '#/properties/a',
      true,
    ),
    tie('schema'),
    fc.array(tie('schema'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'a b', '__proto__'), tie('schema'), { maxKeys: 3 }),
    fc.jsonValue(),
  ),
}));

it('offers each tool or says why not, whatever its schema is', () => {
  const providers = Object.keys(PROVIDERS) as ProviderName[];
  fc.assert(
    fc.property(anySchema, fc.constantFrom(...providers), (schema, provider) => {
      const inputSchema = typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? { ...schema } : {};
      const tool = { name: 'a:b', description: '', inputSchema };
      const { tools, leftOut } = offerTools({ system: '', messages: [], tools: [tool] }, provider);
      expect(tools.length + leftOut.length).toBe(1);
      for (const offered of tools) {
        const accepted = JSON.parse(JSON.stringify(offered.inputSchema));
        expect(accepted.type).toBe('object');
        for (const keyword of ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$ref'])
          expect(accepted).not.toHaveProperty([keyword]);
      }
    }),
    { numRuns: runs(5000) },
  );
});
