import { METRICS } from './metrics.mjs';

/** Two tables for people: what was measured, and Toolyard as a multiple of each other target. */
export function renderReport({ node, rounds, size, targets }) {
  const labels = METRICS.map(({ label, unit }) => {
    const filled = label.replace(/\{(\w+)\}/g, (_, key) => size[key]);
    return `${filled} [${unit}]`;
  });
  const measured = METRICS.map(({ key }, row) => [labels[row], ...targets.map(({ values }) => toCell(values[key]))]);
  const own = targets.find(({ name }) => name === 'toolyard')?.values;
  const others = targets.filter(({ name }) => name !== 'toolyard');
  const ratios = METRICS.map(({ key }, row) => [
    labels[row],
    ...others.map(({ values }) => toCell(own && own[key] / values[key], '×')),
  ]);
  const notes = targets.flatMap(({ name, note, problems }) =>
    [...(note ? [note] : []), ...problems].map((text) => `${name}: ${text}`),
  );
  return [
    `Node ${node}, best of ${rounds} ${rounds === 1 ? 'round' : 'rounds'}; CPU and memory are those of the process that the client speaks to.`,
    '',
    renderTable([['', ...targets.map(({ name }) => name)], ...measured]),
    '',
    'Toolyard as a multiple of the others',
    '',
    renderTable([['', ...others.map(({ name }) => name)], ...ratios]),
    ...(notes.length > 0 ? ['', ...notes] : []),
    '',
  ].join('\n');
}

function toCell(value, suffix = '') {
  if (value === undefined || Number.isNaN(value)) return '–';
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
  return `${value.toFixed(digits)}${suffix}`;
}

function renderTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  return rows.map((row) => row.map(pad).join('   ').trimEnd()).join('\n');
}
