import {
  AGENT_ACTIONS,
  EVENT_NAMES,
  GIT_OPERATIONS,
  GITHUB_OPERATIONS,
  parseHooksFile,
  POLICIES,
  type Hook,
  type ParameterRules,
} from '@toolyard/hooks';
import { createHook, exampleCall, GOOD_HOOKS_FILES } from '@toolyard/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDraft } from './edit-draft.ts';
import type { HookDraft } from './hook-draft.ts';
import type { FieldValue } from './protocol.ts';
import { toDraft } from './to-draft.ts';
import { toHook } from './to-hook.ts';

const PLACE = { folder: '/shop', source: 'workspace' } as const;
const FACTS = { taken: [], locked: new Set<string>(), findSchema: () => undefined };

const goodHooks = GOOD_HOOKS_FILES.flatMap(({ name, json }) =>
  parseHooksFile(json, { format: 'json' }).hooks.map((hook) => ({ name, hook })),
);

const change = (draft: HookDraft, key: string, value: FieldValue): HookDraft =>
  editDraft(draft, { protocol: 1, type: 'change', edit: 1, key, value }, FACTS);

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const text = fc.string({ maxLength: 20 }).map((value) => value.replaceAll(/[{}\0]/g, ''));
const plain = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null));
const condition = fc.oneof(
  plain,
  fc.array(plain, { minLength: 1, maxLength: 3 }),
  fc.record({ is: plain, not: plain, matches: word, exists: fc.boolean() }, { requiredKeys: [] }),
);
const conditions = fc.dictionary(
  fc.constantFrom('branch', 'task', 'exitCode', 'hook', 'status', 'path', 'command', 'remote', 'data.a', 'user'),
  condition,
  { maxKeys: 4 },
);

const FIELDS: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  file: { paths: fc.array(word, { minLength: 1, maxLength: 3 }), batch: fc.boolean() },
  agent: { agent: word, operation: word, timing: fc.constantFrom('before', 'after') },
  schedule: { timeZone: fc.constantFrom('UTC', 'Europe/Berlin'), missed: fc.constantFrom('once', 'skip') },
  webhook: { secretEnv: fc.constant('SECRET'), auth: fc.constantFrom('signature', 'token') },
};

const trigger = fc.constantFrom(...EVENT_NAMES).chain((event) => {
  const fields = FIELDS[event.split('.')[0] ?? ''] ?? {};
  return fc
    .record({ ...fields, if: conditions }, { requiredKeys: [] })
    .map((given) => ({ ...given, event, ...(event === 'schedule' && { cron: '@daily' }) }));
});

/** Whole numbers that cannot be passed on exactly are refused, whoever typed them. */
const exactJson = (maxDepth: number): fc.Arbitrary<unknown> =>
  fc.jsonValue({ maxDepth }).filter((value) => !/\d{16}/.test(JSON.stringify(value)));

const mapping = fc
  .record({ toolParam: word, value: exactJson(3), fallback: fc.option(exactJson(2)) })
  .chain(({ toolParam, value, fallback }) => {
    const withDefault = fallback === null ? {} : { default: fallback };
    return fc.constantFrom(
      { toolParam, source: 'literal', value },
      { toolParam, source: 'context', value: 'branch', ...withDefault },
      { toolParam, source: 'template', value: 'on {branch}', ...withDefault },
      { toolParam, source: 'template', value: ['{path}', { a: 'x {user}' }], ...withDefault },
    );
  });

const call = fc
  .record({
    serverId: word,
    toolName: word,
    parameterMappings: fc.uniqueArray(mapping, { selector: (one) => one.toolParam, maxLength: 5 }),
  })
  .map((parameters) => ({ type: 'mcp', parameters }));

const program = fc
  .record(
    {
      command: word,
      args: fc.array(text, { maxLength: 3 }),
      cwd: word,
      env: fc.dictionary(word, text, { maxKeys: 3 }),
    },
    { requiredKeys: ['command'] },
  )
  .map((parameters) => ({ type: 'custom', parameters }));

/** Only what every check of a parameter lets through. */
const NAMED: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  repository: fc.constant('ada/shop'),
  baseUrl: fc.constant('https://git.test/api/v3'),
  tokenEnv: fc.constant('TOKEN'),
  model: fc.constant('one/two'),
  tools: fc.constantFrom(['files:read'], []),
  envFrom: fc.constantFrom(['KEY'], []),
};

function toValue(name: string, rule: ParameterRules[string]): fc.Arbitrary<unknown> {
  const own = NAMED[name];
  if (own !== undefined) return own;
  switch (rule.kind) {
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...(rule.values ?? []));
    case 'number':
      return fc.integer({ min: 1, max: 50 });
    case 'lines':
    case 'words':
      return fc.array(word, { minLength: 1, maxLength: 3 });
    case 'variables':
      return fc.dictionary(word, text, { maxKeys: 3 });
    case 'text':
      return text;
    default:
      return word;
  }
}

