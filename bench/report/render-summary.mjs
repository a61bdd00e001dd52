// What the README shows of a report, as Markdown.
import { toNumber } from './to-number.mjs';

const ROWS = [
  ['stdioSdk', 'perSecond', 'stdio, SDK client: calls per second, the first 6,000'],
  ['stdio', 'cpuUs', 'stdio: CPU of a call, warm [µs]'],
  ['stdio', 'p50Ms', 'stdio, one at a time: p50 [ms]'],
  ['stdio', 'largeMs', 'stdio: result of 1 MB [ms]'],
  ['httpSdk', 'perSecond', 'HTTP, SDK client: calls per second'],
  ['http', 'cpuUs', 'HTTP: CPU of a call [µs]'],
  ['http', 'perSecond, 32 sessions', 'HTTP: calls per second of 32 sessions'],
  ['start', 'firstListMs, 30 servers', 'first list of 30 servers [ms]'],
  ['start', 'firstListMs, 30 again', 'the same when they ran before [ms]'],
  ['bystander', 'pingP99Ms', 'p99 of a ping beside results of 10 MB [ms]'],
];

/** Figures side by side, then what Toolyard is held to. */
export function renderSummary({ node, cores, rounds, tables, bars }) {
  const medians = rounds === 1 ? 'one round' : `medians of ${rounds} interleaved rounds`;
  return [
    `Node ${node} on ${cores} cores, ${medians}. CPU is that of the process that the client speaks to.`,
    '',
    ...renderMarkdown(
      ['', 'direct', 'bare relay', 'Toolyard', 'best peer'],
      ROWS.flatMap((row) => toRow(tables, row)),
    ),
    '',
    'What Toolyard is held to:',
    '',
    ...renderMarkdown(['figure', 'bar', 'measured'], bars.flatMap(toBar)),
    '',
  ].join('\n');
}

function toRow(tables, [id, key, label]) {
  const figure = tables.find((table) => table.id === id)?.figures.find((each) => each.key === key);
  if (figure === undefined) return [];
  const { values, bestPeer } = figure;
  const peer = bestPeer === undefined ? '–' : `${toNumber(values[bestPeer])} (${bestPeer})`;
  return [[label, toNumber(values.direct), toNumber(values['bare relay']), toNumber(values.toolyard), peer]];
}

function toBar({ label, value, min, max, isMet }) {
  if (isMet === undefined) return [];
  const measured = isMet ? toNumber(value) : `**${toNumber(value)}** (missed)`;
  return [[label, max === undefined ? `≥ ${min}` : `≤ ${max}`, measured]];
}

function renderMarkdown(headings, rows) {
  const lines = [headings, headings.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`);
}
