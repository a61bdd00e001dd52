import type { Action, Trigger } from '@toolyard/hooks';
import { createHook, exampleCall } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { POST_SCHEMA } from '../../test/fakes/open-test-form.ts';
import { checkDraft, type CheckedDraft } from './check-draft.ts';
import { editDraft } from './edit-draft.ts';
import type { HookDraft } from './hook-draft.ts';
import type { FieldValue, RowMapping } from './protocol.ts';
import { toDraft } from './to-draft.ts';

const FACTS = { taken: [], locked: new Set<string>(), findSchema: () => POST_SCHEMA };
const AROUND = { schema: POST_SCHEMA, taken: ['taken'], tool: [] };
const CALL = exampleCall([{ toolParam: 'text', source: 'literal', value: 'hello' }]);
const PROGRAM: Action = { type: 'custom', parameters: { command: 'node', args: [], timeout: 30_000 } };

function draftOf(action: Action = CALL, trigger: Trigger = { event: 'file.saved' }): HookDraft {
  return toDraft(createHook('a', { action, trigger }), { folder: '/shop', source: 'workspace' });
}

function change(draft: HookDraft, key: string, value: FieldValue): HookDraft {
  return editDraft(draft, { protocol: 1, type: 'change', edit: 1, key, value }, FACTS);
}

function map(draft: HookDraft, parameter: string, mapping: RowMapping): HookDraft {
  return editDraft(draft, { protocol: 1, type: 'map', edit: 1, parameter, mapping }, FACTS);
}

function toAction(type: 'git' | 'github' | 'agent', parameters: object): Action {
  return { type, parameters: { timeout: 30_000, ...parameters } } as Action;
}

const commit = toAction('git', { operation: 'commit', message: 'm', paths: ['.'] });
const label = toAction('github', { operation: 'add-label', repository: 'a/b', issue: 1, labels: ['x'] });
const ask = toAction('agent', { operation: 'ask', prompt: 'p' });

function messagesOf({ fields }: CheckedDraft, key: string): readonly string[] {
  return (fields.get(key) ?? []).map(({ message }) => message);
}