function toOperation(type: string, operations: Readonly<Record<string, ParameterRules>>): fc.Arbitrary<unknown> {
  return fc.constantFrom(...Object.entries(operations)).chain(([operation, rules]) => {
    const model = Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, toValue(name, rule)]));
    const needed = Object.entries(rules).filter(
      ([, rule]) => rule.required === true || rule.requiredUnless !== undefined,
    );
    return fc
      .record(model, { requiredKeys: needed.map(([name]) => name) })
      .map((parameters) => ({ type, parameters: { ...parameters, operation } }));
  });
}

const action = fc.oneof(
  call,
  program,
  toOperation('git', GIT_OPERATIONS),
  toOperation('github', GITHUB_OPERATIONS),
  toOperation('agent', AGENT_ACTIONS),
);

const written = fc.record(
  {
    id: word,
    name: fc.stringMatching(/^[A-Za-z ]{1,20}$/),
    description: text,
    group: word,
    enabled: fc.boolean(),
    trigger,
    action,
    policy: fc.constantFrom(...POLICIES),
  },
  { requiredKeys: ['id', 'trigger', 'action'] },
);

describe('toHook', () => {
  it.each(goodHooks)('gives the hook "$hook.id" of the file "$name" again', ({ hook }) => {
    expect(toHook(toDraft(hook, PLACE)).hook).toEqual(hook);
  });

  it('gives every hook again, whatever its event and action', () => {
    let seen = 0;
    fc.assert(
      fc.property(written, (given) => {
        const { hooks, problems } = parseHooksFile(JSON.stringify({ version: 1, hooks: [given] }), { format: 'json' });
        expect(problems).toEqual([]);
        const [hook] = hooks;
        if (hook === undefined) throw new Error('There is no hook.');
        seen += 1;
        expect(toHook(toDraft(hook, PLACE))).toMatchObject({ problems: [] });
        expect(toHook(toDraft(hook, PLACE)).hook).toEqual(hook);
      }),
      { numRuns: 200 },
    );
    expect(seen).toBeGreaterThanOrEqual(200);
  });

  it('keeps what the form does not show when something else changes', () => {
    const hook = createHook('a', {
      description: 'why',
      group: 'Ours',
      policy: 'debounce',
      debounceMs: 700,
      trigger: { event: 'task.ended', if: { task: 'test', user: ['ada', 'bob'], exitCode: { not: 0 } } },
    });
    const draft = change(toDraft(hook, PLACE), 'trigger.if.task', 'build*');
    expect(toHook(draft).hook).toEqual({
      ...hook,
      trigger: { event: 'task.ended', if: { task: { matches: 'build*' }, user: ['ada', 'bob'], exitCode: { not: 0 } } },
    });
  });

  it('leaves a condition that it cannot show as it is', () => {
    const hook = createHook('a', { trigger: { event: 'task.ended', if: { task: ['a', 'b'] } } });
    const draft = change(toDraft(hook, PLACE), 'name', 'Other');
    expect(toHook(draft).hook?.trigger).toEqual(hook.trigger);
  });

  it('takes the last condition away with the object around it', () => {
    const hook = createHook('a', { trigger: { event: 'git.committed', if: { branch: 'main' } } });
    expect(toHook(change(toDraft(hook, PLACE), 'trigger.if.branch', '')).hook?.trigger).toEqual({
      event: 'git.committed',
    });
  });

  it('leaves behind what only the old event has, and has it again on the way back', () => {
    const hook = createHook('a', {
      trigger: { event: 'file.saved', paths: ['*.md'], batch: true, if: { user: 'ada' } },
    });
    const away = change(toDraft(hook, PLACE), 'trigger.event', 'git.committed');
    expect(toHook(away).hook?.trigger).toEqual({ event: 'git.committed', if: { user: 'ada' } });
    expect(toHook(change(away, 'trigger.event', 'file.created')).hook?.trigger).toEqual({
      ...hook.trigger,
      event: 'file.created',
    });
    expect(toHook(change(away, 'trigger.event', 'file.saved')).hook).toEqual(hook);
  });

  it('does not carry a parameter of one operation over to another', () => {
    const parameters = { operation: 'commit', message: 'all', paths: ['.'], timeout: 5000 } as const;
    const hook = createHook('a', { action: { type: 'git', parameters } });
    const draft = change(toDraft(hook, PLACE), 'git.operation', 'stash');
    expect(toHook(draft).hook?.action).toEqual({
      type: 'git',
      parameters: { operation: 'stash', includeUntracked: false, timeout: 5000 },
    });
  });

  it('has the tool again after another kind of action was looked at', () => {
    const hook: Hook = createHook('a', {
      action: exampleCall([{ toolParam: 'text', source: 'literal', value: null }]),
    });
    const away = change(toDraft(hook, PLACE), 'action.type', 'custom');
    expect(toHook(away).problems).toMatchObject([{ path: '$.action.parameters.command' }]);
    expect(toHook(change(away, 'action.type', 'mcp')).hook).toEqual(hook);
  });
});
