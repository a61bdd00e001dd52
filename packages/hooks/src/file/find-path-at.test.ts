import * as fc from 'fast-check';
import { GOOD_HOOKS_FILES, startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { findFieldAt } from './find-field-at.ts';
import { findPathAt, readLooseValues } from './find-path-at.ts';
import { toValue } from './find-next-changes.ts';
import { parseHooksFile } from './parse-hooks-file.ts';
import { scanYaml } from './scan-yaml.ts';

/** The place at the bar, with what is written there. */
function at(marked: string, format: 'json' | 'yaml'): string | undefined {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const place = findPathAt(text, format, offset);
  return place && `${place.at} ${place.path.join('.')} <${text.slice(place.start, place.end)}>`;
}

describe('findPathAt in JSON', () => {
  it.each([
    ['{ "hooks": [ { "tri|gger": {} } ] }', 'key hooks.0.trigger <"trigger">'],
    ['{ "hooks": [ { "trigger": { "event": "fi|" } } ] }', 'value hooks.0.trigger.event <"fi">'],
    ['{ "hooks": [ { "trigger": { "event": | } } ] }', 'value hooks.0.trigger.event <>'],
    ['{ "hooks": [ { "trigger": { "event": "file.saved", |', 'key hooks.0.trigger. <>'],
    ['{ "hooks": [ {}, { "action": { "parameters": { "toolName": "|', 'value hooks.1.action.parameters.toolName <">'],
    ['{ "a": 1 // com|ment\n}', undefined],
    ['{ "a": "http://|" }', 'value a <"http://">'],
  ])('%j', (text, place) => {
    expect(at(text, 'json')).toBe(place);
  });
});

describe('findPathAt in YAML', () => {
  it.each([
    ['hooks:\n  - id: a\n    trig|', 'key hooks.0.trig <trig>'],
    ['hooks:\n  - id: a\n    |', 'key hooks.0. <>'],
    ['hooks:\n- id: a\n- trigger:\n    event: |', 'value hooks.1.trigger.event <>'],
    ['hooks:\n- trigger:\n    event: "fi|le" # why\n    paths: [a]', 'value hooks.0.trigger.event <"file">'],
    ['hooks:\n- trigger: { event: file.saved, pa| }', 'key hooks.0.trigger.pa <pa>'],
    ['hooks:\n- trigger: { event: | }', 'value hooks.0.trigger.event <>'],
    ['hooks:\n- trigger: { event: a,\n    paths: [x, |] }', 'value hooks.0.trigger.paths.1 <>'],
    [
      'hooks:\n- action:\n    parameters:\n      parameterMappings:\n      - toolParam: a\n      - |',
      'value hooks.0.action.parameters.parameterMappings.1 <>',
    ],
    ['hooks:\n- description: >\n    a: b|\n  id: x', undefined],
    ['# a: |', undefined],
    ['hooks:\n- trigger: { event: \n- id: b|', 'value hooks.1.id <b>'],
    ['ver|sion: 1', 'key version <version>'],
    ['hooks:\r\n- id: a\r\n  name: "{bra|', 'value hooks.0.name <"{bra>'],
  ])('%j', (text, place) => {
    expect(at(text, 'yaml')).toBe(place);
  });
});

describe.each(['json', 'yaml'] as const)('loose values of %s', (format) => {
  it.each(GOOD_HOOKS_FILES)('are those of the parser: $name', (texts) => {
    const { root } = parseHooksFile(texts[format], { format });
    const values = readLooseValues(texts[format], format);
    const { hooks = [] } = (root && toValue(root)) as { hooks?: readonly Record<string, Record<string, unknown>>[] };
    for (const [index, hook] of hooks.entries()) {
      expect(values(['hooks', index, 'id'])).toBe(hook['id']);
      expect(values(['hooks', index, 'trigger', 'event'])).toBe(hook['trigger']?.['event']);
      // What an alias stands for is not followed.
      expect([hook['action']?.['type'], undefined]).toContain(values(['hooks', index, 'action', 'type']));
    }
  });

  it('never throw, whatever the text is', () => {
    const piece = fc.constantFrom(
      '{',
      '[',
      ']',
      '}',
      ': ',
      '- ',
      '\n',
      '  ',
      '"',
      "'",
      '#',
      'a',
      ',',
      '|',
      '\r\n',
      '\t',
      '&x ',
      '\\',
      '? ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((all) => all.join('')),
          fc.string(),
        ),
        fc.nat(),
        (text, at) => {
          const offset = at % (text.length + 1);
          const place = findPathAt(text, format, offset);
          expect(place === undefined || (place.start <= offset && offset <= place.end)).toBe(true);
          readLooseValues(text, format)(['hooks', 0]);
        },
      ),
      { numRuns: 1000 },
    );
    expect(() => findPathAt('['.repeat(100_000), format, 50_000)).not.toThrow();
  });
});

it('takes time in proportion to the length of a YAML text', () => {
  const texts = [
    `${'- '.repeat(200_000)}x`,
    `a: ${'{ '.repeat(100_000)}`,
    `a: "${'\\'.repeat(300_000)}`,
    'a: b\n'.repeat(100_000),
  ];
  const cpuMs = startCpuClock();
  for (const text of texts) scanYaml(text);
  expect(cpuMs()).toBeLessThan(5000);
});

describe('findFieldAt', () => {
  const values = readLooseValues(
    '{ "hooks": [{ "trigger": { "event": "schedule" }, "action": { "type": "git", "parameters": { "operation": "tag" } } }] }',
    'json',
  );
  const names = (...path: (string | number)[]): readonly string[] =>
    findFieldAt(path, values)?.keys.map(({ name }) => name) ?? [];

  it('knows the keys that go with what is written', () => {
    expect(names()).toEqual(['$schema', 'version', 'hooks']);
    expect(names('hooks', 0, 'trigger')).toEqual(['event', 'cron', 'timeZone', 'missed', 'if']);
    expect(names('hooks', 0, 'action', 'parameters')).toContain('tag');
    expect(names('hooks', 1, 'trigger')).toEqual(expect.arrayContaining(['paths', 'cron', 'secretEnv']));
    expect(names('hooks', 0, 'nothing')).toEqual([]);
  });

  it('knows words and what keys are for', () => {
    expect(findFieldAt(['hooks', 0, 'policy'], values)).toMatchObject({
      words: ['queue', 'drop', 'replace', 'debounce'],
      default: 'queue',
    });
    expect(findFieldAt(['hooks', 0, 'enabled'], values)).toMatchObject({
      words: ['true', 'false'],
      about: 'Whether events run the hook.',
    });
    expect(findFieldAt(['hooks', 0, 'action', 'parameters', 'operation'], values)?.words).toContain('create-branch');
  });
});
