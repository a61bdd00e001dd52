import { DEFAULT_SETTINGS } from './configuration.ts';
import { LIMIT_SHAPE, NAMING_SHAPE, TIMEOUT_SHAPE } from './server-fields.ts';
import type { Fields, Shape } from './shape.ts';

const HOUR_MS = 3_600_000;

const SOME_TEXT: Shape = { kind: 'string', notEmpty: true };

const BINDING_FIELDS: Fields = {
  document: {
    shape: SOME_TEXT,
    about: 'A glob over the paths of documents, from the folder of this file; absent: all.',
  },
  heading: { shape: SOME_TEXT, about: 'The heading of the section, such as "## Forecasts".' },
  block: { shape: SOME_TEXT, about: 'The block id of the section.' },
  lines: {
    shape: SOME_TEXT,
    about: 'The first and the last line of the section, such as "40-60", counted without results.',
  },
  server: { shape: SOME_TEXT, required: true, about: 'The key of the only server that is available there.' },
  inherit: { shape: { kind: 'boolean' }, default: true, about: 'Whether sections below are bound too.' },
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
    about: 'Calls at once over all servers; -1 is unlimited.',
  },
  sessionLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.sessionLimit,
    about: 'Calls in one session; -1 is unlimited.',
  },
  sessionCopyLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.sessionCopyLimit,
    about: 'Copies of servers with "sharing": "per-session" at once, over all sessions and servers; -1 is unlimited.',
  },
  hookConcurrentLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.hookConcurrentLimit,
    about: 'Runs of hooks at once in one workspace; -1 is unlimited.',
  },
  hookServerLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.hookServerLimit,
    about: 'Runs of hooks at once for one server; -1 is unlimited.',
  },
  retryDelaysMs: {
    shape: { kind: 'list', of: { kind: 'integer', min: 0, max: HOUR_MS }, max: 20 },
    default: DEFAULT_SETTINGS.retryDelaysMs,
    about: 'The wait before each retry of a connection, in milliseconds; one retry for each entry.',
  },
  healthCheckMs: {
    shape: { kind: 'integer', min: 100, max: HOUR_MS },
    default: DEFAULT_SETTINGS.healthCheckMs,
    about: 'How often a running server is asked whether it still answers, in milliseconds.',
  },
  listWaitMs: {
    shape: { kind: 'integer', min: 0, max: 60_000 },
    default: DEFAULT_SETTINGS.listWaitMs,
    about: 'How long the first list of a session waits for servers that are starting, in milliseconds.',
  },
  startTimeoutMs: {
    shape: { kind: 'integer', min: 1000, max: 600_000 },
    default: DEFAULT_SETTINGS.startTimeoutMs,
    about: 'How long a server may take from its start to its tools, in milliseconds.',
  },
  listEntryLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.listEntryLimit,
    about: 'Entries that are kept of one list of one server; -1 is unlimited.',
  },
  listByteLimit: {
    shape: LIMIT_SHAPE,
    default: DEFAULT_SETTINGS.listByteLimit,
    about: 'Bytes that are read of one list of one server; -1 is unlimited.',
  },
  naming: { shape: NAMING_SHAPE, default: DEFAULT_SETTINGS.naming, about: 'How clients see the names of the tools.' },
  keepHistory: {
    shape: { kind: 'boolean' },
    default: DEFAULT_SETTINGS.keepHistory,
    about: 'Keep a line for every call that ended, without arguments and results, in calls.jsonl beside the log.',
  },
  sharedIdleMs: {
    shape: { kind: 'integer', min: 100, max: 24 * HOUR_MS },
    default: DEFAULT_SETTINGS.sharedIdleMs,
    about: 'How long a yard in the background waits for another session after its last one, in milliseconds.',
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
    about: 'How the value is asked for.',
  },
  description: { shape: { kind: 'string' }, about: 'The question.' },
  password: { shape: { kind: 'boolean' }, default: false, about: 'Typed text is hidden.' },
  default: { shape: { kind: 'string' }, about: 'The answer that is offered.' },
  options: { shape: { kind: 'list', of: { kind: 'anything' } }, about: 'The answers to pick from.' },
  command: { shape: { kind: 'string' }, about: "An editor's command; Toolyard asks instead." },
  args: { shape: { kind: 'anything' }, about: "Arguments of an editor's command." },
};
