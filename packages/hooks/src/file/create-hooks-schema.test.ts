import { readFileSync } from 'node:fs';
import { GOOD_HOOKS_FILES, WRONG_HOOKS_FILES } from '@toolyard/testing';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createHooksSchema } from './create-hooks-schema.ts';
import { EVENT_NAMES } from '../hook/hook.ts';
import { parseHooksFile } from './parse-hooks-file.ts';

const validate = new Ajv({ strict: false, allErrors: true }).compile(createHooksSchema());

function toData(yaml: string): unknown {
  return parse(yaml.replaceAll('▲', ''), { uniqueKeys: false });
}

describe('createHooksSchema', () => {
  it('is what the schema file holds; run "npm run schema" where it is not', () => {
    const file = new URL('../../schema/hooks.schema.json', import.meta.url);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(createHooksSchema())));
  });

  it.each(GOOD_HOOKS_FILES)('accepts what the parser accepts: $name', ({ yaml }) => {
    validate(toData(yaml));
    expect(validate.errors).toBeNull();
  });

  const refused = WRONG_HOOKS_FILES.filter(({ isBeyondSchema }) => isBeyondSchema !== true);
  it.each(refused)('refuses what the parser refuses: $name', ({ yaml }) => {
    expect(validate(toData(yaml))).toBe(false);
  });

  it('knows every event', () => {
    for (const event of EVENT_NAMES) {
      const action = { type: 'custom', parameters: { command: 'x' } };
      const trigger = { event, ...(event === 'schedule' && { cron: '@daily' }) };
      expect(validate({ version: 1, hooks: [{ id: 'a', trigger, action }] })).toBe(true);
    }
  });

  it('agrees with the parser on hooks of any fields', () => {
    const trigger = fc.record(
      {
        event: fc.constantFrom('file.saved', 'agent', 'schedule', 'manual'),
        paths: fc.array(fc.constantFrom('a', '')),
        batch: fc.boolean(),
        timing: fc.constantFrom('before', 'later'),
        cron: fc.constantFrom('* * * * *', ''),
        timeZone: fc.constantFrom('UTC', ''),
        missed: fc.constantFrom('once', 'skip', 'never'),
        if: fc.dictionary(
          fc.constantFrom('branch', 'user'),
          fc.constantFrom('a', null, [], ['b'], { is: 1 }, { isnt: 1 }),
        ),
      },
      { requiredKeys: ['event'] },
    );
    const parameters = fc.record(
      {
        command: fc.constantFrom('x', ''),
        args: fc.constantFrom(['a'], [1]),
        cwd: fc.constantFrom('a', '../a', 'a/..', '..a', 'a/..b', '/a', '~', 'C:', 'a\0'),
        timeout: fc.constantFrom(1000, 999, 300_000, 300_001, 1000.5),
      },
      { requiredKeys: ['command'] },
    );
    const more = fc.record(
      { policy: fc.constantFrom('queue', 'debounce'), debounceMs: fc.constantFrom(100, 99, 600_000) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(trigger, parameters, more, (when, what, others) => {
        const file = {
          version: 1,
          hooks: [{ id: 'a', trigger: when, action: { type: 'custom', parameters: what }, ...others }],
        };
        const { problems } = parseHooksFile(JSON.stringify(file), { format: 'json' });
        expect(validate(file)).toBe(problems.length === 0);
      }),
      { numRuns: 500 },
    );
  });
});
