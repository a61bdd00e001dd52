import { isJsonObject, findNearest } from '@toolyard/core';
import type { Binding, BindingTarget } from './binding.ts';
import { NO_LINES, type LineRange } from './move-bindings.ts';

/** Tells what is wrong with a binding; `key` is one of its own, where the problem is about that. */
export type ReportBinding = (message: string, key?: string) => void;

const KEYS: readonly string[] = ['heading', 'block', 'lines', 'server', 'inherit', 'document'];
const HEADING = /^(#{1,6})[ \t]+(?![ \t])(.*)$/;
const CLOSING = /(?<![ \t])[ \t]+#+$/;
const LINES = /^([0-9]{1,9})[ \t]*-[ \t]*([0-9]{1,9})$/;

/** Reads one binding of frontmatter or configuration; `undefined` where it is wrong, which is reported. */
export function readBinding(value: unknown, report: ReportBinding): Binding | undefined {
  if (!isJsonObject(value)) return refuse(report, 'A binding must have a section and a server');
  for (const key of Object.keys(value)) if (!KEYS.includes(key)) report(describeUnknown(key), key);
  const { server, inherit } = value;
  const found = readTarget(value, report);
  if (typeof server !== 'string' || server === '') {
    return refuse(report, 'A binding needs "server", the key of a server', 'server');
  }
  if (inherit !== undefined && typeof inherit !== 'boolean') {
    return refuse(report, '"inherit" must be true or false', 'inherit');
  }
  return found && { ...found, server, inherit: inherit ?? true };
}

/** Reads one binding of the configuration, which may say by a glob in `document` for which notes it is. */
export function readConfiguredBinding(value: unknown, report: ReportBinding): Binding | undefined {
  const glob = isJsonObject(value) ? value['document'] : undefined;
  if (glob !== undefined && typeof glob !== 'string') report('"document" must be a string', 'document');
  return readBinding(value, report);
}

type Target = Pick<Binding, 'target' | 'name'>;

function readTarget(value: Readonly<Record<string, unknown>>, report: ReportBinding): Target | undefined {
  const given = ['heading', 'block', 'lines'].filter((key) => value[key] !== undefined && value[key] !== null);
  const [kind] = given;
  if (kind === undefined) return refuse(report, 'A binding needs one of heading, block and lines');
  if (given.length > 1) {
    return refuse(report, `A binding has only one of heading, block and lines, not ${given.join(' and ')}`, given[1]);
  }
  const text = typeof value[kind] === 'string' ? value[kind].trim() : '';
  if (kind === 'lines') return readLines(text, report);
  if (text === '') return refuse(report, `"${kind}" must be a string`, kind);
  return kind === 'heading'
    ? readHeading(text)
    : { target: { kind: 'block', id: withoutMark(text) }, name: toName(text) };
}

function readHeading(text: string): Target {
  const [, marks, words] = HEADING.exec(text) ?? [];
  const target: BindingTarget =
    marks === undefined || words === undefined
      ? { kind: 'heading', text }
      : { kind: 'heading', text: words.replace(CLOSING, ''), level: marks.length };
  return { target, name: text };
}

/** The two numbers of `lines`, whether they can be a range or not. */
export function parseLines(value: unknown): LineRange | undefined {
  const [, from, to] = LINES.exec(typeof value === 'string' ? value.trim() : '') ?? [];
  return from === undefined || to === undefined ? undefined : { start: Number(from), end: Number(to) };
}

function readLines(text: string, report: ReportBinding): Target | undefined {
  const { start, end } = parseLines(text) ?? {};
  if (start === undefined || end === undefined) {
    return refuse(report, '"lines" must be two numbers such as "40-60"', 'lines');
  }
  if (start === NO_LINES.start && end === NO_LINES.end) {
    return refuse(report, 'The lines of this binding were deleted', 'lines');
  }
  if (start < 1 || start >= end) {
    return refuse(report, `"lines" must start before they end, not ${start}-${end}`, 'lines');
  }
  return { target: { kind: 'lines', start, end }, name: `lines ${start}-${end}` };
}

function withoutMark(id: string): string {
  return id.startsWith('^') ? id.slice(1) : id;
}

function toName(id: string): string {
  return `^${withoutMark(id)}`;
}

function describeUnknown(key: string): string {
  const nearest = findNearest(key, KEYS);
  const hint = nearest === undefined ? `known keys: ${KEYS.join(', ')}` : `did you mean "${nearest}"?`;
  return `Unknown key "${key}" in a binding; ${hint}`;
}

function refuse(report: ReportBinding, message: string, key?: string): undefined {
  report(message, key);
}
