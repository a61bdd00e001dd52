import type { Field, Fields, Shape } from '@toolyard/core';
import { checkName, checkTemplate } from './check-texts.ts';
import { AGENT_ACTIONS } from '../hook/agent-actions.ts';
import { GIT_OPERATIONS } from '../hook/git-operations.ts';
import { GITHUB_OPERATIONS } from '../hook/github-operations.ts';
import { TIMEOUT } from './timeout-field.ts';
import { toOperationShape } from './to-operation-shape.ts';
import { VARIABLES } from './variables-shape.ts';

const SOME_TEXT: Shape = { kind: 'string', notEmpty: true };

const TOOL_PARAM: Field = {
  shape: SOME_TEXT,
  required: true,
  about: 'The parameter of the tool; "filter.tags" is the field "tags" of "filter".',
};

const DEFAULT: Field = { shape: { kind: 'anything' }, about: 'Used if the value is missing.' };

const MAPPING: Shape = {
  kind: 'variants',
  by: 'source',
  about: 'Where the value comes from: the context of the event, this file, or a template with values of the context.',
  of: [
    {
      when: ['context'],
      fields: {
        toolParam: TOOL_PARAM,
        value: {
          shape: { kind: 'string', check: checkName },
          required: true,
          about: 'The name of a context value, such as "branch" or "result.items[0].id".',
        },
        default: DEFAULT,
      },
    },
    {
      when: ['literal'],
      fields: {
        toolParam: TOOL_PARAM,
        value: { shape: { kind: 'anything' }, required: true, about: 'The value itself.' },
      },
    },
    {
      when: ['template'],
      fields: {
        toolParam: TOOL_PARAM,
        value: {
          shape: { kind: 'anything', types: ['string', 'array', 'object'], check: checkTemplate },
          required: true,
          about: 'A text such as "{feature} on {branch}", or a value with such texts in it. "{{" and "}}" are braces.',
        },
        default: DEFAULT,
      },
    },
  ],
};

const MCP_FIELDS: Fields = {
  serverId: { shape: SOME_TEXT, required: true, about: 'The key of the server in the configuration.' },
  toolName: { shape: SOME_TEXT, required: true, about: 'The name of the tool at its server.' },
  parameterMappings: {
    shape: { kind: 'list', of: MAPPING, uniqueBy: 'toolParam' },
    required: true,
    about: 'Where the parameters of the tool get their values from.',
  },
  timeout: TIMEOUT,
};

const TEMPLATE: Shape = { kind: 'string', check: checkTemplate };

const CUSTOM_FIELDS: Fields = {
  command: { shape: SOME_TEXT, required: true, about: 'The program to run, without a shell.' },
  args: { shape: { kind: 'list', of: TEMPLATE }, default: [], about: 'Its arguments; each is a template.' },
  cwd: {
    shape: {
      kind: 'string',
      // oxlint-disable-next-line no-control-regex -- no path has a NUL
      matches: /^(?![\\/~]|[A-Za-z]:)(?!(?:[\s\S]*[\\/])?\.\.(?:[\\/]|$))[^\u0000]+$/,
      matchesAre: 'a path inside the workspace, without ".."',
    },
    about: 'Working directory, relative to the workspace, which is the default.',
  },
  env: {
    shape: { kind: 'map', of: TEMPLATE, ...VARIABLES },
    about: 'Environment variables; each value is a template.',
  },
  timeout: TIMEOUT,
};

/** What a hook does; which parameters there are depends on the type. */
export const ACTION_SHAPE: Shape = {
  kind: 'variants',
  by: 'type',
  about:
    'A tool of a server (mcp), a program (custom), something with git (git) or on GitHub (github), or a model or an agent (agent).',
  of: [
    { when: ['mcp'], fields: { parameters: toParameters({ kind: 'object', fields: MCP_FIELDS }) } },
    { when: ['custom'], fields: { parameters: toParameters({ kind: 'object', fields: CUSTOM_FIELDS }) } },
    { when: ['git'], fields: { parameters: toParameters(toOperationShape(GIT_OPERATIONS, 'What to do with git.')) } },
    {
      when: ['github'],
      fields: { parameters: toParameters(toOperationShape(GITHUB_OPERATIONS, 'What to do on GitHub.')) },
    },
    { when: ['agent'], fields: { parameters: toParameters(toOperationShape(AGENT_ACTIONS, 'Who does the task.')) } },
  ],
};

function toParameters(shape: Shape): Field {
  return { shape, required: true, about: 'Parameters of the action.' };
}
