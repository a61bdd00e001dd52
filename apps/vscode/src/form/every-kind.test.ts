import {
  AGENT_ACTIONS,
  EVENT_NAMES,
  GIT_OPERATIONS,
  GITHUB_OPERATIONS,
  parseHooksFile,
  type HooksFormat,
} from '@toolyard/hooks';
import { describe, expect, it } from 'vitest';
import { EVERY_ACTION, EVERY_EVENT, type ActionCase, type TypedFields } from '../../test/fakes/every-hook.ts';
import { openTestForm, type FormFixture } from '../../test/fakes/open-test-form.ts';
import type { FieldValue, FormView, ShownField } from './protocol.ts';

const FORMATS: readonly HooksFormat[] = ['json', 'yaml'];
const NEW = { folder: '/shop' };

const eachFormat = <Case>(cases: readonly Case[]): readonly (Case & { readonly format: HooksFormat })[] =>
  cases.flatMap((one) => FORMATS.map((format) => ({ ...one, format })));

const change = (key: string, value: FieldValue) => ({ type: 'change', key, value }) as const;

function fieldsOf(view: FormView, section: string): readonly ShownField[] {
  return view.sections.find(({ id }) => id === section)?.fields ?? [];
}

/** Types as a person does who sees nothing but labels. */
async function type(form: FormFixture, section: string, typed: TypedFields): Promise<void> {
  for (const [label, value] of Object.entries(typed)) {
    const field = fieldsOf(form.view(), section).find((each) => each.label === label);
    if (field === undefined) throw new Error(`There is no field "${label}".`);
    expect(field.isReadOnly).toBe(false);
    await form.send(change(field.key, value));
  }
}

async function makeAction(form: FormFixture, { type: kind, operation, typed, steps = [] }: ActionCase): Promise<void> {
  await form.send(change('action.type', kind));
  if (operation !== undefined) await form.send(change(`${kind}.operation`, operation));
  for (const step of steps) await form.send(step);
  await type(form, 'action', typed);
}

/** What the form shows of a hook, without what depends on the moment. */
function shownOf({ sections, mapping, title }: FormView): unknown {
  return { sections, rows: mapping?.rows, title };
}

async function expectSaved(form: FormFixture, format: HooksFormat): Promise<unknown> {
  expect(form.view()).toMatchObject({ canSave: true, problems: [] });
  await form.send({ type: 'save' });
  expect(form.view()).toMatchObject({ isDirty: false, canSave: false, notices: [] });
  const { hooks, problems } = parseHooksFile(form.text(), { format });
  expect(problems).toEqual([]);
  const [hook] = hooks;
  // A form that is opened for it shows the same, and saving that changes nothing.
  const again = await openTestForm(form.text(), { ...NEW, hook: hook?.id ?? '' }, { format });
  expect(shownOf(again.view())).toEqual(shownOf(form.view()));
  await again.send(change('name', 'Other'));
  await again.send(change('name', 'Made'));
  expect(again.view()).toMatchObject({ isDirty: false });
  await again.send(change('enabled', false));
  await again.send({ type: 'save' });
  const [edited] = parseHooksFile(again.text(), { format }).hooks;
  expect(edited).toEqual({ ...hook, enabled: false });
  expect([...form.errors, ...again.errors]).toEqual([]);
  return hook;
}

describe('a new hook in the form', () => {
  it.each(eachFormat(EVERY_ACTION))('has the action $type $operation, saved as $format', async (one) => {
    const form = await openTestForm('', NEW, { format: one.format });
    await form.send(change('name', 'Made'));
    await form.send(change('trigger.event', 'manual'));
    await makeAction(form, one);
    const problems = fieldsOf(form.view(), 'action').flatMap((field) => field.problems);
    expect(problems).toEqual([]);
    const hook = await expectSaved(form, one.format);
    expect(hook).toMatchObject({ id: 'made', action: { type: one.type, parameters: one.parameters } });
  });

  it.each(eachFormat(EVERY_EVENT))(
    'has the event $event, saved as $format',
    async ({ event, typed, trigger, format }) => {
      const form = await openTestForm('', NEW, { format });
      await form.send(change('name', 'Made'));
      await form.send(change('trigger.event', event));
      await type(form, 'event', typed);
      await makeAction(form, { type: 'custom', typed: { Program: 'make' }, parameters: {} });
      const problems = fieldsOf(form.view(), 'event').flatMap((field) => field.problems);
      expect(problems).toEqual([]);
      const hook = await expectSaved(form, format);
      expect(hook).toMatchObject({ trigger: { event, ...trigger } });
    },
  );

  it('is shown here for every operation, with every parameter, and for every event', () => {
    const shown = EVERY_ACTION.flatMap(({ type: kind, operation, parameters }) =>
      operation === undefined ? [] : [[`${kind} ${operation}`, Object.keys(parameters).toSorted()] as const],
    );
    const known = Object.entries({ git: GIT_OPERATIONS, github: GITHUB_OPERATIONS, agent: AGENT_ACTIONS });
    for (const [kind, operations] of known) {
      for (const [operation, rules] of Object.entries(operations)) {
        const common = kind === 'github' && operation !== 'open-issue' ? ['baseUrl', 'tokenEnv'] : [];
        const names = ['operation', ...Object.keys(rules)].filter((name) => !common.includes(name)).toSorted();
        expect(shown).toContainEqual([`${kind} ${operation}`, names]);
      }
    }
    expect(EVERY_EVENT.map(({ event }) => event).toSorted()).toEqual([...EVENT_NAMES].toSorted());
  });

  it.each(EVERY_ACTION)('says what the action $type $operation still needs, and helps with it', async (one) => {
    const form = await openTestForm('', NEW);
    await form.send(change('name', 'Made'));
    await makeAction(form, { ...one, typed: {}, steps: [] });
    for (const { label, about = '', kind, isRequired, problems } of fieldsOf(form.view(), 'action')) {
      expect(label).toMatch(/^[A-Z]/);
      expect(kind === 'choice' || kind === 'tool' || about !== '').toBe(true);
      const isEmpty = isRequired && !['Action', 'Operation'].includes(label);
      if (label !== 'Reviewers') expect([label, problems.length]).toEqual([label, isEmpty ? 1 : 0]);
    }
    expect(form.view().problems).toEqual([]);
  });

  it('keeps what all operations have on the way to another', async () => {
    const form = await openTestForm('', NEW);
    await form.send(change('action.type', 'github'));
    await type(form, 'action', { Repository: 'ada/shop', Title: 'A' });
    await form.send(change('github.operation', 'create-pr'));
    const fields = fieldsOf(form.view(), 'action');
    expect(fields.find(({ label }) => label === 'Repository')).toMatchObject({ value: 'ada/shop' });
    expect(fields.find(({ label }) => label === 'Title')).toMatchObject({ value: '' });
  });

  it('asks for one of two where either will do', async () => {
    const form = await openTestForm('', NEW);
    await form.send(change('action.type', 'github'));
    await form.send(change('github.operation', 'request-review'));
    const reviewers = fieldsOf(form.view(), 'action').find(({ label }) => label === 'Reviewers');
    expect(reviewers?.problems).toEqual([
      { severity: 'error', message: '"Reviewers" or "Team reviewers" is required' },
    ]);
  });
});
