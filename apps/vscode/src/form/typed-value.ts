import { convertJson, type Converted } from '@toolyard/core';
import type { TypedValue } from './protocol.ts';

const NUMBER = /^\s*-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?\s*$/;

/** A JSON value as a person would type it. */
export function toTyped(value: unknown): TypedValue {
  switch (typeof value) {
    case 'string':
      return { as: 'text', text: value };
    case 'number':
      return { as: 'number', text: Object.is(value, -0) ? '-0' : String(value) };
    case 'boolean':
      return { as: 'boolean', text: String(value) };
    default:
      return { as: 'json', text: JSON.stringify(value) ?? 'null' };
  }
}

/** The JSON value that a typed text means, or what is wrong with it, to be read after what it is for. */
export function fromTyped({ as, text }: TypedValue): Converted {
  switch (as) {
    case 'text':
      return { value: text };
    case 'number':
      return readNumber(text);
    case 'boolean':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : { problem: 'must be true or false' };
    case 'json':
      return convertJson(text);
    default:
      return as satisfies never;
  }
}

function readNumber(text: string): Converted {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) return { problem: 'must be a number, such as 5 or 0.5' };
  const isExact = !/^\s*-?\d+\s*$/.test(text) || Number.isSafeInteger(value);
  return isExact ? { value } : { problem: 'is a number too large to be passed on exactly' };
}
