// Puts a report where readers of the project find it: the README's tables, the chart, and all figures as JSON.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { renderChart } from './render-chart.mjs';
import { renderSummary } from './render-summary.mjs';

const fileOf = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const README = fileOf('README.md');
const CHART = fileOf('docs/benchmarks.svg');
const FIGURES = fileOf('docs/benchmarks.json');
const RECORD = fileOf('bench/record.json');
const FORMATTER = fileOf('node_modules/.bin/oxfmt');

const MARKED = /(?<=<!-- bench:begin[^>]*-->\n)[\s\S]*(?=<!-- bench:end -->)/;

/** Rewrites what is published; the figures of single rounds are left out. */
export async function publish({ results: _rounds, ...report }) {
  writeFileSync(CHART, renderChart(report));
  writeFileSync(FIGURES, `${JSON.stringify(report, round, 2)}\n`);
  writeFileSync(README, replaceSummary(readFileSync(README, 'utf8'), report));
  await promisify(execFile)(FORMATTER, [README, FIGURES, RECORD]);
}

/** A page whose marked part shows this report. */
export function replaceSummary(page, report) {
  if (!MARKED.test(page)) throw new Error('README.md has no lines "<!-- bench:begin -->" and "<!-- bench:end -->".');
  return page.replace(MARKED, () => `\n${renderSummary(report)}\n`);
}

function round(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
