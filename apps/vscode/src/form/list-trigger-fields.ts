import { AGENT_OPERATIONS, EVENT_NAMES, WEBHOOK_AUTHS, type EventName } from '@toolyard/hooks';
import type { FieldSpec } from './field-spec.ts';
import type { FieldChoice } from './protocol.ts';

const EVENTS: Readonly<Record<EventName, { readonly label: string; readonly about: string }>> = {
  'file.saved': { label: 'File saved', about: 'Once for each save that reaches the disk, whoever writes it.' },
  'file.created': { label: 'File created', about: 'A file appears.' },
  'file.deleted': { label: 'File deleted', about: 'A file goes.' },
  'file.renamed': { label: 'File renamed', about: 'A file gets another name or place.' },
  'git.committed': { label: 'Git commit', about: 'A commit is made, here or by another program.' },
  'git.branch-changed': { label: 'Git branch changed', about: 'Another branch is checked out.' },
  'git.pushed': { label: 'Git push', about: 'Commits reach a remote.' },
  agent: { label: 'Agent operation', about: 'An operation of spec-kit, OpenSpec or another agent.' },
  'task.ended': { label: 'Task ended', about: 'A task of the editor, or a command run by Toolyard, ends.' },
  schedule: { label: 'Schedule', about: 'At the times of a cron expression.' },
  webhook: { label: 'Webhook', about: 'A request reaches the address of the hook.' },
  'hook.ended': { label: 'Hook ended', about: 'Another hook has run.' },
  manual: { label: 'By hand', about: 'Only when somebody runs it.' },
  'terminal.ended': { label: 'Terminal command ended', about: 'A command in a terminal of the editor ends.' },
  'diagnostics.changed': { label: 'Problems changed', about: 'The errors or warnings of a file change.' },
};

const EVENT_FIELD: FieldSpec = {
  key: 'trigger.event',
  label: 'Event',
  path: ['trigger', 'event'],
  kind: 'choice',
  isRequired: true,
  unset: 'file.saved',
  choices: EVENT_NAMES.map((value) => ({ value, ...EVENTS[value] })),
};

const FILE_FIELDS: readonly FieldSpec[] = [
  {
    key: 'trigger.paths',
    label: 'Paths',
    about:
      'Globs over the path of the file, such as "src/**/*.ts"; one that starts with "!" takes away. None: any file.',
    path: ['trigger', 'paths'],
    kind: 'lines',
    placeholder: 'src/**/*.ts',
    addLabel: 'Add Path',
  },
  {
    key: 'trigger.batch',
    label: 'One run for all files that change together',
    path: ['trigger', 'batch'],
    kind: 'flag',
    unset: false,
  },
];

const SCHEDULE_FIELDS: readonly FieldSpec[] = [
  {
    key: 'trigger.cron',
    label: 'Times (cron)',
    about: 'Minute, hour, day of month, month and day of week, or @hourly, @daily, @weekly, @monthly or @yearly.',
    path: ['trigger', 'cron'],
    kind: 'text',
    isRequired: true,
    placeholder: '0 9 * * 1',
    suggestions: ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'],
  },
  {
    key: 'trigger.timeZone',
    label: 'Time zone',
    about: 'Such as "Europe/Berlin". Empty: that of the machine.',
    path: ['trigger', 'timeZone'],
    kind: 'text',
    suggestions: Intl.supportedValuesOf('timeZone'),
  },
  {
    key: 'trigger.missed',
    label: 'Missed times',
    path: ['trigger', 'missed'],
    kind: 'choice',
    unset: 'once',
    choices: [
      { value: 'once', label: 'Run once for all of them' },
      { value: 'skip', label: 'Skip them' },
    ],
  },
];

const ANY: FieldChoice = { value: '', label: 'Any' };

const AGENT_FIELDS: readonly FieldSpec[] = [
  {
    key: 'trigger.agent',
    label: 'Agent',
    about: 'Empty: any.',
    path: ['trigger', 'agent'],
    kind: 'text',
    suggestions: [...new Set(AGENT_OPERATIONS.map(({ agent }) => agent))],
  },
  {
    key: 'trigger.operation',
    label: 'Operation',
    about: 'Empty: any.',
    path: ['trigger', 'operation'],
    kind: 'text',
    suggestions: [...new Set(AGENT_OPERATIONS.map(({ operation }) => operation))],
  },
  {
    key: 'trigger.timing',
    label: 'When',
    path: ['trigger', 'timing'],
    kind: 'choice',
    choices: [
      ANY,
      { value: 'before', label: 'Before the operation' },
      { value: 'after', label: 'After the operation' },
    ],
  },
];

const WEBHOOK_FIELDS: readonly FieldSpec[] = [
  {
    key: 'trigger.secretEnv',
    label: 'Variable with the secret',
    about: 'The name of an environment variable. Empty: the hook has no address, and is only run by hand.',
    path: ['trigger', 'secretEnv'],
    kind: 'text',
    placeholder: 'WEBHOOK_SECRET',
  },
  {
    key: 'trigger.auth',
    label: 'How the secret is used',
    path: ['trigger', 'auth'],
    kind: 'choice',
    unset: 'signature',
    choices: WEBHOOK_AUTHS.map((value) => ({
      value,
      label: value === 'signature' ? 'It signs the body, as GitHub does it' : 'It is sent along as a token',
    })),
  },
];

const FIELDS: Readonly<Record<EventName, readonly FieldSpec[]>> = {
  'file.saved': FILE_FIELDS,
  'file.created': FILE_FIELDS,
  'file.deleted': FILE_FIELDS,
  'file.renamed': FILE_FIELDS,
  'git.committed': [toCondition('branch', 'Branch'), toCondition('message', 'Message')],
  'git.branch-changed': [toCondition('branch', 'Branch')],
  'git.pushed': [toCondition('branch', 'Branch'), toCondition('remote', 'Remote')],
  agent: AGENT_FIELDS,
  'task.ended': [toCondition('task', 'Task'), toExitCode()],
  schedule: SCHEDULE_FIELDS,
  webhook: WEBHOOK_FIELDS,
  'hook.ended': [
    toCondition('hook', 'Hook'),
    { ...toCondition('status', 'Status'), suggestions: ['success', 'error', 'timeout', 'cancelled', 'interrupted'] },
  ],
  manual: [],
  'terminal.ended': [toCondition('command', 'Command'), toExitCode()],
  'diagnostics.changed': [
    toCondition('path', 'Path'),
    toCondition('data.problems[0].message', 'Message of the first problem'),
  ],
};

function toCondition(name: string, label: string): FieldSpec {
  return {
    key: `trigger.if.${name}`,
    label,
    about: 'The value, or a glob with "*". Empty: any.',
    path: ['trigger', 'if', name],
    kind: 'condition',
  };
}

function toExitCode(): FieldSpec {
  return {
    ...toCondition('exitCode', 'Exit code'),
    kind: 'exitCode',
    about: 'A number, or "not 0" for every failure. Empty: any.',
    suggestions: ['0', 'not 0'],
  };
}

/** The fields of the event that a hook waits for. */
export function listTriggerFields(event: EventName): readonly FieldSpec[] {
  return [EVENT_FIELD, ...FIELDS[event]];
}
