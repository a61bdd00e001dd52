import { isJsonObject } from '@toolyard/core';
import { fitsProtocol, isEdit, isName, type FieldCheck } from './page-message-checks.ts';
import { FORM_PROTOCOL, type FieldValue, type PageMessage, type RowMapping, type TypedValue } from './protocol.ts';

const MAX_TEXT = 200_000;
const MAX_ITEMS = 2000;

const SOURCES: readonly unknown[] = ['none', 'context', 'literal', 'template'];
const TYPED_AS: readonly unknown[] = ['text', 'number', 'boolean', 'json'];

const isText: FieldCheck = (value) => typeof value === 'string' && value.length <= MAX_TEXT;
const isOptionalName: FieldCheck = (value) => value === undefined || isName(value);

const FIELDS: Readonly<Record<PageMessage['type'], Readonly<Record<string, FieldCheck>>>> = {
  ready: {},
  change: { edit: isEdit, key: isName, value: isFieldValue },
  pickTool: { edit: isEdit, server: isName, tool: isName },
  map: { edit: isEdit, parameter: isName, mapping: isRowMapping },
  addParameter: { edit: isEdit, parameter: isName },
  removeParameter: { edit: isEdit, parameter: isName },
  suggest: { edit: isEdit },
  pickEvent: { edit: isEdit, event: isName },
  sampleChanged: { edit: isEdit, text: isText },
  refreshServers: {},
  resolveConflict: { edit: isEdit, keep: (value) => value === 'file' || value === 'form' },
  startOver: { edit: isEdit },
  save: {},
  openFile: { key: isOptionalName },
  cancel: {},
};

/** Reads what a page sent; `undefined` for anything that is no message of this protocol, since a page is not trusted. */
export function parsePageMessage(value: unknown): PageMessage | undefined {
  return isPageMessage(value) ? value : undefined;
}

function isPageMessage(value: unknown): value is PageMessage {
  return fitsProtocol(value, FORM_PROTOCOL, FIELDS);
}

/** Whether a value is one that a field can hold. */
export function isFieldValue(value: unknown): value is FieldValue {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'string') return isText(value);
  if (!Array.isArray(value) || value.length > MAX_ITEMS) return false;
  return value.every(isText) || value.every(isNamedText);
}

function isNamedText(value: unknown): boolean {
  return isJsonObject(value) && isName(value['name']) && isText(value['value']);
}

/** Whether a value is the mapping of a row. */
export function isRowMapping(value: unknown): value is RowMapping {
  if (!isJsonObject(value)) return false;
  const { source, value: typed, default: fallback } = value;
  return SOURCES.includes(source) && isTyped(typed) && (fallback === undefined || isTyped(fallback));
}

function isTyped(value: unknown): value is TypedValue {
  return isJsonObject(value) && TYPED_AS.includes(value['as']) && isText(value['text']);
}
