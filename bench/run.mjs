// `npm run bench`: direct use, a bare relay, Toolyard and its peers side by side, in one run on one machine.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { judge } from './bars.mjs';
import { compareWithRecord } from './guard.mjs';
import { measureInTurns } from './measure/rounds.mjs';
import { renderChart } from './report/render-chart.mjs';
import { renderReport } from './report/render-report.mjs';
import { measureMemory } from './sections/memory.mjs';
import { measureRelay } from './sections/relay.mjs';
import { measureScale } from './sections/scale.mjs';
import { measureStarts } from './sections/start.mjs';
import { SIZES } from './sizes.mjs';
import { installPeers } from './targets/npm-peers.mjs';
import { checkBuilt } from './targets/own-targets.mjs';

const SECTIONS = { relay: measureRelay, start: measureStarts, scale: measureScale, memory: measureMemory };
const RECORD = new URL('./record.json', import.meta.url);

const HELP = `npm run bench -- [SECTION ...] [options]

Sections: ${Object.keys(SECTIONS).join(', ')}; all of them where none is named.

  --full         more rounds and the large scales
  --quick        a smoke run in a minute, whose numbers mean little
  --rounds N     how often each target is measured; medians count (usually 3, with --full 9)
  --peers        also peers from npm, installed into bench/.peers
  --json         machine-readable output
  --chart FILE   also a chart, as SVG
  --guard        compares with the ratios on record and fails where one got worse by more than 25 %
  --record       puts the ratios of this run on record
`;

const { values: options, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    full: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    peers: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    chart: { type: 'string' },
    guard: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(HELP);
else await main();

async function main() {
  checkBuilt();
  const unknown = named.filter((name) => !Object.hasOwn(SECTIONS, name));
  if (unknown.length > 0)
    throw new Error(`There is no section "${unknown[0]}". There are: ${Object.keys(SECTIONS).join(', ')}.`);
  const report = await measureSections();
  process.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : renderReport(report));
  if (options.chart !== undefined) writeFileSync(options.chart, renderChart(report));
  if (options.record) {
    const ratios = Object.fromEntries(report.bars.map(({ id, value }) => [id, Number(value.toFixed(3))]));
    writeFileSync(RECORD, `${JSON.stringify(ratios, undefined, 2)}\n`);
  }
  if (options.guard) guard(report);
}

async function measureSections() {
  const size = SIZES[options.full ? 'full' : options.quick ? 'quick' : 'usual'];
  const rounds = Number(options.rounds ?? size.rounds);
  const peers = options.peers ? await installPeers(say) : [];
  const problems = [];
  const inTurns = (title, targets, measure, count) =>
    measureInTurns({
      targets,
      rounds: count,
      measure,
      onProblem(name, message) {
        problems.push(`${title}: ${name}: ${message}`);
        say(problems.at(-1));
      },
      onRound: (round) => say(`${title}: round ${round} of ${count}`),
    });
  const results = {};
  for (const name of named.length > 0 ? named : Object.keys(SECTIONS)) {
    Object.assign(results, await SECTIONS[name]({ rounds, size, peers, inTurns }));
  }
  return { node: process.version, rounds, size, results, bars: judge(results), problems };
}

function guard({ bars }) {
  const worse = compareWithRecord(bars, JSON.parse(readFileSync(RECORD, 'utf8')));
  for (const line of worse) process.stderr.write(`bench: ${line}\n`);
  if (worse.length > 0) process.exitCode = 1;
}

function say(text) {
  process.stderr.write(`bench: ${text}\n`);
}
