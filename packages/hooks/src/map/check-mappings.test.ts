import { describe, expect, it } from 'vitest';
import type { McpAction, ParameterMapping } from '../hook/hook.ts';
import { checkMappings, type ArgumentCheck } from './check-mappings.ts';
import { suggestMappings } from './suggest-mappings.ts';

const schema = {
  type: 'object',
  properties: {
    channel: { type: 'string' },
    text: { type: 'string' },
    branch: { type: 'string' },
    count: { type: 'integer' },
    filter: {
      type: 'object',
      properties: { tags: { type: 'array' }, size: { type: 'integer' }, path: { type: 'string' } },
      required: ['size', 'path'],
    },
  },
  required: ['channel', 'branch'],
};

const literal = (toolParam: string, value: unknown): ParameterMapping => ({ toolParam, source: 'literal', value });
const taken = (toolParam: string, value: string): ParameterMapping => ({ toolParam, source: 'context', value });

/** Finds nothing wrong, and keeps what it was asked. */
function createCheck(
  problems: Awaited<ReturnType<ArgumentCheck>>['problems'] = [],
): ArgumentCheck & { seen: unknown[] } {
  const seen: unknown[] = [];
  const check = (_: unknown, values: unknown): ReturnType<ArgumentCheck> => {
    seen.push(values);
    return Promise.resolve({ problems });
  };
  return Object.assign(check, { seen });
}

function check(
  parameterMappings: readonly ParameterMapping[],
  validate: ArgumentCheck = createCheck(),
  tool: unknown = schema,
): ReturnType<typeof checkMappings> {
  const action: McpAction = {
    type: 'mcp',
    parameters: { serverId: 's', toolName: 't', parameterMappings, timeout: 30_000 },
  };
  return checkMappings(action, tool, validate);
}

const complete = [literal('channel', '#a'), taken('branch', 'branch')];
const at = (...rest: (string | number)[]): (string | number)[] => [
  'action',
  'parameters',
  'parameterMappings',
  ...rest,
];

