import { NOT_APPLICABLE, NOT_YET } from './matrix.mjs';

const HEADS = ['scenarios', 'checks', 'not yet', 'lost', 'retried'];

/** The counts of all targets one below the other, then what is not possible yet, and what is wrong. */
export function renderReport({ suites, problems }) {
  const known = [...new Set(NOT_YET.values())];
  const namesOf = (wanted) => [...NOT_YET].filter(([, reason]) => reason === wanted).map(([name]) => name);
  return [
    ...suites.map(renderSuite),
    ...renderReasons(
      'Scenarios that the gateway does not pass before servers of the handshake era:',
      known.map((reason) => [namesOf(reason).join(', '), reason]),
    ),
    ...renderReasons('Checks that do not apply to a gateway:', [...NOT_APPLICABLE]),
    problems.length === 0
      ? 'Toolyard passes everything that it is to pass.'
      : ['What is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
    '',
  ].join('\n');
}

function renderSuite({ version, revision, half, targets }) {
  const rows = [
    [`conformance ${version}, ${revision}, ${half} half`, ...HEADS],
    ...targets.map(({ title, passed, scenarios, checks, notYet, lost, retried }) => [
      `  ${title}`,
      `${passed}/${scenarios}`,
      `${checks.passed}/${checks.passed + checks.lost}`,
      String(notYet.length),
      String(lost.length),
      String(retried.length),
    ]),
  ];
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => row.map((cell, column) => pad(cell, widths[column], column)).join('  '));
  return [...lines, ...targets.flatMap(renderRetried), ''].join('\n');
}

const renderRetried = ({ title, retried }) =>
  retried.map(({ scenario, reasons }) => `  ${title}: ${scenario} was lost at first: ${reasons.join('; ')}`);

const pad = (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width));

function renderReasons(title, reasons) {
  return reasons.length === 0 ? [] : [title, ...reasons.map(([name, reason]) => `  ${name}: ${reason}`), ''];
}
