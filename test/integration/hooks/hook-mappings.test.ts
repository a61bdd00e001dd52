import { checkMappings, resolveArguments, type McpAction, type ParameterMapping } from '@toolyard/hooks';
import { formatArgumentProblem, validateArguments } from '@toolyard/runtime';
import { describe, expect, it } from 'vitest';

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', minLength: 1 },
    count: { type: 'integer', minimum: 0 },
    labels: { type: 'array', items: { enum: ['bug', 'spec'] } },
    due: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    filter: { type: 'object', properties: { size: { type: 'integer' } }, additionalProperties: false },
  },
  required: ['title'],
  additionalProperties: false,
};

const context = { branch: 'main', data: { count: '7', label: 'spec', word: 'many', empty: '' }, result: { id: 5 } };

async function run(mappings: readonly ParameterMapping[]): Promise<unknown> {
  const resolved = resolveArguments(mappings, context, schema);
  if ('problems' in resolved) return resolved.problems;
  const { problems } = await validateArguments(schema, resolved.arguments);
  return problems.length === 0 ? resolved.arguments : problems.map(formatArgumentProblem);
}

function check(parameterMappings: readonly ParameterMapping[]): ReturnType<typeof checkMappings> {
  const parameters = { serverId: 's', toolName: 't', parameterMappings, timeout: 30_000 };
  const action: McpAction = { type: 'mcp', parameters };
  return checkMappings(action, schema, validateArguments);
}

const literal = (toolParam: string, value: unknown): ParameterMapping => ({ toolParam, source: 'literal', value });
const taken = (toolParam: string, value: string): ParameterMapping => ({ toolParam, source: 'context', value });
const filled = (toolParam: string, value: unknown): ParameterMapping => ({ toolParam, source: 'template', value });
const title = literal('title', 'x');

describe('mapped arguments, validated', () => {
  it.each<[readonly ParameterMapping[], unknown]>([
    [[filled('title', 'on {branch}')], { title: 'on main' }],
    [[filled('title', '{result.id}')], { title: '5' }],
    [[title, taken('count', 'data.count')], { title: 'x', count: 7 }],
    [[title, taken('labels', 'data.label')], { title: 'x', labels: ['spec'] }],
    [[title, literal('due', 'null')], { title: 'x', due: null }],
    [[title, filled('filter', { size: '{data.count}' })], { title: 'x', filter: { size: 7 } }],
    [[title, taken('count', 'data.word')], ['count: must be a whole number, got "many"']],
    [[title, taken('count', 'data.empty')], ['count: must be a whole number, got ""']],
    [[title, literal('count', '-1')], ['count: must be at least 0, got -1']],
    [[title, filled('labels', ['{branch}'])], ['labels[0]: must be one of "bug", "spec"']],
    [[literal('titel', 'x')], ['title: is required', 'unknown argument "titel"; did you mean "title"?']],
    [[taken('title', 'result.id')], ['title: must be a string, got 5']],
    [[taken('title', 'commit')], [{ toolParam: 'title', message: '"commit" has no value for this event' }]],
  ])('%j', async (mappings, expected) => {
    expect(await run(mappings)).toEqual(expected);
  });
});

describe('checkMappings with the validation of calls', () => {
  const at = (...rest: (string | number)[]): unknown[] => ['action', 'parameters', 'parameterMappings', ...rest];

  it('names every problem where it is', async () => {
    const mappings = [
      literal('titel', 'x'),
      literal('count', 'many'),
      { ...taken('due', 'data.due'), default: 'soon' },
      literal('labels', ['bug', 'pec']),
      literal('filter.sice', 1),
    ];
    expect(await check(mappings)).toEqual([
      {
        path: at(0, 'toolParam'),
        message: 'The tool has no parameter "titel"; did you mean "title"?',
        severity: 'error',
      },
      {
        path: at(4, 'toolParam'),
        message: 'The tool has no parameter "filter.sice"; did you mean "filter.size"?',
        severity: 'error',
      },
      { path: at(1, 'value'), message: 'count: must be a whole number, got "many"', severity: 'error' },
      { path: at(3, 'value'), message: 'labels[1]: must be one of "bug", "spec"', severity: 'error' },
      { path: at(2, 'default'), message: 'due: must be a whole number or null, got "soon"', severity: 'error' },
      { path: at(), message: '"title" is required but not mapped', severity: 'error' },
    ]);
  });

  it('has nothing to say about what only a run can show', async () => {
    expect(await check([taken('title', 'commit'), taken('count', 'branch')])).toEqual([]);
  });
});
