import type { Fields, Shape } from '@toolyard/core';
import { ACTION_SHAPE } from './action-fields.ts';
import { HOOK_LIMITS, POLICIES } from '../hook/hook.ts';
import { TRIGGER_SHAPE } from './trigger-fields.ts';

/** How many hooks one file may have. */
const MAX_HOOKS = 1000;

/** What the id of a hook may be. */
const ID: Shape = {
  kind: 'string',
  matches: /^(?!-)[A-Za-z0-9._-]{1,64}$/,
  matchesAre: '1 to 64 letters, digits, "-", "_" and ".", not starting with "-"',
};

const HOOK_FIELDS: Fields = {
  id: { shape: ID, required: true, about: 'Names the hook in commands and in the log.' },
  name: {
    shape: { kind: 'string', notEmpty: true, maxLength: HOOK_LIMITS.nameLength },
    about: `What people see, at most ${HOOK_LIMITS.nameLength} characters.`,
  },
  description: { shape: { kind: 'string' }, about: 'What the hook is for.' },
  group: {
    shape: { kind: 'string', notEmpty: true, maxLength: HOOK_LIMITS.nameLength },
    about: 'Which hooks belong together for people, at most 100 characters; views show them below this name.',
  },
  enabled: { shape: { kind: 'boolean' }, default: true, about: 'Whether events run the hook.' },
  trigger: { shape: TRIGGER_SHAPE, required: true, about: 'When the hook runs.' },
  action: { shape: ACTION_SHAPE, required: true, about: 'What the hook does.' },
  policy: {
    shape: { kind: 'choice', values: POLICIES },
    default: 'queue',
    about:
      'What happens to an event while an earlier run for the same path waits or runs: it waits too (queue), it is dropped (drop), it takes its place (replace), or both wait until it is quiet (debounce).',
  },
  debounceMs: {
    shape: { kind: 'integer', min: HOOK_LIMITS.minDebounceMs, max: HOOK_LIMITS.maxDebounceMs },
    default: HOOK_LIMITS.defaultDebounceMs,
    onlyWith: { field: 'policy', value: 'debounce' },
    about: 'How long it must be quiet before a debounced hook runs, in milliseconds.',
  },
};

/** The fields of a hooks file, and of everything in it. */
export const FILE_FIELDS: Fields = {
  $schema: { shape: { kind: 'string' }, about: 'Where editors find the schema of this file.' },
  version: { shape: { kind: 'integer', min: 1, max: 1 }, required: true, about: 'The version of this format: 1.' },
  hooks: {
    shape: {
      kind: 'list',
      of: { kind: 'object', fields: HOOK_FIELDS, startsNames: true },
      max: MAX_HOOKS,
      uniqueBy: 'id',
    },
    required: true,
    about: 'The hooks. Ids are unique.',
  },
};
