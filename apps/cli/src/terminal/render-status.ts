import { type ServerState, type ServerStatus, toLine } from '@toolyard/core';
import type { Screen, Tone } from './create-screen.ts';
import { renderTable, type Cell } from './render-table.ts';
import { wrapText } from './text-width.ts';

/** How each state is coloured. */
export const TONES: Readonly<Record<ServerState, Tone>> = {
  running: 'good',
  starting: 'busy',
  retrying: 'busy',
  'needs-login': 'busy',
  failed: 'bad',
  'auto-disabled': 'bad',
  idle: 'quiet',
  disabled: 'quiet',
  stopped: 'quiet',
};

/** One column of the table. */
interface Column {
  readonly title: string;
  cell(server: ServerStatus): Cell;
}

/** Narrower terminals need the room for what matters more. */
const ROOM_FOR_DETAIL = 60;

/** The servers as a table, and below it why those that do not run do not, with what to do, and whose lists are not whole. */
export function renderStatus(servers: readonly ServerStatus[], screen: Screen): string[] {
  const columns = columnsFor(servers, screen);
  const rows = servers.map((server) => columns.map((column) => column.cell(server)));
  const table = renderTable(rows, {
    header: columns.map(({ title }) => title),
    paintHeader: (text) => screen.paint('quiet', text),
    whole: ['STATE'],
    ...(screen.width === undefined ? {} : { width: screen.width }),
  });
  const notes = servers.flatMap((server) => renderNote(server, screen));
  return notes.length === 0 ? table : [...table, '', ...notes];
}

function columnsFor(servers: readonly ServerStatus[], screen: Screen): readonly Column[] {
  const hasLatency = servers.some(({ latencyMs }) => latencyMs !== undefined);
  const hasRoom = screen.width === undefined || screen.width >= ROOM_FOR_DETAIL;
  return [
    { title: 'SERVER', cell: ({ key }) => ({ text: toLine(key), paint: (text) => screen.paint('strong', text) }) },
    { title: 'STATE', cell: ({ state }) => ({ text: state, paint: (text) => screen.paint(TONES[state], text) }) },
    { title: 'TOOLS', cell: ({ tools }) => ({ text: String(tools) }) },
    ...(hasLatency ? [{ title: 'LATENCY', cell: toLatency }] : []),
    { title: 'FAILURES', cell: ({ failures }) => ({ text: String(failures) }) },
    ...(hasRoom ? [{ title: 'DETAIL', cell: (server: ServerStatus) => ({ text: toDetail(server) }) }] : []),
  ];
}

function toLatency({ latencyMs }: ServerStatus): Cell {
  return { text: latencyMs === undefined ? '' : `${Math.round(latencyMs)} ms` };
}

/** Since when a server is as it is, or what comes next. */
function toDetail({ state, phase, lastConnectedAt, nextTryAt, autoDisabledAt }: ServerStatus): string {
  if (state === 'running') return lastConnectedAt === undefined ? '' : `since ${toTime(lastConnectedAt)}`;
  if (state === 'starting') return phase ?? '';
  if (state === 'retrying') return nextTryAt === undefined ? '' : `next try at ${toTime(nextTryAt)}`;
  return state === 'auto-disabled' && autoDisabledAt !== undefined ? `since ${toTime(autoDisabledAt)}` : '';
}

function renderNote(server: ServerStatus, screen: Screen): string[] {
  const text = describe(server);
  if (text === '') return [];
  const key = toLine(server.key);
  const [first = '', ...rest] = wrapText(`${key}: ${text}`, screen.width, 2);
  return [first.startsWith(key) ? screen.paint('strong', key) + first.slice(key.length) : first, ...rest];
}

/** Why a server does not run, and what to do about it; of one that runs, what is missing. */
function describe({ key, state, reason, phase, code }: ServerStatus): string {
  if (state === 'starting' || (state === 'running' && reason === undefined)) return '';
  const why = reason === undefined ? [] : [toSentence(phase === undefined ? reason : `${phase}: ${reason}`)];
  const name = toLine(key);
  const next: Partial<Record<ServerState, string>> = {
    failed:
      code === 'missing_env_var'
        ? 'Set what is missing in the environment, then restart Toolyard.'
        : `Fix its configuration, then run: toolyard enable ${name}`,
    'auto-disabled': `Toolyard no longer retries it. Fix it, then run: toolyard enable ${name}`,
    disabled: `To use it, run: toolyard enable ${name}`,
    'needs-login': `Put a token into its "headers", then run: toolyard enable ${name}`,
  };
  // What went wrong with a server before it was switched off is over.
  const told = state === 'disabled' ? [] : why;
  return [...told, next[state] ?? ''].join(' ').trim();
}

function toSentence(text: string): string {
  const line = toLine(text);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** A moment of today as the time of day, any other with its date; in local time. */
function toTime(iso: string): string {
  const at = new Date(iso);
  const time = at.toTimeString().slice(0, 8);
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString('sv')} ${time}`;
}
