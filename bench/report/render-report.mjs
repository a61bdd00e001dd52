// The report for people: what was measured, then the figures that count.
import { medianOf } from '../measure/rounds.mjs';

const TITLES = {
  stdio: 'Over stdio, raw client, 16 in flight unless said otherwise',
  stdioSdk: 'Over stdio, SDK client, the first calls, 16 in flight',
  http: 'Over HTTP, raw client, 16 in flight; then 1, 8 and 32 sessions with one call each',
  httpSdk: 'Over HTTP, SDK client, 16 in flight',
  start: 'From the start of the process',
  wide: 'Many servers',
  catalogue: 'Tools and servers',
  clients: 'Clients',
  bystander: 'A ping while another client moves results of 10 MB',
  idle: 'Memory without servers',
  idleClients: 'Heap of an idle client',
  abandoned: 'Heap left by 300 abandoned sessions',
  calls: 'Heap after 5,000 and after many calls',
};

const UNITS = { Us: 'µs', Ms: 'ms', Mb: 'MB', Kb: 'KB' };

export function renderReport({ node, rounds, results, bars, problems }) {
  const sections = Object.entries(results).map(
    ([name, result]) => `${TITLES[name] ?? name}\n\n${renderSection(result)}\n`,
  );
  const rows = bars.map(({ label, value, min, max, isMet }) => [
    label,
    toCell(value),
    min === undefined ? `≤ ${max}` : `≥ ${min}`,
    isMet ? 'met' : 'MISSED',
  ]);
  return [
    `Node ${node}, medians of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}. CPU and memory are those of the process that the client speaks to.\n`,
    ...sections,
    'What Toolyard is held to: ratios of figures of the same round\n',
    renderTable([['', 'measured', 'bar', ''], ...rows]),
    ...(problems.length > 0 ? ['', ...problems] : []),
    '',
  ].join('\n');
}

function renderSection(result) {
  const names = Object.keys(result);
  const keys = [...new Set(names.flatMap((name) => result[name].flatMap((values) => Object.keys(values ?? {}))))];
  const rows = names.map((name) => [name, ...keys.map((key) => toCell(medianOf(result, name, key)))]);
  return renderTable([['', ...keys.map(toHeading)], ...rows]);
}

function toHeading(key) {
  const unit = UNITS[key.slice(-2)];
  const words = (unit === undefined ? key : key.slice(0, -2)).replace(/([A-Z]|\d+)/g, ' $1').toLowerCase();
  return unit === undefined ? words : `${words} [${unit}]`;
}

function toCell(value) {
  if (value === undefined) return '–';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return value.toFixed(digits);
}

function renderTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  return rows.map((row) => row.map(pad).join('   ').trimEnd()).join('\n');
}
