import { ACTION_TYPES, EVENT_NAMES, type Action, type EventName, type Hook } from '@toolyard/hooks';
import type { HooksSource } from '../folder/folder.ts';
import type { FieldSpec } from './field-spec.ts';
import { firstOperation, listActionFields } from './list-action-fields.ts';
import { listTriggerFields } from './list-trigger-fields.ts';
import type { FieldValue, RowMapping } from './protocol.ts';

/** The mapping of one parameter as it is typed. */
export interface DraftMapping {
  readonly parameter: string;
  readonly mapping: RowMapping;
}

/** Where a hook stands, or will. */
export interface DraftPlace {
  /** The path of the folder. */
  readonly folder: string;
  readonly source: HooksSource;
}

/** A hook while it is edited. Values of fields that are not shown now stay, so that nothing is lost on the way to another action and back. */
export interface HookDraft {
  readonly place: DraftPlace;
  /** The hook that is edited: what the form does not show comes from there. Absent for a new one. */
  readonly base?: Hook;
  /** By the keys of fields. */
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly tool: { readonly server: string; readonly tool: string };
  readonly mappings: readonly DraftMapping[];
  /** Mappings of tools that were chosen before, to parameters that the chosen one does not have. */
  readonly aside?: readonly DraftMapping[];
  /** The id was typed, and is not made from the name any more. */
  readonly hasOwnId: boolean;
}

const HOOK_FIELDS: readonly FieldSpec[] = [
  { key: 'name', label: 'Name', path: ['name'], kind: 'text', placeholder: 'Post a message when a spec is saved' },
  {
    key: 'id',
    label: 'Id',
    about: 'Names the hook in commands and in the log; made from the name unless you type one.',
    path: ['id'],
    kind: 'text',
    isRequired: true,
  },
  { key: 'enabled', label: 'Enabled', path: ['enabled'], kind: 'flag', unset: true },
];

/** The fields that a draft shows, by section. */
export function listDraftFields(draft: Pick<HookDraft, 'values'>): {
  readonly hook: readonly FieldSpec[];
  readonly event: readonly FieldSpec[];
  readonly action: readonly FieldSpec[];
} {
  const type = actionTypeOf(draft);
  return {
    hook: HOOK_FIELDS,
    event: listTriggerFields(eventOf(draft)),
    action: listActionFields(type, operationOf(draft, type)),
  };
}

/** All of them in one list. */
export function listAllFields(draft: Pick<HookDraft, 'values'>): readonly FieldSpec[] {
  const { hook, event, action } = listDraftFields(draft);
  return [...hook, ...event, ...action];
}

/** The event that a draft waits for. */
export function eventOf({ values }: Pick<HookDraft, 'values'>): EventName {
  const event = values['trigger.event'];
  return EVENT_NAMES.find((name) => name === event) ?? 'file.saved';
}

/** What kind of action a draft has. */
export function actionTypeOf({ values }: Pick<HookDraft, 'values'>): Action['type'] {
  const type = values['action.type'];
  return ACTION_TYPES.find((name) => name === type) ?? 'mcp';
}

/** The operation of an action that has them; the first where none is chosen. */
export function operationOf({ values }: Pick<HookDraft, 'values'>, type: Action['type']): string {
  if (type === 'mcp' || type === 'custom') return '';
  const operation = values[`${type}.operation`];
  return typeof operation === 'string' && operation !== '' ? operation : firstOperation(type);
}
