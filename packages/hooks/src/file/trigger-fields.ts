import type { Fields, Shape } from '@toolyard/core';
import { AGENT_OPERATIONS, type AgentOperation } from '../hook/agent-operations.ts';
import { checkName } from './check-texts.ts';
import { EVENT_NAMES, MISSED_RUNS, WEBHOOK_AUTHS, type EventName } from '../hook/hook.ts';
import { checkCron, checkTimeZone } from '../schedule/check-schedule.ts';

/** Long enough for any path; comparing takes as long as glob and path are. */
const GLOB: Shape = { kind: 'string', notEmpty: true, maxLength: 1000 };
const PLAIN: Shape = { kind: 'plain' };
const PLAINS: Shape = { kind: 'list', of: PLAIN, notEmpty: true };
const PLAIN_OR_PLAINS: Shape = { kind: 'either', of: [PLAIN, PLAINS] };

const OPERATORS: Fields = {
  is: { shape: PLAIN_OR_PLAINS, about: 'The value, or one of these.' },
  not: { shape: PLAIN_OR_PLAINS, about: 'Not this value, and none of these.' },
  matches: { shape: GLOB, about: 'A glob over the value as text.' },
  exists: { shape: { kind: 'boolean' }, about: 'Whether there is a value at all.' },
};

const COMMON: Fields = {
  if: {
    shape: {
      kind: 'map',
      of: { kind: 'either', of: [PLAIN, PLAINS, { kind: 'object', fields: OPERATORS }] },
      checkKey: checkName,
    },
    about: 'Conditions on context values, by name; all have to hold.',
  },
};

const OF_FILES: Fields = {
  paths: {
    shape: { kind: 'list', of: GLOB, notEmpty: true },
    about:
      'Globs over the path of the file, from the workspace; one that starts with "!" takes away. Absent: any path.',
  },
  ...COMMON,
  batch: {
    shape: { kind: 'boolean' },
    about: 'One run for all changes that settled together, with their paths in "paths".',
  },
};

const OF_AGENTS: Fields = {
  agent: {
    shape: { kind: 'string', notEmpty: true, examples: namesOf(({ agent }) => agent) },
    about: 'Whose operation, such as "speckit" or "openspec". Absent: any.',
  },
  operation: {
    shape: { kind: 'string', notEmpty: true, examples: namesOf(({ operation }) => operation) },
    about: 'Which operation, such as "specify". Absent: any.',
  },
  timing: { shape: { kind: 'choice', values: ['before', 'after'] }, about: 'Before the operation, or after it.' },
  ...COMMON,
};

function namesOf(name: (operation: AgentOperation) => string): readonly string[] {
  return [...new Set(AGENT_OPERATIONS.map(name))];
}

const OF_SCHEDULES: Fields = {
  cron: {
    // No list of numbers that means anything is longer.
    shape: { kind: 'string', notEmpty: true, maxLength: 500, check: checkCron },
    required: true,
    about: 'When: minute, hour, day of month, month and day of week, or @hourly, @daily, @weekly, @monthly or @yearly.',
  },
  timeZone: {
    shape: { kind: 'string', notEmpty: true, maxLength: 100, check: checkTimeZone },
    about: 'The time zone of "cron", such as "Europe/Berlin". Absent: that of the machine.',
  },
  missed: {
    shape: { kind: 'choice', values: MISSED_RUNS },
    default: 'once',
    about: 'What becomes of times that passed while nothing ran: one run for all of them (once), or none (skip).',
  },
  ...COMMON,
};

const OF_WEBHOOKS: Fields = {
  secretEnv: {
    shape: { kind: 'string', matches: /^[A-Za-z_][A-Za-z0-9_]*$/, matchesAre: 'the name of an environment variable' },
    about: 'The environment variable that has the secret. Absent: the hook has no address, and is only fired by hand.',
  },
  auth: {
    shape: { kind: 'choice', values: WEBHOOK_AUTHS },
    about: 'Whether the secret signs the body, as GitHub does it (signature, the default), or is sent along (token).',
  },
  ...COMMON,
};

const FILE_EVENTS: readonly EventName[] = ['file.saved', 'file.created', 'file.deleted', 'file.renamed'];
const SPECIAL: ReadonlySet<EventName> = new Set([...FILE_EVENTS, 'agent', 'schedule', 'webhook']);

/** When a hook runs; which fields there are depends on the event. */
export const TRIGGER_SHAPE: Shape = {
  kind: 'variants',
  by: 'event',
  about: 'The event that triggers the hook.',
  of: [
    { when: FILE_EVENTS, fields: OF_FILES },
    { when: ['agent'], fields: OF_AGENTS },
    { when: ['schedule'], fields: OF_SCHEDULES },
    { when: ['webhook'], fields: OF_WEBHOOKS },
    { when: EVENT_NAMES.filter((event) => !SPECIAL.has(event)), fields: COMMON },
  ],
};
