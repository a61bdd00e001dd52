import type { ResultStatus } from '../parse/note.ts';
import { RESULT_END } from './result-markers.ts';

/** What the first line of a result says. */
export interface ResultHead {
  readonly id: string;
  readonly status: ResultStatus;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
  readonly args: string;
  readonly out: string;
}

/** Where a region stands: what its further lines begin with, and how they end. */
export interface RegionPlace {
  readonly prefix: string;
  readonly lineEnd: string;
}

/** A result as it stands in a note, from its first marker to its last. */
export function formatRegion(head: ResultHead, output: string, { prefix, lineEnd }: RegionPlace): string {
  const lines = [formatHead(head), ...(output === '' ? [] : output.split('\n')), RESULT_END];
  // Editors cut spaces at the ends of lines, so none are made.
  return lines
    .map((line, index) => (index === 0 ? line : `${line === '' ? prefix.trimEnd() : prefix}${line}`))
    .join(lineEnd);
}

/** The time of a result in whole seconds, as ISO 8601 in UTC. */
function formatTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

function formatHead({ id, status, at, ms, args, out }: ResultHead): string {
  const fields = [`id=${encodeURIComponent(id)}`, `status=${status}`, `at=${formatTime(at)}`, `ms=${Math.round(ms)}`];
  return `<!-- toolyard:result ${[...fields, `args=${args}`, `out=${out}`].join(' ')} -->`;
}
