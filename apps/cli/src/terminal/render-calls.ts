import {
  cutText,
  toLine,
  toVisibleJson,
  toVisibleLine,
  type CallRecord,
  type CallStatus,
  type DocumentPlace,
} from '@toolyard/core';
import type { Screen, Tone } from './create-screen.ts';
import { renderTable, type Cell } from './render-table.ts';
import { fitText, wrapText } from './text-width.ts';

// Padded, so that lines which are shown one by one stand below each other. Where there is no room, the session is cut first.
const HEADER = ['TIME UTC', 'STATUS'.padEnd(9), 'MS'.padEnd(6), 'ORIGIN'.padEnd(9), 'TOOL'.padEnd(28), 'SESSION'];

/** What people are told whose calls are refused because somebody stopped all. */
export const CALLS_STOPPED = 'Calls are stopped. New calls are refused until you run "toolyard calls resume".';

/** What people are told when calls are taken again. */
export const CALLS_RESUMED = 'Calls are accepted again.';

/** Tables of calls are as wide as this where no terminal says otherwise. */
const WIDTH = 80;

/** The reason of a call that failed stands below it, beside the time. */
const INDENT = 10;
const LONGEST_REASON = 300;

const TONES: Readonly<Record<string, Tone>> = {
  waiting: 'quiet',
  running: 'busy',
  success: 'good',
  cancelled: 'quiet',
};

/** What a call is doing, or how it ended, in one word. */
function toCallWord({ status, startedAt }: Pick<CallRecord, 'status' | 'startedAt'>): string {
  if (status === 'error' && startedAt === undefined) return 'refused';
  return WORDS[status] ?? status;
}

const WORDS: Partial<Record<CallStatus, string>> = { pending: 'waiting', executing: 'running' };

/** What is shown of calls beside their rows. */
export interface CallsLook {
  /** Milliseconds since 1970: calls of another day have its date above them. No date is shown where it is absent. */
  readonly now?: number;
  /** Shows what tools were given. */
  readonly arguments?: boolean;
}

/**
 * Lines of at most 80 columns, or what the terminal has: one for each call, and below where it comes from, who approved it and why it
 * failed.
 */
export function renderCalls(calls: readonly CallRecord[], screen: Screen, look: CallsLook = {}): string[] {
  const [header = '', ...lines] = renderRows(calls, screen);
  let day = look.now === undefined ? undefined : toDay(look.now);
  const toDate = ({ submittedAt }: CallRecord): string[] => {
    if (day === undefined || day === toDay(submittedAt)) return [];
    day = toDay(submittedAt);
    return [screen.paint('quiet', day)];
  };
  const shown = calls.flatMap((call, index) => [...toDate(call), lines[index] ?? '', ...explain(call, screen, look)]);
  return [header, ...shown];
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function renderRows(calls: readonly CallRecord[], screen: Screen): string[] {
  return renderTable(
    calls.map((call) => toRow(call, screen)),
    {
      header: HEADER,
      paintHeader: (text) => screen.paint('quiet', text),
      width: screen.width ?? WIDTH,
    },
  );
}

function toRow(call: CallRecord, screen: Screen): Cell[] {
  const word = toCallWord(call);
  return [
    { text: new Date(call.submittedAt).toISOString().slice(11, 19) },
    { text: word, paint: (text) => screen.paint(TONES[word] ?? 'bad', text) },
    { text: String(toCallMs(call) ?? '') },
    { text: call.origin },
    { text: toVisibleLine(call.tool) },
    { text: toVisibleLine(call.session) },
  ];
}

/** How long a call took at its server, in milliseconds; `undefined` where it never got there, or has not ended. */
export function toCallMs({ startedAt, completedAt }: CallRecord): number | undefined {
  return startedAt === undefined || completedAt === undefined ? undefined : completedAt - startedAt;
}

function explain(call: CallRecord, screen: Screen, look: CallsLook): string[] {
  const { parameters, error } = call;
  const texts = [
    describeOrigin(call),
    look.arguments === true && parameters !== undefined ? toVisibleJson(parameters) : '',
    error === undefined ? '' : toLine(error.message),
  ];
  const width = (screen.width ?? WIDTH) - INDENT;
  const lines = texts.flatMap((text) => (text === '' ? [] : wrapText(cutText(text, LONGEST_REASON), width, 0)));
  return lines.map((line) => screen.paint('quiet', ' '.repeat(INDENT) + fitText(line, width)));
}

function describeOrigin({ document, conversation, approval }: CallRecord): string {
  const place = document === undefined ? [] : [toPlace(document)];
  const named = Object.entries({ approval, conversation }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${toVisibleLine(value)}`],
  );
  return [...place, ...named].join(', ');
}

function toPlace({ path, line }: DocumentPlace): string {
  return toVisibleLine(line === undefined ? path : `${path}:${line}`);
}
