// The report for people: what was measured, then the figures that count, then what went wrong. It fits into 100 columns.
import { toNumber } from './to-number.mjs';

/** How many pairs a verdict is meant to be the median of. */
const JUDGED_ROUNDS = 9;

export function renderReport({ node, cores, rounds, isQuick, tables, bars, problems }) {
  return [
    `Node ${node}, ${cores} cores. Figures are medians of all rounds, ratios those of what each round gives.`,
    'CPU and memory are those of the process that the client speaks to.',
    ...(isQuick ? ['This was a quick run: it shows that everything works, and its numbers mean little.'] : []),
    ...tables.flatMap(renderTables),
    ...(bars.length > 0 ? renderBars(bars, rounds) : []),
    ...(problems.length > 0 ? ['', 'Problems', '', ...problems.map((problem) => `  ${problem.message}`)] : []),
    '',
  ].join('\n');
}

function renderTables({ title, rounds, targets, figures }) {
  const heading = `${title} (${toRounds(rounds)})`;
  const rows = figures.flatMap(({ label, values, base, toBase, bestPeer, toBestPeer }) => [
    [label, ...targets.map((name) => toNumber(values[name]))],
    ...(isShown(targets, base, values) ? [toRatios(`÷ ${base}`, targets, toBase)] : []),
    ...(isShown(targets, bestPeer, values) ? [toRatios(`÷ best peer, ${bestPeer}`, targets, toBestPeer)] : []),
  ]);
  return ['', heading, '', renderTable([...toHeadings(targets), ...rows])];
}

/** A figure that only one target has is compared with nobody. */
function isShown(targets, other, values) {
  return other !== undefined && targets.some((name) => name !== other && values[name] !== undefined);
}

function toRatios(label, targets, ratios) {
  return [`  ${label}`, ...targets.map((name) => (ratios[name] === undefined ? '' : ratios[name].toFixed(2)))];
}

/** Names of several words stand in two lines. */
function toHeadings(targets) {
  const names = targets.map((name) => name.split(/(?<=^\w+,?) /));
  const second = ['', ...names.map(([first, second = first]) => second)];
  return names.some(({ length }) => length > 1)
    ? [['', ...names.map(([first, second]) => (second === undefined ? '' : first))], second]
    : [second];
}

function renderBars(bars, rounds) {
  const note = rounds < JUDGED_ROUNDS ? `; they are meant for ${JUDGED_ROUNDS}, as --full has` : '';
  const rows = bars.map(({ label, value, min, max, isMet }) => [
    label,
    toNumber(value),
    max === undefined ? (min === undefined ? '' : `≥ ${min}`) : `≤ ${max}`,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  ]);
  return [
    '',
    `What Toolyard is held to (${toRounds(rounds)}${note})`,
    '',
    renderTable([['', 'measured', 'bar', ''], ...rows]),
  ];
}

function toRounds(rounds) {
  return rounds === 1 ? '1 round' : `${rounds} rounds`;
}

function renderTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  return rows.map((row) => `  ${row.map(pad).join('  ')}`.trimEnd()).join('\n');
}
