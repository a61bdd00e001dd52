import type { FieldProblem, FormView, ParameterRow, PickerServer } from '../../src/form/protocol.ts';
import type { FieldOf, PageField } from '../../src/webview/field-of.ts';

const COMMON = { isRequired: false, isReadOnly: false, problems: [] };

/** A field for one line of text. */
export function textField(key: string, value: string, more: Partial<FieldOf<'text'>> = {}): FieldOf<'text'> {
  return {
    ...COMMON,
    kind: 'text',
    key,
    label: key,
    value,
    isLong: false,
    input: 'text',
    isTemplate: false,
    ...more,
  };
}

/** A select. */
export function choiceField(key: string, value: string, labels: readonly string[]): FieldOf<'choice'> {
  return {
    ...COMMON,
    kind: 'choice',
    key,
    label: key,
    value,
    choices: labels.map((label) => ({ value: label, label })),
  };
}

/** A check box. */
export function flagField(key: string, value: boolean, about?: string): FieldOf<'flag'> {
  return { ...COMMON, kind: 'flag', key, label: key, value, ...(about === undefined ? {} : { about }) };
}

/** Lines of text. */
export function listField(key: string, value: readonly string[], more: Partial<FieldOf<'list'>> = {}): FieldOf<'list'> {
  return { ...COMMON, kind: 'list', key, label: key, value, addLabel: `Add ${key}`, isTemplate: false, ...more };
}

/** Lines of names and texts. */
export function pairsField(key: string, value: FieldOf<'pairs'>['value']): FieldOf<'pairs'> {
  return { ...COMMON, kind: 'pairs', key, label: key, value, addLabel: `Add ${key}`, isTemplate: true };
}

/** The tool of the action. */
export function toolField(server: string, tool: string, state: string): FieldOf<'tool'> {
  return { ...COMMON, kind: 'tool', key: 'tool', label: 'Tool', isRequired: true, server, tool, state };
}

/** A parameter with no mapping. */
export function parameterRow(parameter: string, more: Partial<ParameterRow> = {}): ParameterRow {
  return {
    parameter,
    type: 'string',
    isRequired: false,
    isExtra: false,
    mapping: { source: 'none', value: { as: 'text', text: '' } },
    problems: [],
    preview: { kind: 'none' },
    ...more,
  };
}

/** Something that keeps the form from being saved. */
export function errorOf(message: string): FieldProblem {
  return { severity: 'error', message };
}

/** A form without fields. */
export const EMPTY_VIEW: FormView = {
  title: 'New Hook',
  sections: [],
  contextNames: [],
  preview: {
    events: [{ value: 'sample', label: 'Sample' }],
    event: 'sample',
    sample: '{}',
    problems: [],
    isPending: false,
  },
  notices: [],
  problems: [],
  isDirty: false,
  isSaving: false,
  canSave: false,
  canOpenFile: false,
};

/** A form with one section of these fields. */
export function viewOf(fields: readonly PageField[], more: Partial<FormView> = {}): FormView {
  return { ...EMPTY_VIEW, sections: [{ id: 'hook', title: 'Hook', fields }], ...more };
}

/** So many tools, on as many servers as a person who tries everything has. */
export function manyServers(tools: number): readonly PickerServer[] {
  const servers = Array.from({ length: 12 }, (_, index) => `server-${index}`);
  return servers.map((name, index) => ({
    id: name,
    name,
    status: index === 3 ? 'unavailable' : 'available',
    ...(index === 3 ? { reason: 'the program "npx" was not found' } : {}),
    origin: index % 2 === 0 ? 'toolyard' : 'vscode',
    tools: Array.from({ length: Math.ceil((tools - index) / 12) }, (_, at) => ({
      name: `${VERBS[at % VERBS.length]}_thing_${at * 12 + index}`,
      about: 'Does something with a thing that has a name, and tells what came of it.',
    })),
  }));
}

const VERBS = ['create', 'read', 'update', 'delete', 'list', 'search'];

