import { InvalidArgumentError } from 'commander';
import { parsePort } from './http/parse-address.ts';

/** Longer waits overflow Node's timers, which then fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** All values of an option that can be repeated. */
export function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A number of lines; throws as commander wants it. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('Use a whole number, 0 or more.');
}

/** Milliseconds that a timer can wait; throws as commander wants it. */
export function parseMs(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_MS) return value;
  throw new InvalidArgumentError(`Use a whole number of milliseconds, at least 1 and at most ${MAX_MS}.`);
}

/** A whole number from 1; throws as commander wants it. */
export function parseNumber(text: string): number {
  if (isNumber(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, 1 or more.');
}

/** A whole number from 1, or -1 for any number; throws as commander wants it. */
export function parseLimit(text: string): number {
  if (text === '-1' || isNumber(text)) return Number(text);
  throw new InvalidArgumentError('Use a whole number, 1 or more, or -1 for no limit.');
}

/** A port, or 0 for a free one; throws as commander wants it. */
export function toPort(text: string): number {
  const port = parsePort(text);
  if (port !== undefined) return port;
  throw new InvalidArgumentError('Use a port from 0 to 65535.');
}

function isNumber(text: string): boolean {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1;
}
