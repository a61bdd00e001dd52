import { isJsonObject } from '@toolyard/core';
import type { FieldSpec } from './field-spec.ts';
import type { FieldValue, NamedText } from './protocol.ts';

/** A value of a hook, absent where it is `undefined`, or what is wrong with what was typed. */
export type WrittenField = { readonly value: unknown } | { readonly problem: string };

const GLOB = /[*?{[]/;

/** What a field shows for a value of a hook; `undefined` where the form cannot show it, so that only the file can change it. */
export function readField(spec: Pick<FieldSpec, 'kind' | 'unset'>, value: unknown): FieldValue | undefined {
  switch (spec.kind) {
    case 'flag':
      return value === undefined ? spec.unset === true : value === true;
    case 'lines':
    case 'words':
      return value === undefined ? [] : readTexts(value);
    case 'pairs':
      return value === undefined ? [] : readPairs(value);
    case 'seconds':
      return typeof value === 'number' ? String(value / 1000) : String(spec.unset ?? '');
    case 'condition':
      return value === undefined ? '' : readCondition(value);
    case 'exitCode':
      return value === undefined ? '' : readExitCode(value);
    default:
      return readText(value, spec.unset);
  }
}

function readText(value: unknown, unset: FieldSpec['unset']): FieldValue | undefined {
  if (value === undefined) return typeof unset === 'string' ? unset : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function readTexts(value: unknown): readonly string[] | undefined {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string');
  return isList ? value : undefined;
}

function readPairs(value: unknown): readonly NamedText[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const pairs = Object.entries(value).map(([name, text]) =>
    typeof text === 'string' ? { name, value: text } : undefined,
  );
  const texts = pairs.filter((pair) => pair !== undefined);
  return texts.length === pairs.length ? texts : undefined;
}

/** Conditions with several values or operators are for the file. */
function readCondition(value: unknown): string | undefined {
  if (typeof value === 'string') return GLOB.test(value) || value === '' ? undefined : value;
  const glob = isJsonObject(value) && Object.keys(value).length === 1 ? value['matches'] : undefined;
  return typeof glob === 'string' && GLOB.test(glob) ? glob : undefined;
}

function readExitCode(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  const { exists = true, ...others } = isJsonObject(value) ? value : {};
  const not = exists === true && Object.keys(others).length === 1 ? others['not'] : undefined;
  return typeof not === 'number' ? `not ${not}` : undefined;
}

/** The value of a hook that what was typed means; what is empty is absent. */
export function writeField(spec: Pick<FieldSpec, 'kind'>, typed: FieldValue): WrittenField {
  if (typeof typed === 'boolean') return { value: typed };
  if (typeof typed === 'string') return writeText(spec.kind, typed);
  const texts = typed.filter((item) => typeof item === 'string');
  const pairs = typed.filter((item) => typeof item !== 'string');
  return spec.kind === 'pairs' ? writePairs(pairs) : writeTexts(spec.kind, texts);
}

function writeText(kind: FieldSpec['kind'], text: string): WrittenField {
  const trimmed = text.trim();
  switch (kind) {
    case 'long':
      return { value: text === '' ? undefined : text };
    case 'number':
      return { value: trimmed === '' ? undefined : toNumber(trimmed) };
    case 'seconds':
      return writeSeconds(trimmed);
    case 'condition':
      if (trimmed === '') return { value: undefined };
      return { value: GLOB.test(trimmed) ? { matches: trimmed } : trimmed };
    case 'exitCode':
      return writeExitCode(trimmed);
    default:
      return { value: trimmed === '' ? undefined : trimmed };
  }
}

/** Numbers can be templates too, which stay texts. */
function toNumber(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function writeSeconds(text: string): WrittenField {
  if (text === '') return { value: undefined };
  if (!/^\d{1,9}(?:[.,]\d{1,3})?$/.test(text)) return { problem: 'must be a number of seconds, such as 30' };
  return { value: Math.round(Number(text.replace(',', '.')) * 1000) };
}

function writeExitCode(text: string): WrittenField {
  if (text === '') return { value: undefined };
  const [, not, digits] = /^(not\s+)?(-?\d{1,10})$/.exec(text) ?? [];
  if (digits === undefined) return { problem: 'must be a number, or "not" and a number' };
  const code = Number(digits);
  // One that a person stopped has none, and has not failed.
  return { value: not === undefined ? code : { not: code, exists: true } };
}

function writeTexts(kind: FieldSpec['kind'], texts: readonly string[]): WrittenField {
  // An empty argument of a program means something; an empty glob is a line that was not filled in yet.
  const kept = kind === 'words' ? texts : texts.filter((text) => text.trim() !== '');
  return { value: kept.length === 0 ? undefined : kept };
}

function writePairs(pairs: readonly NamedText[]): WrittenField {
  const filled = pairs.filter(({ name, value }) => name !== '' || value !== '');
  const names = filled.map(({ name }) => name);
  if (names.includes('')) return { problem: 'has a value without a name' };
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return { problem: `has ${JSON.stringify(twice)} twice` };
  return {
    value: filled.length === 0 ? undefined : Object.fromEntries(filled.map(({ name, value }) => [name, value])),
  };
}
