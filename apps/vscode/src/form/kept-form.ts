import { isJsonObject, type JsonObject } from '@toolyard/core';
import { parseHooksFile, type Hook } from '@toolyard/hooks';
import { parseJson } from '@toolyard/node';
import type { FormSubject } from '../ports/open-form.ts';
import { toFreshState, type FormState } from './form-state.ts';
import type { DraftMapping, HookDraft } from './hook-draft.ts';
import { isFieldValue, isRowMapping } from './parse-page-message.ts';
import { parseSubject } from './tab-state.ts';
import { toDraft } from './to-draft.ts';

/** A form that has something to be saved, as it was when it was kept. */
export interface KeptForm {
  readonly subject: FormSubject;
  readonly form: FormState;
}

const VERSION = 1;
const MAX_LENGTH = 2_000_000;

/** A form as a text that lasts longer than its tab. */
export function toKept({ draft, hookId }: FormState): string {
  const subject: FormSubject = { folder: draft.place.folder, ...(hookId !== undefined && { hook: hookId }) };
  return JSON.stringify({ version: VERSION, subject, draft });
}

/** Reads such a text, which may have been kept by another version, or be anything. */
export function parseKept(value: unknown): KeptForm | undefined {
  const kept = typeof value === 'string' && value.length <= MAX_LENGTH ? parseJson(value) : undefined;
  if (!isJsonObject(kept) || kept['version'] !== VERSION) return undefined;
  const subject = parseSubject(kept['subject']);
  if (subject === undefined) return undefined;
  const draft = parseDraft(kept['draft'], subject);
  return draft && { subject, form: toKeptState(draft, subject) };
}

/** Measured by the hook that it was made from, so that what was typed counts as a change. */
function toKeptState(draft: HookDraft, { hook }: FormSubject): FormState {
  const before: HookDraft =
    draft.base === undefined || hook === undefined
      ? { ...draft, values: {}, mappings: [] }
      : toDraft(draft.base, draft.place);
  const { hookId: _hookId, ...fresh } = toFreshState(before);
  return { ...fresh, draft, ...(hook !== undefined && { hookId: hook }) };
}

function parseDraft(value: unknown, subject: FormSubject): HookDraft | undefined {
  if (!isJsonObject(value)) return undefined;
  const { place, base, values, tool, mappings, hasOwnId } = value;
  const source = isJsonObject(place) && place['source'] === 'user' ? 'user' : 'workspace';
  if (!isJsonObject(values) || !Object.values(values).every(isFieldValue) || !isJsonObject(tool)) return undefined;
  const hook = parseBase(base);
  // Without the hook that it was made from nobody can tell what was changed.
  if (subject.hook !== undefined && hook === undefined) return undefined;
  return {
    place: { folder: subject.folder, source },
    ...(hook !== undefined && { base: hook }),
    values: Object.fromEntries(Object.entries(values).flatMap(([key, one]) => (isFieldValue(one) ? [[key, one]] : []))),
    tool: { server: textOf(tool['server']), tool: textOf(tool['tool']) },
    mappings: Array.isArray(mappings) ? mappings.flatMap(parseMapping) : [],
    hasOwnId: hasOwnId === true,
  };
}

function parseBase(value: unknown): Hook | undefined {
  if (!isJsonObject(value)) return undefined;
  const { debounceMs, ...others }: JsonObject = value;
  const written = value['policy'] === 'debounce' ? { ...others, debounceMs } : others;
  return parseHooksFile(JSON.stringify({ version: 1, hooks: [written] }), { format: 'json' }).hooks[0];
}

function parseMapping(value: unknown): readonly DraftMapping[] {
  if (!isJsonObject(value) || typeof value['parameter'] !== 'string' || !isRowMapping(value['mapping'])) return [];
  return [{ parameter: value['parameter'], mapping: value['mapping'] }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
