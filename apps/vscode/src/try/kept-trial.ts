import { isJsonObject, maskValue, type JsonObject } from '@toolyard/core';
import type { FieldInput } from '@toolyard/host';
import { parseJson } from '@toolyard/node';
import type { TrialSubject } from '../ports/open-trial.ts';
import type { TrialState } from './trial-state.ts';

/** A call that was made from the form. */
export interface PastCall {
  readonly id: string;
  readonly values: JsonObject;
  /** `Done in 120 ms`. */
  readonly title: string;
}

/** What is left of a form after a reload of the window; nothing of it runs by itself. */
export interface KeptTrial {
  readonly subject: TrialSubject;
  readonly state?: TrialState;
  readonly history?: readonly PastCall[];
}

const VERSION = 1;
const MAX_LENGTH = 2_000_000;

/**
 * A form as a text that the page keeps; without the history where that would be too long. The editor writes it to the disk for everybody to
 * read, so what looks like a secret has to be typed again.
 */
export function toKeptTrial(kept: KeptTrial): string {
  const { state, history = [] } = kept;
  const shown = state === undefined ? {} : { state: withoutSecrets(state) };
  const text = JSON.stringify({
    version: VERSION,
    ...kept,
    ...shown,
    history: history.filter(({ values }) => !hasSecret('', values)),
  });
  return text.length <= MAX_LENGTH ? text : JSON.stringify({ version: VERSION, subject: kept.subject });
}

/** Reads such a text, which may have been kept by another version, or be anything. */
export function parseKeptTrial(value: unknown): KeptTrial | undefined {
  const kept = typeof value === 'string' && value.length <= MAX_LENGTH ? parseJson(value) : undefined;
  if (!isJsonObject(kept) || kept['version'] !== VERSION || !isJsonObject(kept['subject'])) return undefined;
  const { folder, server, tool } = kept['subject'];
  if (typeof folder !== 'string' || typeof server !== 'string' || typeof tool !== 'string') return undefined;
  const state = parseState(kept['state']);
  const history = Array.isArray(kept['history']) ? kept['history'].flatMap(parsePast) : [];
  return { subject: { folder, server, tool }, ...(state !== undefined && { state }), history };
}

function withoutSecrets({ inputs, json }: TrialState): TrialState {
  const kept = Object.entries(inputs).filter(([name, input]) => !hasSecret(name, input));
  const isKept = json !== undefined && !hasSecret('', parseJson(json) ?? json);
  return { inputs: Object.fromEntries(kept), ...(json !== undefined && { json: isKept ? json : '{}' }) };
}

function hasSecret(name: string, value: unknown): boolean {
  return JSON.stringify(maskValue(name, value)) !== JSON.stringify(value);
}

function parseState(value: unknown): TrialState | undefined {
  if (!isJsonObject(value) || !isJsonObject(value['inputs'])) return undefined;
  const { inputs, json } = value;
  const known = Object.entries(inputs).flatMap(([name, input]) => (isInput(input) ? [[name, input] as const] : []));
  return { inputs: Object.fromEntries(known), ...(typeof json === 'string' && { json }) };
}

function isInput(value: unknown): value is FieldInput {
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return typeof value === 'string' || typeof value === 'boolean' || isList;
}

function parsePast(value: unknown): readonly PastCall[] {
  if (!isJsonObject(value)) return [];
  const { id, values, title } = value;
  return typeof id === 'string' && isJsonObject(values) && typeof title === 'string' ? [{ id, values, title }] : [];
}
