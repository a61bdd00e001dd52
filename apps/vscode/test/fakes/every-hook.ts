import type { ACTION_TYPES, EventName } from '@toolyard/hooks';
import type { FieldValue } from '../../src/form/protocol.ts';
import type { SentMessage } from './open-test-form.ts';

/** What a person types into the form, by the labels of fields. */
export type TypedFields = Readonly<Record<string, FieldValue>>;

/** An action that is made in the form, and what the file has of it afterwards. */
export interface ActionCase {
  readonly type: (typeof ACTION_TYPES)[number];
  /** Chosen from the list; absent where the action has none, or the first is taken as it is offered. */
  readonly operation?: string;
  readonly typed: TypedFields;
  /** What is done besides typing. */
  readonly steps?: readonly SentMessage[];
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** An event that is chosen in the form, and what the file has of it afterwards. */
export interface EventCase {
  readonly event: EventName;
  readonly typed: TypedFields;
  readonly trigger: Readonly<Record<string, unknown>>;
}

const TO_EVERYBODY = {
  type: 'map',
  parameter: 'text',
  mapping: {
    source: 'template',
    value: { as: 'text', text: 'by {user}: {data.note}' },
    default: { as: 'text', text: '-' },
  },
} as const;

const SHOP = { Repository: 'ada/shop' };
const shop = { repository: 'ada/shop' };

function operation(
  type: ActionCase['type'],
  name: string,
  typed: TypedFields,
  given: ActionCase['parameters'],
): ActionCase {
  return { type, operation: name, typed, parameters: { operation: name, ...given } };
}

function gitHub(name: string, typed: TypedFields, given: ActionCase['parameters']): ActionCase {
  return operation('github', name, { ...SHOP, ...typed }, { ...shop, ...given });
}

/** Every kind of action with every operation and every parameter of it. */
export const EVERY_ACTION: readonly ActionCase[] = [
  {
    type: 'mcp',
    typed: { 'Timeout in seconds': '5' },
    steps: [{ type: 'pickTool', server: 'chat', tool: 'post' }, TO_EVERYBODY],
    parameters: {
      serverId: 'chat',
      toolName: 'post',
      parameterMappings: [{ toolParam: 'text', source: 'template', value: 'by {user}: {data.note}', default: '-' }],
      timeout: 5000,
    },
  },
  {
    type: 'custom',
    typed: {
      Program: 'make',
      Arguments: ['all', '', 'by={user}'],
      'Working directory': 'tools',
      'Environment variables': [{ name: 'BY', value: '{user}' }],
    },
    parameters: { command: 'make', args: ['all', '', 'by={user}'], cwd: 'tools', env: { BY: '{user}' } },
  },
  {
    type: 'git',
    typed: { Message: 'By {user}\n\nAll of it.', Paths: ['docs', '{data.file}'] },
    parameters: { operation: 'commit', message: 'By {user}\n\nAll of it.', paths: ['docs', '{data.file}'] },
  },
  operation('git', 'commit', { Message: 'Docs', Paths: ['docs'] }, { message: 'Docs', paths: ['docs'] }),
  operation(
    'git',
    'push',
    { Remote: 'upstream', Branch: 'main', 'Set upstream': true },
    { remote: 'upstream', branch: 'main', setUpstream: true },
  ),
  operation(
    'git',
    'create-branch',
    { Branch: 'by-{user}', 'Starts at': 'main', 'Check it out': true },
    { branch: 'by-{user}', from: 'main', checkout: true },
  ),
  operation('git', 'checkout-branch', { Branch: 'main' }, { branch: 'main' }),
  operation(
    'git',
    'pull',
    { Remote: 'upstream', Branch: 'main', Mode: 'rebase' },
    { remote: 'upstream', branch: 'main', mode: 'rebase' },
  ),
  operation(
    'git',
    'merge',
    { Branch: 'main', Message: 'Merge', Mode: 'no-ff' },
    { branch: 'main', message: 'Merge', mode: 'no-ff' },
  ),
  operation(
    'git',
    'tag',
    { Tag: 'v1', Message: 'First', Commit: 'HEAD' },
    { tag: 'v1', message: 'First', ref: 'HEAD' },
  ),
  operation(
    'git',
    'stash',
    { Message: 'Later', 'Include untracked': true },
    { message: 'Later', includeUntracked: true },
  ),
  gitHub(
    'open-issue',
    {
      'API address': 'https://git.test/api/v3',
      'Variable with the token': 'TOKEN',
      Title: 'By {user}',
      Body: 'It\n\nbroke.',
      Labels: ['bug'],
      Assignees: ['ada'],
      'Milestone number': '3',
    },
    {
      baseUrl: 'https://git.test/api/v3',
      tokenEnv: 'TOKEN',
      title: 'By {user}',
      body: 'It\n\nbroke.',
      labels: ['bug'],
      assignees: ['ada'],
      milestone: 3,
    },
  ),
  gitHub(
    'close-issue',
    { 'Issue number': '{data.number}', Reason: 'not_planned', Comment: 'No.' },
    { issue: '{data.number}', reason: 'not_planned', comment: 'No.' },
  ),
  gitHub(
    'create-pr',
    {
      Title: 'Change',
      'Head branch': 'ada:change',
      'Base branch': 'main',
      Body: 'Why',
      Draft: true,
      'Maintainers may push': false,
    },
    { title: 'Change', head: 'ada:change', base: 'main', body: 'Why', draft: true, maintainerCanModify: false },
  ),
  gitHub(
    'merge-pr',
    { 'Pull request number': '7', Method: 'squash', Title: 'Change', Message: 'Why', 'Last commit': '0a1b2c3' },
    { pull: 7, method: 'squash', title: 'Change', message: 'Why', sha: '0a1b2c3' },
  ),
  gitHub('close-pr', { 'Pull request number': '7', Comment: 'No.' }, { pull: 7, comment: 'No.' }),
  gitHub('add-comment', { 'Issue number': '7', Body: 'By {user}' }, { issue: 7, body: 'By {user}' }),
  gitHub('add-label', { 'Issue number': '7', Labels: ['a', 'b'] }, { issue: 7, labels: ['a', 'b'] }),
  gitHub('remove-label', { 'Issue number': '7', Labels: ['a'] }, { issue: 7, labels: ['a'] }),
  gitHub(
    'request-review',
    { 'Pull request number': '7', Reviewers: ['ada'], 'Team reviewers': ['core'] },
    { pull: 7, reviewers: ['ada'], teamReviewers: ['core'] },
  ),
  gitHub('assign-issue', { 'Issue number': '7', Assignees: ['ada'] }, { issue: 7, assignees: ['ada'] }),
  gitHub(
    'create-release',
    {
      Tag: 'v1',
      Name: 'One',
      Body: 'New.',
      Target: 'main',
      Draft: true,
      Prerelease: true,
      'Generate notes': true,
    },
    { tag: 'v1', name: 'One', body: 'New.', target: 'main', draft: true, prerelease: true, generateNotes: true },
  ),
  operation(
    'agent',
    'ask',
    {
      Prompt: 'Look at the work of {user}.',
      Instructions: 'Be short.',
      Model: 'one/two',
      Tools: ['chat:post'],
      Servers: ['chat'],
      Turns: '3',
    },
    {
      prompt: 'Look at the work of {user}.',
      system: 'Be short.',
      model: 'one/two',
      tools: ['chat:post'],
      servers: ['chat'],
      turns: 3,
    },
  ),
  operation(
    'agent',
    'command',
    {
      Program: 'coder',
      Arguments: ['-p', 'by {user}'],
      'Standard input': 'Look.',
      'Working directory': 'src',
      'Environment variables': [{ name: 'BY', value: '{user}' }],
      'Variables to pass on': ['API_KEY'],
    },
    {
      command: 'coder',
      args: ['-p', 'by {user}'],
      input: 'Look.',
      cwd: 'src',
      env: { BY: '{user}' },
      envFrom: ['API_KEY'],
    },
  ),
  operation('agent', 'chat', { Prompt: '/fix by {user}', Mode: 'agent' }, { prompt: '/fix by {user}', mode: 'agent' }),
];

const FILES: Pick<EventCase, 'typed' | 'trigger'> = {
  typed: { Paths: ['src/**', '', '!src/x.ts'], 'One run for all files that change together': true },
  trigger: { paths: ['src/**', '!src/x.ts'], batch: true },
};

/** Every event with every field that the form has for it. */
export const EVERY_EVENT: readonly EventCase[] = [
  { event: 'file.saved', ...FILES },
  { event: 'file.created', ...FILES },
  { event: 'file.deleted', ...FILES },
  { event: 'file.renamed', ...FILES },
  { event: 'git.committed', typed: { Branch: 'main' }, trigger: { if: { branch: 'main' } } },
  {
    event: 'git.branch-changed',
    typed: { Branch: 'feature/*' },
    trigger: { if: { branch: { matches: 'feature/*' } } },
  },
  {
    event: 'git.pushed',
    typed: { Branch: 'main', Remote: 'origin' },
    trigger: { if: { branch: 'main', remote: 'origin' } },
  },
  {
    event: 'agent',
    typed: { Agent: 'speckit', Operation: 'specify', When: 'after' },
    trigger: { agent: 'speckit', operation: 'specify', timing: 'after' },
  },
  {
    event: 'task.ended',
    typed: { Task: 'test', 'Exit code': 'not 0' },
    trigger: { if: { task: 'test', exitCode: { not: 0 } } },
  },
  {
    event: 'schedule',
    typed: { 'Times (cron)': '0 9 * * 1', 'Time zone': 'Europe/Berlin', 'Missed times': 'skip' },
    trigger: { cron: '0 9 * * 1', timeZone: 'Europe/Berlin', missed: 'skip' },
  },
  {
    event: 'webhook',
    typed: { 'Variable with the secret': 'WEBHOOK_SECRET', 'How the secret is used': 'token' },
    trigger: { secretEnv: 'WEBHOOK_SECRET', auth: 'token' },
  },
  {
    event: 'hook.ended',
    typed: { Hook: 'build', Status: 'error' },
    trigger: { if: { hook: 'build', status: 'error' } },
  },
  { event: 'manual', typed: {}, trigger: {} },
  {
    event: 'terminal.ended',
    typed: { Command: 'npm *', 'Exit code': '0' },
    trigger: { if: { command: { matches: 'npm *' }, exitCode: 0 } },
  },
  { event: 'diagnostics.changed', typed: { Path: 'src/*' }, trigger: { if: { path: { matches: 'src/*' } } } },
];
