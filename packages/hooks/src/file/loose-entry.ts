import type { JsonPath } from '@toolyard/core';

/** No file that is right is nested so deeply. */
export const MAX_LEVELS = 100;

/** From where to where something goes in a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A key, a value or both, as far as they are written. */
export interface LooseEntry {
  readonly path: JsonPath;
  readonly key?: TextSpan;
  /** Of a value without parts. */
  readonly value?: TextSpan;
  /** That value without its quotes. */
  readonly text?: string;
}

interface Token extends TextSpan {
  /** Without its quotes. */
  readonly text: string;
  /** Where the colon stands that makes it a key. */
  readonly colon?: number;
}

interface Reach {
  readonly start: number;
  readonly end: number;
  /** It may be a key, which ends at its colon. */
  readonly isKey?: boolean;
  /** Between brackets commas and brackets end it too. */
  readonly inFlow?: boolean;
}

const QUOTED = /"(?:[^"\\\r\n]|\\.)*"?|'(?:[^'\r\n]|'')*'?/y;

/** The key or the value that begins at an offset of a YAML text, quoted or not; `undefined` where nothing does. */
export function readToken(text: string, reach: Reach): Token | undefined {
  const { start, end } = reach;
  const first = text[start];
  if (start >= end || first === '#') return undefined;
  return first === '"' || first === "'" ? readQuoted(text, reach) : readPlain(text, reach);
}

function readQuoted(text: string, { start, end, isKey = false }: Reach): Token {
  QUOTED.lastIndex = start;
  const close = Math.min(start + (QUOTED.exec(text)?.[0].length ?? 1), end);
  const colon = skipSpaces(text, close);
  const isNamed = isKey && colon < end && text[colon] === ':';
  return { start, end: close, text: unquote(text.slice(start, close)), ...(isNamed && { colon }) };
}

function readPlain(text: string, { start, end, isKey = false, inFlow = false }: Reach): Token | undefined {
  const whole = text.slice(start, end);
  const ending = isKey ? /[ \t]#|:(?=[ \t]|$)/ : /[ \t]#/;
  const stop = (inFlow ? /[ \t]#|[,[\]{}]|:(?=[ \t,[\]{}]|$)/ : ending).exec(whole)?.index;
  const raw = whole.slice(0, stop ?? whole.length).trimEnd();
  const isNamed = stop !== undefined && whole[stop] === ':';
  if (raw === '' && !isNamed) return undefined;
  return { start, end: start + raw.length, text: raw, ...(isNamed && { colon: start + stop }) };
}

function unquote(quoted: string): string {
  const inner = quoted.length > 1 && quoted.endsWith(quoted.charAt(0)) ? quoted.slice(1, -1) : quoted.slice(1);
  if (quoted.startsWith("'")) return inner.replaceAll("''", "'");
  return inner.replaceAll(/\\(["\\/])/g, '$1');
}

/** Where something else than spaces begins. */
export function skipSpaces(text: string, start: number, spaces: RegExp = /[ \t]*/y): number {
  const skipping = new RegExp(spaces);
  skipping.lastIndex = start;
  return start + (skipping.exec(text)?.[0].length ?? 0);
}

/** Where the line of an offset ends. */
export function lineEndAfter(text: string, start: number): number {
  const ends = /[\r\n]/g;
  ends.lastIndex = start;
  return ends.exec(text)?.index ?? text.length;
}
