import { jsonHook, yamlHook } from './hooks-file-texts.ts';
import type { WrongHooksFile } from './wrong-hooks-file.ts';

/** Triggers that no hook can have. */
export const WRONG_TRIGGERS: readonly WrongHooksFile[] = [
  {
    name: 'no event',
    json: jsonHook({ trigger: '▲{ "paths": ["a"] }' }),
    yaml: yamlHook({ trigger: '▲{ paths: [a] }' }),
    problems: [{ path: '$.hooks[0].trigger.event', message: 'Missing required field: event' }],
  },
  {
    name: 'an event with a slip',
    json: jsonHook({ trigger: '{ "event": ▲"file.save" }' }),
    yaml: yamlHook({ trigger: '\n      event: ▲file.save' }),
    problems: [{ path: '$.hooks[0].trigger.event', message: 'Unknown event "file.save"; did you mean "file.saved"?' }],
  },
  {
    name: 'an event that is nothing like one',
    json: jsonHook({ trigger: '{ "event": ▲"lunch" }' }),
    yaml: yamlHook({ trigger: '{ event: ▲lunch }' }),
    problems: [
      {
        path: '$.hooks[0].trigger.event',
        message:
          'Unknown event "lunch"; use "file.saved", "file.created", "file.deleted", "file.renamed", "agent", "schedule", "webhook", "git.committed", "git.branch-changed", "git.pushed", "task.ended", "hook.ended", "manual", "terminal.ended" or "diagnostics.changed"',
      },
    ],
  },
  {
    name: 'an event that is a number',
    json: jsonHook({ trigger: '{ "event": ▲1 }' }),
    yaml: yamlHook({ trigger: '{ event: ▲1 }' }),
    problems: [
      {
        path: '$.hooks[0].trigger.event',
        message:
          'trigger.event must be "file.saved", "file.created", "file.deleted", "file.renamed", "agent", "schedule", "webhook", "git.committed", "git.branch-changed", "git.pushed", "task.ended", "hook.ended", "manual", "terminal.ended" or "diagnostics.changed"',
      },
    ],
  },
  {
    name: 'a trigger that is a text',
    json: jsonHook({ trigger: '▲"file.saved"' }),
    yaml: yamlHook({ trigger: '▲file.saved' }),
    problems: [{ path: '$.hooks[0].trigger', message: 'trigger must be an object, not a string' }],
  },
  {
    name: 'paths of an event without a file',
    json: jsonHook({ trigger: '{ "event": "git.committed", ▲"paths": ["a"] }' }),
    yaml: yamlHook({ trigger: '\n      event: git.committed\n      ▲paths: [a]' }),
    problems: [
      {
        path: '$.hooks[0].trigger.paths',
        message: '"paths" is not for event "git.committed"; remove it',
      },
    ],
  },
  {
    name: 'a batch of an event without a file',
    json: jsonHook({ trigger: '{ "event": "manual", ▲"batch": true }' }),
    yaml: yamlHook({ trigger: '{ event: manual, ▲batch: true }' }),
    problems: [{ path: '$.hooks[0].trigger.batch', message: '"batch" is not for event "manual"; remove it' }],
  },
  {
    name: 'fields of another event',
    json: jsonHook({ trigger: '{ "event": "file.saved", ▲"cron": "* * * * *", ▲"timing": "after" }' }),
    yaml: yamlHook({ trigger: '{ event: file.saved, ▲cron: "* * * * *", ▲timing: after }' }),
    problems: [
      { path: '$.hooks[0].trigger.cron', message: '"cron" is not for event "file.saved"; remove it' },
      { path: '$.hooks[0].trigger.timing', message: '"timing" is not for event "file.saved"; remove it' },
    ],
  },
  {
    name: 'a schedule without a time',
    json: jsonHook({ trigger: '▲{ "event": "schedule" }' }),
    yaml: yamlHook({ trigger: '▲{ event: schedule }' }),
    problems: [{ path: '$.hooks[0].trigger.cron', message: 'Missing required field: cron' }],
  },
  {
    name: 'a schedule at a time and in a zone that there are not',
    json: jsonHook({ trigger: '{ "event": "schedule", "cron": ▲"0 25 * * *", "timeZone": ▲"Europe/Berln" }' }),
    yaml: yamlHook({ trigger: '{ event: schedule, cron: ▲0 25 * * *, timeZone: ▲Europe/Berln }' }),
    problems: [
      { path: '$.hooks[0].trigger.cron', message: 'cron "0 25 * * *": hour "25" is not 0 to 23' },
      {
        path: '$.hooks[0].trigger.timeZone',
        message: 'Unknown time zone "Europe/Berln"; did you mean "Europe/Berlin"?',
      },
    ],
    isBeyondSchema: true,
  },
  {
    name: 'a schedule on a day that never comes',
    json: jsonHook({ trigger: '{ "event": "schedule", "cron": ▲"0 0 30 2 *" }' }),
    yaml: yamlHook({ trigger: '{ event: schedule, cron: ▲0 0 30 2 * }' }),
    problems: [
      {
        path: '$.hooks[0].trigger.cron',
        message: 'cron "0 0 30 2 *" never matches, because its months have no such day',
      },
    ],
    isBeyondSchema: true,
  },
  {
    name: 'a schedule that does something else with what it missed',
    json: jsonHook({ trigger: '{ "event": "schedule", "cron": "@daily", "missed": ▲"twice" }' }),
    yaml: yamlHook({ trigger: '{ event: schedule, cron: "@daily", missed: ▲twice }' }),
    problems: [{ path: '$.hooks[0].trigger.missed', message: 'Unknown missed "twice"; use "once" or "skip"' }],
  },
  {
    name: 'a webhook with its secret in the file',
    json: jsonHook({ trigger: '{ "event": "webhook", "secretEnv": ▲"hunter2!", "auth": ▲"hmac" }' }),
    yaml: yamlHook({ trigger: '{ event: webhook, secretEnv: ▲"hunter2!", auth: ▲hmac }' }),
    problems: [
      {
        path: '$.hooks[0].trigger.secretEnv',
        message: 'trigger.secretEnv must be the name of an environment variable',
      },
      { path: '$.hooks[0].trigger.auth', message: 'Unknown auth "hmac"; use "signature" or "token"' },
    ],
  },
  {
    name: 'a timing that is neither',
    json: jsonHook({ trigger: '{ "event": "agent", "timing": ▲"afterr" }' }),
    yaml: yamlHook({ trigger: '{ event: agent, timing: ▲afterr }' }),
    problems: [{ path: '$.hooks[0].trigger.timing', message: 'Unknown timing "afterr"; did you mean "after"?' }],
  },
  {
    name: 'a slip in a key of the trigger',
    json: jsonHook({ trigger: '{ "event": "file.saved", ▲"path": ["a"] }' }),
    yaml: yamlHook({ trigger: '{ event: file.saved, ▲path: [a] }' }),
    problems: [{ path: '$.hooks[0].trigger.path', message: 'Unknown key "path"; did you mean "paths"?' }],
  },
  {
    name: 'paths that are a text, and none',
    json: jsonHook({ trigger: '{ "event": "file.saved", "paths": ▲"a" }' }),
    yaml: yamlHook({ trigger: '{ event: file.saved, paths: ▲a }' }),
    problems: [{ path: '$.hooks[0].trigger.paths', message: 'trigger.paths must be an array, not a string' }],
  },
  {
    name: 'no paths',
    json: jsonHook({ trigger: '{ "event": "file.saved", "paths": ▲[] }' }),
    yaml: yamlHook({ trigger: '{ event: file.saved, paths: ▲[] }' }),
    problems: [{ path: '$.hooks[0].trigger.paths', message: 'trigger.paths must not be empty' }],
  },
  {
    name: 'an empty path',
    json: jsonHook({ trigger: '{ "event": "file.saved", "paths": ["a", ▲""] }' }),
    yaml: yamlHook({ trigger: '\n      event: file.saved\n      paths:\n        - a\n        - ▲""' }),
    problems: [{ path: '$.hooks[0].trigger.paths[1]', message: 'trigger.paths[1] must not be empty' }],
  },
  {
    name: 'a condition on a name that is not known',
    json: jsonHook({ trigger: '{ "event": "manual", "if": { ▲"brunch": "main" } }' }),
    yaml: yamlHook({ trigger: '\n      event: manual\n      if:\n        ▲brunch: main' }),
    problems: [{ path: '$.hooks[0].trigger.if.brunch', message: 'Unknown name "brunch"; did you mean "branch"?' }],
    isBeyondSchema: true,
  },
  {
    name: 'an operator that is not known',
    json: jsonHook({ trigger: '{ "event": "manual", "if": { "branch": { ▲"match": "a" } } }' }),
    yaml: yamlHook({ trigger: '{ event: manual, if: { branch: { ▲match: a } } }' }),
    problems: [
      {
        path: '$.hooks[0].trigger.if.branch.match',
        message: 'Unknown key "match"; use "is", "not", "matches" or "exists"',
      },
    ],
  },
  {
    name: 'a condition on one of no values, and on lists in lists',
    json: jsonHook({ trigger: '{ "event": "manual", "if": { "branch": ▲[], "user": ["a", ▲["b"]] } }' }),
    yaml: yamlHook({ trigger: '{ event: manual, if: { branch: ▲[], user: [a, ▲[b]] } }' }),
    problems: [
      { path: '$.hooks[0].trigger.if.branch', message: 'trigger.if.branch must not be empty' },
      {
        path: '$.hooks[0].trigger.if.user[1]',
        message: 'trigger.if.user[1] must be a string, a number, true, false or null',
      },
    ],
  },
  {
    name: 'wrong values of operators',
    json: jsonHook({
      trigger: '{ "event": "manual", "if": { "branch": { "is": ▲{}, "matches": ▲1, "exists": ▲"yes" } } }',
    }),
    yaml: yamlHook({ trigger: '{ event: manual, if: { branch: { is: ▲{}, matches: ▲1, exists: ▲"yes" } } }' }),
    problems: [
      {
        path: '$.hooks[0].trigger.if.branch.is',
        message: 'trigger.if.branch.is must be a string, a number, true, false or null or an array',
      },
      {
        path: '$.hooks[0].trigger.if.branch.matches',
        message: 'trigger.if.branch.matches must be a string, not a number',
      },
      { path: '$.hooks[0].trigger.if.branch.exists', message: 'trigger.if.branch.exists must be true or false' },
    ],
  },
];
