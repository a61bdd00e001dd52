import { jsonHook, yamlHook } from './hooks-file-texts.ts';
import { WRONG_ACTIONS } from './wrong-actions.ts';
import { WRONG_OPERATIONS } from './wrong-operations.ts';
import type { WrongHooksFile } from './wrong-hooks-file.ts';
import { WRONG_TRIGGERS } from './wrong-triggers.ts';

const LONG = 'x'.repeat(101);

/** Hooks files that can be read and must be refused; broken texts are not among them. */
export const WRONG_HOOKS_FILES: readonly WrongHooksFile[] = [
  {
    name: 'a list in place of the file',
    json: '▲[]',
    yaml: '▲- a\n',
    problems: [{ path: '$', message: 'The file must be an object with "version" and "hooks"' }],
  },
  {
    name: 'nothing in it',
    json: '\n  ▲▲{}',
    yaml: '▲▲{}',
    problems: [
      { path: '$.version', message: 'Missing required field: version' },
      { path: '$.hooks', message: 'Missing required field: hooks' },
    ],
  },
  {
    name: 'another version',
    json: '{ "version": ▲2, "hooks": [] }',
    yaml: 'version: ▲2\nhooks: []\n',
    problems: [{ path: '$.version', message: 'version must be 1' }],
  },
  {
    name: 'a version that is a text',
    json: '{ "version": ▲"1", "hooks": [] }',
    yaml: 'version: ▲"1"\nhooks: []\n',
    problems: [{ path: '$.version', message: 'version must be 1' }],
  },
  {
    name: 'hooks that are an object',
    json: '{ "version": 1, "hooks": ▲{} }',
    yaml: 'version: 1\nhooks: ▲{}\n',
    problems: [{ path: '$.hooks', message: 'hooks must be an array, not an object' }],
  },
  {
    name: 'a key of its own at the top',
    json: '{ "version": 1, ▲"hook": [], "hooks": [] }',
    yaml: 'version: 1\n▲hook: []\nhooks: []\n',
    problems: [{ path: '$.hook', message: 'Unknown key "hook"; did you mean "hooks"?' }],
  },
  {
    name: 'a note at the top, which other files may have',
    json: '{ "version": 1, ▲"_note": "mine", "$schema": ▲1, "hooks": [] }',
    yaml: 'version: 1\n▲_note: mine\n$schema: ▲1\nhooks: []\n',
    problems: [
      { path: '$._note', message: 'Unknown key "_note"; use "$schema", "version" or "hooks"' },
      { path: '$.$schema', message: '$schema must be a string, not a number' },
    ],
  },
  {
    name: 'the same key twice',
    json: '{ "version": 1, ▲"version": 1, "hooks": [] }',
    yaml: 'version: 1\n▲version: 1\nhooks: []\n',
    problems: [{ path: '$.version', message: 'Duplicate key: version' }],
    isBeyondSchema: true,
  },
  {
    name: 'a hook that is nothing',
    json: '{ "version": 1, "hooks": [▲null] }',
    yaml: 'version: 1\nhooks:\n  - ▲~\n',
    problems: [{ path: '$.hooks[0]', message: 'hooks[0] must be an object, not null' }],
  },
  {
    name: 'a hook without anything',
    json: '{ "version": 1, "hooks": [▲▲▲{}] }',
    yaml: 'version: 1\nhooks:\n  - ▲▲▲{}\n',
    problems: [
      { path: '$.hooks[0].id', message: 'Missing required field: id' },
      { path: '$.hooks[0].trigger', message: 'Missing required field: trigger' },
      { path: '$.hooks[0].action', message: 'Missing required field: action' },
    ],
  },
  ...['', 'a b', 'ä', 'a/b', 'x'.repeat(65), '-a', '--yes'].map((id) => ({
    name: `an id that is none: "${id}"`,
    json: jsonHook({ id: `▲"${id}"` }),
    yaml: yamlHook({ id: `▲"${id}"` }),
    problems: [
      {
        path: '$.hooks[0].id',
        message: 'id must be 1 to 64 letters, digits, "-", "_" and ".", not starting with "-"',
      },
    ],
  })),
  {
    name: 'an id that is a number',
    json: jsonHook({ id: '▲1' }),
    yaml: yamlHook({ id: '▲1' }),
    problems: [{ path: '$.hooks[0].id', message: 'id must be a string, not a number' }],
  },
  {
    name: 'the same id twice',
    json: `{ "version": 1, "hooks": [
      { "id": "a", "trigger": { "event": "manual" }, "action": { "type": "custom", "parameters": { "command": "x" } } },
      { "id": ▲"a", "trigger": { "event": "manual" }, "action": { "type": "custom", "parameters": { "command": "y" } } }
    ] }`,
    yaml: `version: 1
hooks:
  - { id: a, trigger: { event: manual }, action: { type: custom, parameters: { command: x } } }
  - { id: ▲a, trigger: { event: manual }, action: { type: custom, parameters: { command: y } } }
`,
    problems: [{ path: '$.hooks[1].id', message: 'Duplicate id: a' }],
    isBeyondSchema: true,
  },
  {
    name: 'a name that is too long, and one that is empty',
    json: jsonHook({ more: `"name": ▲"${LONG}"` }),
    yaml: yamlHook({ more: `name: ▲${LONG}` }),
    problems: [{ path: '$.hooks[0].name', message: 'name must have at most 100 characters' }],
  },
  {
    name: 'a group that is too long',
    json: jsonHook({ more: `"group": ▲"${LONG}"` }),
    yaml: yamlHook({ more: `group: ▲${LONG}` }),
    problems: [{ path: '$.hooks[0].group', message: 'group must have at most 100 characters' }],
  },
  {
    name: 'an empty group',
    json: jsonHook({ more: '"group": ▲""' }),
    yaml: yamlHook({ more: 'group: ▲""' }),
    problems: [{ path: '$.hooks[0].group', message: 'group must not be empty' }],
  },
  {
    name: 'a switch that is a text',
    json: jsonHook({ more: '"enabled": ▲"yes"' }),
    yaml: yamlHook({ more: 'enabled: ▲yes' }),
    problems: [{ path: '$.hooks[0].enabled', message: 'enabled must be true or false' }],
  },
  {
    name: 'a slip in a key of a hook',
    json: jsonHook({ more: '▲"enable": true' }),
    yaml: yamlHook({ more: '▲enable: true' }),
    problems: [{ path: '$.hooks[0].enable', message: 'Unknown key "enable"; did you mean "enabled"?' }],
  },
  {
    name: 'a policy that is not known',
    json: jsonHook({ more: '"policy": ▲"restart"' }),
    yaml: yamlHook({ more: 'policy: ▲restart' }),
    problems: [
      {
        path: '$.hooks[0].policy',
        message: 'Unknown policy "restart"; use "queue", "drop", "replace" or "debounce"',
      },
    ],
  },
  {
    name: 'a debounce without its policy',
    json: jsonHook({ more: '▲"debounceMs": 500' }),
    yaml: yamlHook({ more: '▲debounceMs: 500' }),
    problems: [
      {
        path: '$.hooks[0].debounceMs',
        message: '"debounceMs" is only for policy "debounce"; remove one of them',
      },
    ],
  },
  {
    name: 'a debounce that is too short',
    json: jsonHook({ more: '"policy": "debounce",\n    "debounceMs": ▲99' }),
    yaml: yamlHook({ more: 'policy: debounce\n    debounceMs: ▲99' }),
    problems: [{ path: '$.hooks[0].debounceMs', message: 'debounceMs must be a whole number from 100 to 600000' }],
  },
  ...WRONG_TRIGGERS,
  ...WRONG_ACTIONS,
  ...WRONG_OPERATIONS,
];
