import type { Refusal } from '../refusal.ts';

const HEADER_MISMATCH = -32020;
const LONGEST = 200;

/** The refusal of a request whose header and body say different things. */
export function toMismatch(header: string, given: unknown, wanted: unknown): Refusal {
  const is = given === undefined ? 'is missing' : `is ${show(given)}`;
  const body = wanted === undefined ? 'has no such value' : `says ${show(wanted)}`;
  const message = `The header "${header}" ${is}, but the body ${body}. They must match.`;
  return { status: 400, code: HEADER_MISMATCH, message };
}

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, LONGEST);
}