describe('checkMappings', () => {
  it('has nothing to say about mappings that are complete', async () => {
    expect(await check(complete)).toEqual([]);
    expect(await check([], createCheck(), null)).toEqual([]);
    expect(await check([literal('x', 1)], createCheck(), {})).toEqual([]);
  });

  it('names required parameters, and suggests the context value of the same name', async () => {
    expect(await check([])).toEqual([
      { path: at(), message: '"channel" is required but not mapped', severity: 'error' },
      {
        path: at(),
        message:
          '"branch" is required but not mapped; the context has a value of that name: ' +
          '{ "toolParam": "branch", "source": "context", "value": "branch" }',
        severity: 'error',
      },
    ]);
  });

  it('names required fields of an object that is mapped by its fields', async () => {
    expect(await check([...complete, literal('filter.tags', [])])).toEqual([
      { path: at(), message: '"filter.size" is required but not mapped', severity: 'error' },
      {
        path: at(),
        message:
          '"filter.path" is required but not mapped; the context has a value of that name: ' +
          '{ "toolParam": "filter.path", "source": "context", "value": "path" }',
        severity: 'error',
      },
    ]);
    expect(await check([...complete, literal('filter', {})])).toEqual([]);
  });

  it('counts what all parts of a schema require, and not what one alternative does', async () => {
    const tool = {
      allOf: [{ $ref: '#/$defs/base' }],
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
      $defs: { base: { required: ['c', '__proto__'] } },
    };
    const problems = await check([], createCheck(), tool);
    expect(problems.map(({ message }) => message)).toEqual([
      '"c" is required but not mapped',
      '"__proto__" is required but not mapped',
    ]);
  });

  it.each<[string, object, string | undefined, string | undefined]>([
    ['chanel', {}, 'The tool has no parameter "chanel"; did you mean "channel"?', 'warning'],
    ['chanel', { additionalProperties: false }, 'The tool has no parameter "chanel"; did you mean "channel"?', 'error'],
    [
      'chanel',
      { additionalProperties: true },
      'The tool has no parameter "chanel"; did you mean "channel"?',
      'warning',
    ],
    ['other', {}, 'The tool has no parameter "other"; it has channel, text, branch, count, filter.', 'warning'],
    ['other', { additionalProperties: true }, undefined, undefined],
    ['other', { additionalProperties: {} }, undefined, undefined],
    ['other', { patternProperties: {} }, undefined, undefined],
    ['other', { properties: {} }, undefined, undefined],
    [
      'other',
      { properties: {}, additionalProperties: false },
      'The tool has no parameter "other"; it takes none.',
      'error',
    ],
    ['filtr.tags', {}, 'The tool has no parameter "filtr.tags"; did you mean "filter.tags"?', 'warning'],
  ])('names a parameter that the tool does not have: %s, %j', async (toolParam, rest, message, severity) => {
    const problems = await check([literal(toolParam, 'x')], createCheck(), { ...schema, required: [], ...rest });
    expect(problems).toEqual(message === undefined ? [] : [{ path: at(0, 'toolParam'), message, severity }]);
  });

  it('names a field that an object does not have', async () => {
    const [problem] = await check([...complete, literal('filter.tgas', [])]);
    expect(problem).toEqual({
      path: at(2, 'toolParam'),
      message: 'The tool has no parameter "filter.tgas"; did you mean "filter.tags"?',
      severity: 'warning',
    });
  });

  it('does not suggest a parameter that is mapped already', async () => {
    const [problem] = await check([...complete, literal('chanel', 'x')]);
    expect(problem?.message).toBe('The tool has no parameter "chanel"; it has channel, text, branch, count, filter.');
  });

  it('names mappings that cannot stand side by side', async () => {
    const filter = literal('filter', { size: 1, path: '' });
    expect(await check([...complete, literal('channel', 'b'), filter, literal('filter.size', 1)])).toEqual([
      { path: at(2, 'toolParam'), message: '"channel" is mapped more than once', severity: 'error' },
      { path: at(3, 'toolParam'), message: '"filter" is mapped both as a whole and by its fields', severity: 'error' },
    ]);
  });

  it('has only values checked that stand in the hook, converted as in a run', async () => {
    const validate = createCheck();
    await check(
      [
        literal('count', '3'),
        taken('channel', 'user'),
        { ...taken('branch', 'branch'), default: 'main' },
        { toolParam: 'text', source: 'template', value: '{{}}' },
        { toolParam: 'filter.path', source: 'template', value: '{path}' },
      ],
      validate,
    );
    expect(validate.seen).toEqual([{ count: 3, branch: 'main', text: '{}' }]);
  });

  it('says which value is refused', async () => {
    const mappings = [
      ...complete,
      literal('count', 'x'),
      { ...taken('filter.size', 'data.size'), default: 'y' },
      literal('filter.path', 5),
    ];
    const problems = [
      { path: 'count', message: 'must be an integer' },
      { path: 'filter.size', message: 'must be an integer' },
      { path: 'filter.path[0]', message: 'is odd' },
      { path: 'filter', message: 'must have 9 fields' },
      { path: 'branch', message: 'is required' },
    ];
    expect(await check(mappings, createCheck(problems))).toEqual([
      { path: at(2, 'value'), message: 'count: must be an integer', severity: 'error' },
      { path: at(3, 'default'), message: 'filter.size: must be an integer', severity: 'error' },
      { path: at(4, 'value'), message: 'filter.path[0]: is odd', severity: 'error' },
    ]);
  });

  it('is not sure about a value where others decide what it may be', async () => {
    const problems = [{ path: 'channel', message: 'must be 5' }];
    const tool = { ...schema, oneOf: [{}] };
    expect(await check(complete, createCheck(problems), tool)).toMatchObject([{ severity: 'warning' }]);
    const fixed = [literal('channel', 'a'), literal('branch', 'b')];
    expect(await check(fixed, createCheck(problems), tool)).toMatchObject([{ severity: 'error' }]);
  });

  it('says what is wrong with the whole only where all of it is known', async () => {
    const problems = [{ path: '', message: 'must have at least 3 fields' }];
    const fixed = [literal('channel', 'a'), literal('branch', 'b')];
    expect(await check(fixed, createCheck(problems))).toEqual([
      { path: at(), message: 'must have at least 3 fields', severity: 'error' },
    ]);
    expect(await check(complete, createCheck(problems))).toEqual([]);
  });
});

describe('suggestMappings', () => {
  it('suggests context values of the same name that are not mapped and fit', () => {
    const tool = {
      properties: {
        branch: { type: 'string' },
        user: { $ref: '#/$defs/text' },
        commit: { type: 'integer' },
        paths: { type: 'array' },
        path: {},
        data: { type: 'string' },
        result: { type: 'integer' },
        title: { type: 'string' },
        Branch: { type: 'string' },
      },
      $defs: { text: { type: ['string', 'null'] } },
    };
    expect(suggestMappings(tool, [literal('branch', 'x')])).toEqual([
      { toolParam: 'user', source: 'context', value: 'user' },
      { toolParam: 'paths', source: 'context', value: 'paths' },
      { toolParam: 'path', source: 'context', value: 'path' },
      { toolParam: 'result', source: 'context', value: 'result' },
    ]);
    expect(suggestMappings(undefined, [])).toEqual([]);
  });
});
