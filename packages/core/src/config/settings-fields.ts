import { DEFAULT_SETTINGS } from './configuration.ts';
import { LIMIT_SHAPE, NAMING_SHAPE, TIMEOUT_SHAPE } from './server-fields.ts';
import type { Fields, Shape } from './shape.ts';

const HOUR_MS = 3_600_000;

const SOME_TEXT: Shape = { kind: 'string', notEmpty: true };

const BINDING_FIELDS: Fields = {
  document: {
    shape: SOME_TEXT,
    about: 'Glob for document paths, relative to the folder of this file; if absent, all documents.',
  },
  heading: { shape: SOME_TEXT, about: 'The heading of the section, such as "## Forecasts".' },
  block: { shape: SOME_TEXT, about: 'The block id of the section.' },
  lines: {
    shape: SOME_TEXT,
    about: 'The first and the last line of the section, such as "40-60", counted without results.',
  },
  server: { shape: SOME_TEXT, required: true, about: 'Key of the only server available in the section.' },
  inherit: { shape: { kind: 'boolean' }, default: true, about: 'Whether subsections are bound too.' },
};

const MESSAGE_NAME_FIELDS: Fields = {
  system: { shape: SOME_TEXT, default: 'System', about: 'Starts what the model is told before everything else.' },
  user: { shape: SOME_TEXT, default: 'User', about: 'Starts a question.' },
  assistant: { shape: SOME_TEXT, default: 'Assistant', about: 'Starts an answer.' },
};

/** The fields of the `toolyard` part. */
export const SETTINGS_FIELDS: Fields = {
  timeoutMs: {
    shape: TIMEOUT_SHAPE,
    default: DEFAULT_SETTINGS.timeoutMs,
    about: 'How long one call of a document, the assistant or a hook may take, in milliseconds.',
  },
  concurrentLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.concurrentLimit,
    about: 'Maximum number of concurrent calls over all servers; -1 is unlimited.',
  },
  sessionLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.sessionLimit,
    about: 'Maximum number of calls in one session; -1 is unlimited.',
  },
  sessionCopyLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.sessionCopyLimit,
    about:
      'Maximum number of copies of servers with "sharing": "per-session", over all sessions and servers; -1 is unlimited.',
  },
  hookConcurrentLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.hookConcurrentLimit,
    about: 'Maximum number of concurrent hook runs in one workspace; -1 is unlimited.',
  },
  hookServerLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.hookServerLimit,
    about: 'Maximum number of concurrent hook runs for one server; -1 is unlimited.',
  },
  hookRunsKept: {
    // So many that a crash never finds the record of a run gone whose end is not written down yet.
    shape: { kind: 'integer', min: 10, unlimited: true },
    default: DEFAULT_SETTINGS.hookRunsKept,
    about: 'How many hook runs the log of a workspace keeps, at least 10; -1 is unlimited.',
  },
  hookRunsKeptDays: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.hookRunsKeptDays,
    about: 'How many days the log of a workspace keeps a hook run; -1 is unlimited.',
  },
  retryDelaysMs: {
    shape: { kind: 'list', of: { kind: 'integer', min: 0, max: HOUR_MS }, max: 20 },
    default: DEFAULT_SETTINGS.retryDelaysMs,
    about: 'Delay before each retry of a connection, in milliseconds; one retry per entry.',
  },
  healthCheckMs: {
    shape: { kind: 'integer', min: 100, max: HOUR_MS },
    default: DEFAULT_SETTINGS.healthCheckMs,
    about: 'How often to ping a running server, in milliseconds.',
  },
  listWaitMs: {
    shape: { kind: 'integer', min: 0, max: 60_000 },
    default: DEFAULT_SETTINGS.listWaitMs,
    about: 'How long the first list of a session waits for servers that are starting, in milliseconds.',
  },
  startTimeoutMs: {
    shape: { kind: 'integer', min: 1000, max: 600_000 },
    default: DEFAULT_SETTINGS.startTimeoutMs,
    about: 'How long a server may take to start and list its tools, in milliseconds.',
  },
  listEntryLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.listEntryLimit,
    about: 'Maximum number of entries to keep from one list of a server; -1 is unlimited.',
  },
  listByteLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.listByteLimit,
    about: 'Maximum number of bytes to read from one list of a server; -1 is unlimited.',
  },
  naming: { shape: NAMING_SHAPE, default: DEFAULT_SETTINGS.naming, about: 'How tool names are shown to clients.' },
  keepHistory: {
    shape: { kind: 'boolean' },
    about:
      'Whether ended calls are recorded in calls.jsonl beside the log: all (true) or none (false); if absent, those of the assistant.',
  },
  keepArguments: {
    shape: { kind: 'boolean' },
    about:
      'Whether calls are recorded with their arguments, without secrets: all (true) or none (false); if absent, those of the assistant.',
  },
  sharedIdleMs: {
    shape: { kind: 'integer', min: 100, max: 24 * HOUR_MS },
    default: DEFAULT_SETTINGS.sharedIdleMs,
    about: 'How long the background Toolyard runs on after its last session, in milliseconds.',
  },
  model: {
    shape: SOME_TEXT,
    about:
      'Model of the assistant, such as "anthropic/NAME", unless the command, the note or TOOLYARD_MODEL names one.',
  },
  conversationTokenLimit: {
    shape: LIMIT_SHAPE,
    about: 'Maximum number of tokens that one conversation with the assistant may use; -1 is unlimited.',
  },
  conversationCostLimit: {
    shape: { kind: 'number', min: 0.01 },
    about:
      'Maximum cost of one conversation with the assistant in US dollars, such as 0.5; it counts where the provider reports the cost.',
  },
  messageNames: {
    shape: { kind: 'object', fields: MESSAGE_NAME_FIELDS },
    about: 'The words that start messages of conversations in documents, between "#" and ":".',
  },
  bindings: {
    shape: { kind: 'list', of: { kind: 'object', fields: BINDING_FIELDS } },
    about: 'Sections of documents that are bound to one server.',
  },
};

/** The fields of one entry of VS Code's `inputs`. */
export const INPUT_FIELDS: Fields = {
  id: { shape: { kind: 'string', notEmpty: true }, required: true, about: 'The ID of ${input:ID}.' },
  type: {
    shape: { kind: 'choice', values: ['promptString', 'pickString', 'command'] },
    required: true,
    about: 'How to ask for the value.',
  },
  description: { shape: { kind: 'string' }, about: 'The question.' },
  password: { shape: { kind: 'boolean' }, default: false, about: 'Hide what is typed.' },
  default: { shape: { kind: 'string' }, about: 'The suggested answer.' },
  options: { shape: { kind: 'list', of: { kind: 'anything' } }, about: 'The answers to pick from.' },
  command: { shape: { kind: 'string' }, about: "An editor's command; Toolyard asks instead." },
  args: { shape: { kind: 'anything' }, about: "Arguments of an editor's command." },
};