describe('checkDraft', () => {
  it('gives the hook where nothing is wrong', async () => {
    const { hook, fields, rows, mapping, others } = await checkDraft(draftOf(), AROUND);
    expect(hook).toEqual(createHook('a', { action: CALL }));
    expect([...fields, ...rows, ...mapping, ...others]).toEqual([]);
  });

  it.each([
    ['id', draftOf(), '', 'This field is required'],
    ['id', draftOf(), 'taken', 'Another hook has the id "taken"'],
    ['id', draftOf(), 'a b', 'Id must be 1 to 64 letters, digits, "-", "_" and ".", not starting with "-"'],
    ['name', draftOf(), 'x'.repeat(101), 'Name must have at most 100 characters'],
    ['action.timeout', draftOf(), '0', 'Timeout in seconds must be from 1 to 300'],
    ['action.timeout', draftOf(), '300.5', 'Timeout in seconds must be from 1 to 300'],
    ['action.timeout', draftOf(), 'soon', 'Timeout in seconds must be from 1 to 300'],
    ['trigger.paths', draftOf(), ['x'.repeat(1001)], 'Paths[0] must have at most 1000 characters'],
    ['trigger.cron', draftOf(CALL, { event: 'schedule', cron: '@daily' }), '', 'This field is required'],
    ['trigger.timeZone', draftOf(CALL, { event: 'schedule', cron: '@daily' }), 'Mars', /^Unknown time zone "Mars"/],
    ['trigger.secretEnv', draftOf(CALL, { event: 'webhook' }), 'a b', /^Variable with the secret must be/],
    ['trigger.if.exitCode', draftOf(CALL, { event: 'task.ended' }), 'bad', /^Exit code must be a number/],
    ['custom.command', draftOf(PROGRAM), '', 'This field is required'],
    ['custom.args', draftOf(PROGRAM), ['{nowhere}'], /^Unknown name "nowhere"/],
    ['custom.cwd', draftOf(PROGRAM), '../up', /^Working directory must be a path inside the workspace/],
    ['custom.env', draftOf(PROGRAM), [{ name: '', value: 'x' }], 'Environment variables has a value without a name'],
    [
      'custom.env',
      draftOf(PROGRAM),
      [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
      'Environment variables has "A" twice',
    ],
    ['git.commit.message', draftOf(commit), '', 'This field is required'],
    ['git.commit.paths', draftOf(commit), ['../x'], /must be a path inside the workspace/],
    ['github.repository', draftOf(label), 'nowhere', 'It must be a repository as "owner/name"'],
    ['github.add-label.issue', draftOf(label), '0', /^Issue number must be/],
    ['agent.ask.prompt', draftOf(ask), '', 'This field is required'],
    ['agent.ask.tools', draftOf(ask), ['nowhere'], /must be a tool with its server/],
    ['agent.ask.turns', draftOf(ask), '1000', /^Turns must be/],
  ] as const)('says at "%s" what is wrong', async (key, draft, value, message) => {
    const checked = await checkDraft(change(draft, key, value), AROUND);
    const said = messagesOf(checked, key);
    expect(said.length).toBeGreaterThan(0);
    expect(said[0]).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(checked.hook).toBeUndefined();
    expect(checked.others).toEqual([]);
  });

  it('asks for a tool, and for what the tool requires', async () => {
    const none = await checkDraft({ ...draftOf(), tool: { server: '', tool: '' } }, { ...AROUND, schema: undefined });
    expect(messagesOf(none, 'mcp.tool')).toEqual(['Choose a tool']);
    const unmapped = await checkDraft(draftOf(exampleCall([])), AROUND);
    expect(unmapped.rows.get('text')).toEqual([{ severity: 'error', message: 'This parameter is required' }]);
  });

  it('says at a parameter what its schema refuses, also while something else is wrong', async () => {
    const draft = change(draftOf(), 'id', '');
    const checked = await checkDraft(
      map(draft, 'count', { source: 'literal', value: { as: 'number', text: '0' } }),
      AROUND,
    );
    expect(checked.rows.get('count')?.[0]?.message).toContain('count: ');
    expect(messagesOf(checked, 'id')).toEqual(['This field is required']);
  });

  it.each([
    [{ source: 'literal', value: { as: 'json', text: '{' } }, /^The value is not valid JSON/],
    [{ source: 'literal', value: { as: 'boolean', text: 'yes' } }, 'The value must be true or false'],
    [{ source: 'literal', value: { as: 'number', text: '9007199254740993' } }, /too large to be passed on exactly/],
    [{ source: 'context', value: { as: 'text', text: '' } }, 'A name is missing'],
    [{ source: 'template', value: { as: 'text', text: 'a {b' } }, /is never closed/],
    [{ source: 'template', value: { as: 'number', text: '5' } }, /must be a string, an array or an object/],
    [
      { source: 'context', value: { as: 'text', text: 'path' }, default: { as: 'json', text: 'x' } },
      /^The default is not valid JSON/,
    ],
  ] as const)('says at a parameter that is typed as %j what is wrong, once', async (mapping, message) => {
    const checked = await checkDraft(map(draftOf(), 'text', mapping), AROUND);
    expect(checked.rows.get('text')).toEqual([
      { severity: 'error', message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
    expect(checked.mapping).toEqual([]);
    expect(checked.hook).toBeUndefined();
  });

  it('warns of what is hardly meant, which can be saved', async () => {
    const draft = map(draftOf(), 'text', { source: 'context', value: { as: 'text', text: 'commit' } });
    const checked = await checkDraft(draft, AROUND);
    expect(checked.rows.get('text')).toEqual([
      { severity: 'warning', message: expect.stringContaining('"commit" has no value for file.saved') },
    ]);
    expect(checked.hook).toBeDefined();
  });

  it('warns of parameters that the tool does not know', async () => {
    const draft = map(draftOf(), 'txet', { source: 'literal', value: { as: 'text', text: 'x' } });
    const checked = await checkDraft(draft, AROUND);
    expect(checked.rows.get('txet')?.[0]?.message).toMatch(/^The tool has no parameter "txet"/);
  });
});
