// `npm run bench`: direct use, a bare relay, Toolyard and its peers side by side, in one run on one machine.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { judge } from './bars.mjs';
import { addToRecord, compareWithRecord } from './guard.mjs';
import { measureInTurns } from './measure/rounds.mjs';
import { HELP, parseOptions } from './options.mjs';
import { publish } from './report/publish.mjs';
import { renderChart } from './report/render-chart.mjs';
import { renderReport } from './report/render-report.mjs';
import { toTables } from './report/to-tables.mjs';
import { measureCpu } from './sections/cpu.mjs';
import { measureMemory } from './sections/memory.mjs';
import { measureRelay } from './sections/relay.mjs';
import { measureScale } from './sections/scale.mjs';
import { measureStarts } from './sections/start.mjs';
import { SIZES } from './sizes.mjs';
import { installPeers } from './targets/npm-peers.mjs';
import { isBuilt } from './targets/own-targets.mjs';

const MEASURES = {
  relay: measureRelay,
  start: measureStarts,
  scale: measureScale,
  memory: measureMemory,
  cpu: measureCpu,
};
const WITH_PEERS = ['relay', 'scale'];
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
  const arePeersWanted = !options['no-peers'] && options.sections.some((name) => WITH_PEERS.includes(name));
  const problems = [];
  const note = (message, isPeer) => {
    problems.push({ message, isPeer });
    say(message);
  };
  const onMissingPeer = ({ name }, message) => note(`${name}: ${message}`, true);
  const peers = arePeersWanted ? await installPeers({ say, onProblem: onMissingPeer }) : [];
  const inTurns = (title, targets, measureOne) =>
    measureInTurns({
      targets,
      rounds,
      measure: measureOne,
      onProblem: ({ name, isPeer = false }, message) => note(`${title}: ${name}: ${message}`, isPeer),
      onRound: (round) =>
        say(`${title}: round ${round} of ${rounds} (after ${Math.round(performance.now() / 1000)} s)`),
    });
  const results = {};
  for (const name of options.sections) Object.assign(results, await MEASURES[name]({ size, peers, inTurns }));
  return {
    node: process.version,
    cores: availableParallelism(),
    rounds,
    isQuick: options.quick,
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
  if (options.record || options.publish) writeRecord(report);
  if (options.publish) await publish(report);
  if (report.problems.some(({ isPeer }) => !isPeer)) process.exitCode = 1;
}

function guard({ bars }) {
  const record = readRecord();
  const compared = bars.filter(({ id }) => Object.hasOwn(record, id));
  const worse = compareWithRecord(compared, record);
  for (const line of worse) say(`worse than on record: ${line}`);
  say(`${compared.length} figures were compared with bench/record.json, ${worse.length} are worse by more than 25 %.`);
  if (worse.length > 0 || compared.length === 0) process.exitCode = 1;
}

function readRecord() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, 'utf8')) : {};
}

function writeRecord({ bars }) {
  writeFileSync(RECORD, `${JSON.stringify(addToRecord(readRecord(), bars), undefined, 2)}\n`);
}

function refuse(message) {
  say(message);
  process.exitCode = 2;
}

function say(text) {
  process.stderr.write(`bench: ${text}\n`);
}
