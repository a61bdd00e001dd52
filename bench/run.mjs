// `npm run bench`: Toolyard, the server alone and peers on the same scenarios, in one run on one machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepBest } from './metrics.mjs';
import { installPeers } from './peers/install-peers.mjs';
import { renderReport } from './render-report.mjs';
import { measureCalls, measureLargeArgument, measureStart, measureWideList } from './scenarios.mjs';
import { listOwnTargets } from './targets.mjs';

const FULL = {
  warmUp: 5000,
  sequential: 3000,
  atOnce: 10_000,
  large: 20,
  servers: 10,
  wideServers: 200,
  limitMs: 20_000,
};
const QUICK = { warmUp: 3000, sequential: 800, atOnce: 4000, large: 3, servers: 10, wideServers: 20, limitMs: 10_000 };

const HELP = `npm run bench -- [options]

  --quick        a smoke run in a few seconds, whose numbers mean little
  --peers        installs peers from npm into a temporary folder and measures them too
  --only NAMES   only these targets, by name, separated by commas
  --rounds N     how often everything is measured; the best counts (default 3)
  --json         machine-readable output
`;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(HELP);
else await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-bench-'));
  try {
    const report = await measureAll(folder);
    process.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : renderReport(report));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(folder) {
  const size = options.quick ? QUICK : FULL;
  const rounds = Number(options.rounds ?? (options.quick ? 1 : 3));
  const wanted = options.only?.split(',');
  const peers = options.peers ? await installPeers(folder, say) : [];
  const targets = [...listOwnTargets(), ...peers]
    .filter(({ name }) => wanted === undefined || wanted.includes(name))
    .map((target) => ({ target, values: {}, problems: [] }));
  for (let round = 1; round <= rounds; round++) {
    // Targets take turns, so that a busy moment of the machine does not hit one of them alone.
    for (const row of targets) await measureTarget(row, { folder, size, isLast: round === rounds });
    say(`round ${round} of ${rounds} done`);
  }
  return {
    node: process.version,
    rounds,
    size,
    targets: targets.map(({ target: { name, note }, values, problems }) => ({ name, note, values, problems })),
  };
}

async function measureTarget(row, { folder, size, isLast }) {
  const { target } = row;
  const scenarios = {
    calls: () => measureCalls(target, { folder, size }),
    argument: () => measureLargeArgument(target, { folder, size }),
  };
  if (target.takesMany) {
    scenarios.start = () => measureStart(target, { folder, size });
    scenarios.list = () => measureWideList(target, { folder, size });
  }
  // Waiting for a server that never answers takes long, and as long each time.
  if (target.takesMany && isLast && !options.quick) {
    scenarios.hung = () => measureStart(target, { folder, size, hung: 1 });
  }
  for (const [name, measure] of Object.entries(scenarios)) {
    if (row.problems.some((problem) => problem.startsWith(`${name}: `))) continue;
    try {
      row.values = keepBest(row.values, await measure());
    } catch (error) {
      row.problems.push(`${name}: ${error.message}`);
      say(`${target.name}: ${name}: ${error.message}`);
    }
  }
}

function say(text) {
  process.stderr.write(`bench: ${text}\n`);
}
