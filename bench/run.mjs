// `npm run bench`: direct use, a bare relay, Toolyard and its peers side by side, in one run on one machine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { judge } from './bars.mjs';
import { addToRecord, compareWithRecord } from './guard.mjs';
import { measureSections } from './measure-sections.mjs';
import { joinRounds } from './measure/rounds.mjs';
import { HELP, parseOptions } from './options.mjs';
import { publish } from './report/publish.mjs';
import { renderChart } from './report/render-chart.mjs';
import { renderReport } from './report/render-report.mjs';
import { toTables } from './report/to-tables.mjs';
import { SIZES } from './sizes.mjs';
import { isBuilt } from './targets/own-targets.mjs';

const RECORD = new URL('./record.json', import.meta.url);

// Everything that was started ends when this process exits, which a signal alone would not do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

const options = parseOptions(process.argv.slice(2));
if (options.problem !== undefined) refuse(`${options.problem} "npm run bench -- --help" shows all options.`);
else if (options.help) process.stdout.write(HELP);
else if (options.from !== undefined) await showSaved(options.from);
else if (process.platform !== 'linux') refuse('This needs Linux: CPU and memory come from /proc.');
else if (!isBuilt()) refuse('The command is not built. Run "npm run build" first.');
else await show(await measure());

async function measure() {
  const size = SIZES[options.full ? 'full' : options.quick ? 'quick' : 'usual'];
  const rounds = Number(options.rounds ?? size.rounds);
  const measureOnce = () =>
    measureSections({ sections: options.sections, size, rounds, withPeers: !options['no-peers'], say });
  const first = await measureOnce();
  const report = toReport(first, size);
  if (!options.guard || compareWithRecord(report.bars, readRecord()[report.kind] ?? {}).length === 0) return report;
  // Other work on the machine can look like a loss, but seldom twice.
  say('some figures are worse than on record: measures again, and takes the medians of both');
  const second = await measureOnce();
  const results = Object.fromEntries(
    Object.entries(first.results).map(([group, result]) => [group, joinRounds(result, second.results[group])]),
  );
  return toReport({ rounds: 2 * rounds, results, problems: [...first.problems, ...second.problems] }, size);
}

function toReport({ rounds, results, problems }, size) {
  return {
    node: process.version,
    cores: availableParallelism(),
    rounds,
    isQuick: options.quick,
    kind: options.full ? 'full' : options.sections.join(' '),
    size,
    tables: toTables(results),
    bars: judge(results),
    problems,
    results,
  };
}

async function showSaved(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    refuse(`--from: "${file}" holds no report: ${error.message}`);
    return;
  }
  await show(report);
}

async function show(report) {
  process.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : renderReport(report));
  if (options.chart !== undefined) writeFileSync(options.chart, renderChart(report));
  // Before anything goes on record, or the guard would compare a run with itself.
  if (options.guard) guard(report);
  const isIncomplete = report.problems.some(({ isPeer }) => !isPeer);
  if (isIncomplete) process.exitCode = 1;
  if (!options.record && !options.publish) return;
  if (isIncomplete) say('nothing goes on record, since some of Toolyard could not be measured.');
  else await keep(report);
}

async function keep(report) {
  const needed = SIZES.full.rounds;
  if (options.publish && report.rounds < needed) {
    refuse(`--publish needs ${needed} rounds, and this report has ${report.rounds}.`);
    return;
  }
  writeRecord(report);
  if (options.publish) await publish(report);
}

function guard({ bars, kind }) {
  const record = readRecord()[kind] ?? {};
  const { length } = bars.filter(({ id }) => Object.hasOwn(record, id));
  const worse = compareWithRecord(bars, record);
  for (const line of worse) say(`worse than on record: ${line}`);
  if (length === 0) say(`bench/record.json has no run of the kind "${kind}". Put one there with --record.`);
  else say(`${length} figures were compared with bench/record.json, ${worse.length} are worse by more than 25 %.`);
  if (worse.length > 0 || length === 0) process.exitCode = 1;
}

/** By kind of run: shorter runs are less warm, and give other ratios. */
function readRecord() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};
}

function writeRecord({ bars, kind }) {
  const record = readRecord();
  const changed = { ...record, [kind]: addToRecord(record[kind] ?? {}, bars) };
  writeFileSync(RECORD, `${JSON.stringify(changed, undefined, 2)}\n`);
}

function refuse(message) {
  say(message);
  process.exitCode = 2;
}

function say(text) {
  process.stderr.write(`bench: ${text}\n`);
}
