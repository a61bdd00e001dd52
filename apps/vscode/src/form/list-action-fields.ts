import {
  ACTION_TYPES,
  AGENT_ACTIONS,
  GIT_OPERATIONS,
  GITHUB_OPERATIONS,
  HOOK_LIMITS,
  type Action,
  type OperationAction,
  type Operations,
  type ParameterRule,
} from '@toolyard/hooks';
import { toLabel, type FieldSpec } from './field-spec.ts';
import { toParameterWords } from './parameter-words.ts';
import type { FieldChoice } from './protocol.ts';

type ActionType = Action['type'];

const TYPES: Readonly<Record<ActionType, { readonly label: string; readonly about: string }>> = {
  mcp: { label: 'Call a tool', about: 'A tool of an MCP server.' },
  git: { label: 'Git', about: 'Something with git in the folder.' },
  github: { label: 'GitHub', about: 'Something with a repository on GitHub.' },
  agent: {
    label: 'Ask a model or an agent',
    about: 'A model that may use some tools, or an agent for the command line.',
  },
  custom: { label: 'Run a program', about: 'A program, without a shell.' },
};

const TYPE_FIELD: FieldSpec = {
  key: 'action.type',
  label: 'Action',
  path: ['action', 'type'],
  kind: 'choice',
  isRequired: true,
  unset: 'mcp',
  choices: ACTION_TYPES.map((value) => ({ value, ...TYPES[value] })),
};

const TIMEOUT_FIELD: FieldSpec = {
  key: 'action.timeout',
  label: 'Timeout in seconds',
  about: `From ${HOOK_LIMITS.minTimeoutMs / 1000} to ${HOOK_LIMITS.maxTimeoutMs / 1000}.`,
  path: ['action', 'parameters', 'timeout'],
  kind: 'seconds',
  unset: String(HOOK_LIMITS.defaultTimeoutMs / 1000),
};

const TOOL_FIELD: FieldSpec = {
  key: 'mcp.tool',
  label: 'Tool',
  path: ['action', 'parameters', 'toolName'],
  kind: 'tool',
  isRequired: true,
};

const PROGRAM_FIELDS: readonly FieldSpec[] = [
  {
    key: 'custom.command',
    label: 'Program',
    about: 'It is run without a shell.',
    path: ['action', 'parameters', 'command'],
    kind: 'text',
    isRequired: true,
  },
  {
    key: 'custom.args',
    label: 'Arguments',
    about: 'Each is a template.',
    path: ['action', 'parameters', 'args'],
    kind: 'words',
    isTemplate: true,
    addLabel: 'Add Argument',
  },
  {
    key: 'custom.cwd',
    label: 'Working directory',
    about: 'Relative to the folder, which is the default.',
    path: ['action', 'parameters', 'cwd'],
    kind: 'text',
  },
  {
    key: 'custom.env',
    label: 'Environment variables',
    about: 'Each value is a template.',
    path: ['action', 'parameters', 'env'],
    kind: 'pairs',
    isTemplate: true,
    addLabel: 'Add Variable',
  },
];

const OPERATIONS: Readonly<Record<OperationAction['type'], Operations>> = {
  git: GIT_OPERATIONS,
  github: GITHUB_OPERATIONS,
  agent: AGENT_ACTIONS,
};

/** The operation that a kind of action starts with. */
export function firstOperation(type: OperationAction['type']): string {
  return Object.keys(OPERATIONS[type])[0] ?? '';
}

/** The fields of an action; which there are depends on its kind, and on its operation where it has one. */
export function listActionFields(type: ActionType, operation: string): readonly FieldSpec[] {
  return [TYPE_FIELD, ...listOwnFields(type, operation), TIMEOUT_FIELD];
}

function listOwnFields(type: ActionType, operation: string): readonly FieldSpec[] {
  if (type === 'mcp') return [TOOL_FIELD];
  return type === 'custom' ? PROGRAM_FIELDS : listOperationFields(type, operation);
}

function listOperationFields(type: OperationAction['type'], operation: string): readonly FieldSpec[] {
  const rules = Object.entries(OPERATIONS[type][operation] ?? {});
  return [
    toOperationField(type),
    ...rules.map(([name, rule]) => toParameterField(toKey(type, operation, { name, rule }), name, rule)),
  ];
}

/** What all operations have keeps its value on the way from one to another. */
function toKey(
  type: OperationAction['type'],
  operation: string,
  { name, rule }: { readonly name: string; readonly rule: ParameterRule },
): string {
  const isCommon = Object.values(OPERATIONS[type]).every((rules) => rules[name] === rule);
  return isCommon ? `${type}.${name}` : `${type}.${operation}.${name}`;
}

const OPERATION_WORDS: Readonly<Record<string, Omit<FieldChoice, 'value'>>> = {
  'checkout-branch': { label: 'Check out branch' },
  'create-pr': { label: 'Create pull request' },
  'merge-pr': { label: 'Merge pull request' },
  'close-pr': { label: 'Close pull request' },
  ask: { label: 'Ask a model', about: 'A model gets a prompt, and may use the tools that you list.' },
  command: { label: 'Run an agent', about: 'A program, such as a coding agent for the command line, gets a prompt.' },
  chat: { label: 'Send to the chat', about: 'The chat of the editor gets a prompt or a slash command.' },
};

function toOperationField(type: OperationAction['type']): FieldSpec {
  return {
    key: `${type}.operation`,
    label: 'Operation',
    path: ['action', 'parameters', 'operation'],
    kind: 'choice',
    isRequired: true,
    unset: firstOperation(type),
    choices: Object.keys(OPERATIONS[type]).map((value) => ({
      value,
      ...(OPERATION_WORDS[value] ?? { label: toLabel(value) }),
    })),
  };
}

const OFFERS: Readonly<Record<string, NonNullable<FieldSpec['offers']>>> = {
  'agent.ask.tools': 'tools',
  'agent.ask.servers': 'servers',
};

const KINDS: Readonly<Record<ParameterRule['kind'], FieldSpec['kind']>> = {
  text: 'long',
  prompt: 'long',
  chat: 'long',
  line: 'text',
  lines: 'lines',
  words: 'words',
  number: 'number',
  flag: 'flag',
  choice: 'choice',
  variables: 'pairs',
};

function toParameterField(key: string, name: string, rule: ParameterRule): FieldSpec {
  const { about, kind, values, required, fixed, default: unset } = rule;
  const { label, addLabel } = toParameterWords(name);
  const isTemplate = fixed !== true && kind !== 'choice' && kind !== 'flag';
  return {
    key,
    label,
    about: about.replace(/\bif absent\b/, 'if empty'),
    path: ['action', 'parameters', name],
    kind: KINDS[kind],
    ...(required && { isRequired: true as const }),
    ...(isTemplate && { isTemplate: true as const }),
    ...toUnset(kind, unset),
    ...(OFFERS[key] !== undefined && { offers: OFFERS[key] }),
    ...(values !== undefined && { choices: values.map((value) => ({ value, label: value })) }),
    ...(/^(?:lines|words|variables)$/.test(kind) && { addLabel }),
  };
}

function toUnset(kind: ParameterRule['kind'], unset: ParameterRule['default']): Pick<FieldSpec, 'unset'> {
  if (typeof unset === 'boolean') return { unset };
  if (unset !== undefined) return { unset: String(unset) };
  return kind === 'flag' ? { unset: false } : {};
}