/** A form with every kind of field, parameter and message in it. */
export const FULL_VIEW: FormView = {
  title: 'Hook "report"',
  sections: [
    {
      id: 'hook',
      title: 'Hook',
      fields: [
        choiceField('File', 'Workspace: .toolyard/hooks.json', [
          'Workspace: .toolyard/hooks.json',
          'User: ~/.toolyard/hooks.yaml',
        ]),
        textField('Name', 'Report saved files', { isRequired: true, about: 'Shown in the list of hooks.' }),
        textField('ID', 'report', { isReadOnly: true }),
        flagField('Enabled', true, 'A hook that is not enabled stays in the file and never runs.'),
      ],
    },
    {
      id: 'event',
      title: 'Event',
      fields: [
        choiceField('Event', 'file.saved', ['file.saved', 'file.created', 'git.committed', 'schedule']),
        listField('Path', ['src/**/*.ts', '!src/**/*.test.ts'], {
          about: 'Globs over the path of the file, from the workspace; one that starts with "!" takes away.',
        }),
        textField('Cron', '61 * * * *', {
          isRequired: true,
          problems: [errorOf('Minute 61 does not exist; minutes go from 0 to 59.')],
        }),
      ],
    },
    {
      id: 'action',
      title: 'Action',
      fields: [
        choiceField('Action', 'mcp', ['mcp', 'git', 'github', 'agent', 'custom']),
        {
          ...toolField('tracker', 'create_issue', 'available'),
          toolAbout: 'Creates an issue in the tracker of a project and gives its number.',
        },
        textField('Timeout', '30', { about: 'Seconds, from 1 to 300.', input: 'number' }),
        textField('Prompt', 'Look at {path} and say\nwhat is wrong.', { isLong: true, isTemplate: true }),
        textField('Description', 'Long texts can\nhave lines.', { isLong: true }),
        pairsField('Variable', [{ name: 'LEVEL', value: 'debug' }]),
      ],
    },
  ],
  mapping: {
    canAdd: true,
    suggestions: 2,
    note: 'The schema of this tool was last seen 3 days ago.',
    problems: [{ severity: 'warning', message: 'The tool has a new parameter "labels".' }],
    rows: [
      parameterRow('title', {
        isRequired: true,
        about: 'The title of the issue.',
        mapping: { source: 'template', value: { as: 'text', text: 'Saved {path} on {branch}' } },
        preview: { kind: 'value', text: '"Saved src/app.ts on main"' },
      }),
      parameterRow('branch', {
        about: 'The branch to look at.',
        serverDefault: '"main"',
        mapping: {
          source: 'context',
          value: { as: 'text', text: 'branch' },
          default: { as: 'text', text: 'main' },
        },
        preview: { kind: 'value', text: '"main"' },
      }),
      parameterRow('priority', {
        type: 'integer',
        isRequired: true,
        mapping: { source: 'literal', value: { as: 'number', text: 'high' } },
        problems: [errorOf('"high" is not a number.')],
        preview: { kind: 'problem', message: '"priority" has no value yet.' },
      }),
      parameterRow('filter', {
        type: 'object',
        mapping: { source: 'literal', value: { as: 'json', text: '{\n  "tags": ["a"]\n}' } },
        preview: { kind: 'value', text: '{"tags":["a"]}' },
      }),
      parameterRow('kind', {
        type: 'one of 3 values',
        values: ['bug', 'idea', 'task'],
        mapping: { source: 'literal', value: { as: 'text', text: 'bug' } },
      }),
      parameterRow('draft', {
        type: 'boolean',
        mapping: { source: 'literal', value: { as: 'boolean', text: 'true' } },
      }),
      parameterRow('assignee', { about: 'Who gets it.' }),
      parameterRow('extra', { type: 'any value', isExtra: true }),
    ],
  },
  contextNames: [{ name: 'branch', example: '"main"' }, { name: 'path', example: '"src/app.ts"' }, { name: 'feature' }],
  preview: {
    events: [
      { value: 'run-1', label: 'file.saved src/app.ts, 2 minutes ago' },
      { value: 'sample', label: 'Sample' },
    ],
    event: 'run-1',
    sample: '{\n  "path": "src/app.ts",\n  "branch": "main"\n}',
    problems: [],
    result: '{\n  "title": "Saved src/app.ts on main"\n}',
    isPending: false,
  },
  notices: [{ level: 'info', message: 'The server "tracker" was started for this form.' }],
  problems: [{ severity: 'warning', message: 'Two hooks run for the same files.' }],
  isDirty: true,
  isSaving: false,
  canSave: false,
  canOpenFile: true,
  conflict: 'The hook was changed in .toolyard/hooks.json while you edited it here.',
};
