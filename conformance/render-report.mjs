import { NOT_APPLICABLE, NOT_YET } from './matrix.mjs';

/** The counts of all targets side by side, then what is not possible yet, and what is wrong. */
export function renderReport({ suites, problems }) {
  return [
    ...suites.map(renderSuite),
    ...renderReasons('Scenarios that the gateway does not pass yet:', NOT_YET),
    ...renderReasons('Checks that do not apply to a gateway:', NOT_APPLICABLE),
    problems.length === 0
      ? 'The gateway passes everything that it is to pass.'
      : ['What is wrong:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
    '',
  ].join('\n');
}

function renderSuite({ version, revision, targets }) {
  const rows = [
    [`conformance ${version}, ${revision}`, ...targets.map(({ name }) => name)],
    ['scenarios passed', ...targets.map(({ passed, scenarios }) => `${passed}/${scenarios}`)],
    ['checks passed', ...targets.map(({ checks }) => `${checks.passed}/${checks.passed + checks.lost}`)],
    ['not yet', ...targets.map(({ lost }) => String(lost.filter(({ scenario }) => NOT_YET.has(scenario)).length))],
    ['lost', ...targets.map(({ lost }) => String(lost.filter(({ scenario }) => !NOT_YET.has(scenario)).length))],
    ['passed when retried', ...targets.map(({ retried }) => String(retried.length))],
  ];
  const widths = rows[0].map((_cell, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function renderReasons(title, reasons) {
  const lines = [...reasons].map(([name, reason]) => `  ${name}: ${reason}`);
  return lines.length === 0 ? [] : [title, ...lines, ''];
}
