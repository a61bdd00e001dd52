import { readFileSync } from 'node:fs';
import { BAD_CONFIGURATIONS, GOOD_CONFIGURATIONS } from '@toolyard/testing';
import { Ajv } from 'ajv';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { createConfigurationSchema } from './create-configuration-schema.ts';

const validate = new Ajv({ strict: false, allErrors: true }).compile(createConfigurationSchema());

/** What no schema can know: keys that stand twice, and what a variable will be. */
const BEYOND_A_SCHEMA = new Set([
  'the same key twice',
  'the same key in both parts',
  'the same field twice',
  'a variable that makes a field wrong',
]);

function toData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
  }
}

describe('createConfigurationSchema', () => {
  it('is what the schema file holds; run "npm run schema" where it is not', () => {
    const file = new URL('../../schema/toolyard.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(createConfigurationSchema())));
  });

  it.each(GOOD_CONFIGURATIONS)('accepts what the parser accepts: $name', ({ text }) => {
    validate(toData(text));
    expect(validate.errors).toBeNull();
  });

  const refused = BAD_CONFIGURATIONS.filter(({ name, codes }) => {
    return codes.includes('invalid_schema') && !BEYOND_A_SCHEMA.has(name);
  });
  it.each(refused)('refuses what the parser refuses: $name', ({ text }) => {
    expect(validate(toData(text ?? ''))).toBe(false);
  });

  it('tells editors every field with a sentence', () => {
    const { definitions } = createConfigurationSchema();
    expect(definitions).toMatchObject({
      server: { properties: { command: { description: 'The program to start.' }, start: { default: 'eager' } } },
    });
  });
});
