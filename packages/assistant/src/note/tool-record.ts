import {
  cutText,
  dropControlCharacters,
  isJsonObject,
  toIsoTime,
  toVisibleJson,
  type CallStatus,
  type JsonObject,
} from '@toolyard/core';
import { readInertFence, toInertFence } from '@toolyard/documents';
import type { CutResult } from '../context/create-context-window.ts';

/** A tool call as it stands in a note. */
export interface ToolRecord {
  /** The tool id, or the name that the model wrote. */
  readonly tool: string;
  readonly arguments: JsonObject | string;
  /** ISO 8601: when the model asked for it. */
  readonly at: string;
  /** What became of it; absent while it runs, and for good where the writer was killed. */
  readonly outcome?: ToolRecordOutcome;
}

/** How a call ended, and what the model was told. */
export interface ToolRecordOutcome {
  readonly status: CallStatus;
  readonly text: string;
  readonly durationMs?: number;
  /** How much of it the model is given where that is not all. */
  readonly cut?: Pick<CutResult, 'given' | 'whole'>;
}

const MAX_LENGTH = 65_536;
const RUNNING = 'running';
const PLAIN_NAME = /^[\w.:/@-]+$/;
const TITLE =
  /^> \[!tool\]- ([\w.:/@-]+|"(?:[^"\\]|\\.)*") · (running|success|error|timeout|cancelled) · (\S+)(?: · (\d+) ms)?$/;
const CUT = /^Cut for the model, for lack of room: about (\d+) of (\d+) tokens\.$/;

/** Whether a line is the first of a record. */
export function startsToolRecord(line: string): boolean {
  return line.startsWith('> [!tool]- ');
}

/** A collapsed callout that nothing in it closes, and in which nothing runs; LF line ends. */
export function renderToolRecord({ tool, arguments: given, at, outcome }: ToolRecord): string {
  const name = PLAIN_NAME.test(tool) ? tool : toVisibleJson(tool);
  const ms = outcome?.durationMs === undefined ? [] : [`${Math.round(outcome.durationMs)} ms`];
  const title = `[!tool]- ${[name, outcome?.status ?? RUNNING, at, ...ms].join(' · ')}`;
  const parts = [title, toInertFence(toVisibleJson(given, 2), 'json')];
  if (outcome !== undefined) parts.push(renderText(outcome.text));
  if (outcome?.cut !== undefined)
    parts.push(`Cut for the model, for lack of room: about ${outcome.cut.given} of ${outcome.cut.whole} tokens.`);
  // Formatters put empty lines between such parts, so they stand there from the start.
  const lines = parts.join('\n\n').split('\n');
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

/** Reads the lines of a callout; `undefined` where they are no record as `renderToolRecord` makes them. */
export function readToolRecord([first = '', ...below]: readonly string[]): ToolRecord | undefined {
  const title = TITLE.exec(first);
  const parts = splitParts(below);
  const given = parseJson(readInertFence(parts.arguments.join('\n'), 'json'));
  if (title === null || !(isJsonObject(given) || typeof given === 'string')) return undefined;
  const [, name = '', status = '', at = '', ms] = title;
  const record = { tool: name.startsWith('"') ? String(parseJson(name)) : name, arguments: given, at };
  if (status === RUNNING) return parts.rest.length === 0 ? record : undefined;
  const cut = readCut(parts.rest.at(-1));
  const text = readText(cut === undefined ? parts.rest : skipLastEmpty(parts.rest.slice(0, -1)));
  if (text === undefined) return undefined;
  const more = { ...(ms !== undefined && { durationMs: Number(ms) }), ...(cut !== undefined && { cut }) };
  return { ...record, outcome: { status: toStatus(status), text, ...more } };
}

/** When something happened, as records say it: whole seconds. */
export function toRecordTime(ms: number): string {
  return toIsoTime(ms).replace(/\.\d+Z$/, 'Z');
}

function renderText(text: string): string {
  const clean = dropControlCharacters(text);
  const fence = toInertFence(cutText(clean, MAX_LENGTH), 'text');
  return clean.length <= MAX_LENGTH ? fence : `${fence}\n\nCut: the first ${MAX_LENGTH} of ${clean.length} characters.`;
}

/** The fence with the arguments, and what follows it. */
function splitParts(below: readonly string[]): { arguments: readonly string[]; rest: readonly string[] } {
  const lines = skipEmpty(below.map((line) => line.replace(/^> ?/, '')));
  const fence = /^`{3,}(?=json$)/.exec(lines[0] ?? '')?.[0];
  const end = fence === undefined ? 0 : lines.indexOf(fence, 1) + 1;
  return { arguments: lines.slice(0, end), rest: skipEmpty(lines.slice(end)) };
}

function skipEmpty(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line !== '');
  return first === -1 ? [] : lines.slice(first);
}

function skipLastEmpty(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

function readCut(line = ''): ToolRecordOutcome['cut'] {
  const [, given, whole] = CUT.exec(line) ?? [];
  return given === undefined ? undefined : { given: Number(given), whole: Number(whole) };
}

function readText(lines: readonly string[]): string | undefined {
  const cut = lines.at(-1)?.startsWith('Cut: ') === true ? lines.at(-1) : undefined;
  const text = readInertFence((cut === undefined ? lines : lines.slice(0, -1)).join('\n').trimEnd(), 'text');
  return text === undefined || cut === undefined ? text : `${text}\n${cut}`;
}

function toStatus(word: string): CallStatus {
  return word === 'success' || word === 'timeout' || word === 'cancelled' ? word : 'error';
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
