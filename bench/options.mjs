import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Those that make up a whole run, and one that takes the CPU figures out of them. */
export const WHOLE = ['relay', 'start', 'scale', 'memory'];
const SECTIONS = [...WHOLE, 'cpu'];

export const HELP = `npm run bench -- [SECTION ...] [options]

Measures Toolyard beside direct use of a server, a bare relay and peers from npm, in one run on one
machine. Needs Linux, and about seven minutes; nothing else should run meanwhile.

Sections (without any: the first four)
  relay     latency, throughput, CPU and large results, over stdio and HTTP
  start     from the start of the process to the first list
  scale     many tools, servers and clients; a bystander of large results
  memory    idle, after many calls, after clients that went
  cpu       only the CPU figures of Toolyard and the yardsticks: about a minute, and steady on a
            busy machine

Options
  --full         9 rounds and the large scales: about 40 minutes
  --quick        a smoke run of about a minute, whose numbers mean little
  --rounds N     how often each target is measured; medians count (3, with --full 9)
  --no-peers     without mcp-hub, mcp-proxy and supergateway, which are otherwise installed from
                 npm into bench/.peers when they are first needed
  --json         the report as JSON, with the figures of every round
  --chart FILE   also a chart, as SVG
  --guard        compares with the ratios in bench/record.json; exit code 1 where one is worse by
                 more than 25 %, measured twice, or where the yardstick is not the same any more
  --record       puts the ratios of this run into bench/record.json
  --publish      --record, and writes the table in README.md, docs/benchmarks.svg and
                 docs/benchmarks.json
  --from FILE    shows, draws or publishes a report that --json gave, and measures nothing
  --help         this text

The report goes to stdout, progress to stderr. Exit code 1: something of Toolyard could not be
measured; 2: the options are wrong.
`;

/** The options of a run; `problem` says what is wrong with them. */
export function parseOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const options = {
      ...values,
      sections: positionals.length > 0 ? positionals : WHOLE,
      isWhole: positionals.length === 0,
    };
    return { ...options, problem: findProblem(options) };
  } catch (error) {
    return { problem: error.message.replace(/\. To specify a positional.*/s, '.') };
  }
}

const flag = { type: 'boolean', default: false };
const OPTIONS = {
  full: flag,
  quick: flag,
  rounds: { type: 'string' },
  'no-peers': flag,
  json: flag,
  chart: { type: 'string' },
  guard: flag,
  record: flag,
  publish: flag,
  from: { type: 'string' },
  help: flag,
};

function findProblem(options) {
  const { sections, full, quick, rounds, chart, from } = options;
  const unknown = sections.find((name) => !SECTIONS.includes(name));
  if (unknown !== undefined) return `There is no section "${unknown}". There are: ${SECTIONS.join(', ')}.`;
  if (full && quick) return '--full and --quick exclude each other.';
  if (rounds !== undefined && !/^[1-9]\d{0,2}$/.test(rounds))
    return `--rounds takes a number from 1 on, not "${rounds}".`;
  for (const file of [chart, from]) {
    if (file === '') return 'The name of a file is empty.';
  }
  if (chart !== undefined && !existsSync(dirname(resolve(chart))))
    return `--chart: there is no folder "${dirname(chart)}".`;
  if (from !== undefined && !existsSync(from)) return `--from: there is no file "${from}".`;
  return findWrongComparison(options);
}

function findWrongComparison({ quick, guard, record, publish, isWhole, 'no-peers': noPeers }) {
  const compared = [guard && '--guard', record && '--record', publish && '--publish'].find(Boolean);
  if (quick && compared) return `${compared} needs more than --quick measures.`;
  if (publish && (!isWhole || noPeers)) return '--publish needs a whole run: leave out the sections and --no-peers.';
  return undefined;
}
