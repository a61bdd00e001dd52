// `npm run conformance`: the protocol's own test suite against the fixture alone, and through the gateway.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { judgeFixture, judgeGateway, summarize } from './judge.mjs';
import { NOT_APPLICABLE, NOT_YET, SERVERS, SUITES } from './matrix.mjs';
import { renderReport } from './render-report.mjs';
import { installSuites } from './suite/install-suites.mjs';
import { runSuite } from './suite/run-suite.mjs';
import { startFixture, startGateway } from './targets.mjs';

const HELP = `npm run conformance -- [options]

  --suite VERSION  only this version of the suite: ${[...new Set(SUITES.map(({ version }) => version))].join(', ')}
  --revision R     only clients of this revision: ${[...new Set(SUITES.map(({ revision }) => revision))].join(', ')}
  --server KIND    only the gateway in front of this kind of server: ${SERVERS.map(({ name }) => name).join(', ')}
  --json           machine-readable output
`;

const { values: options } = parseArgs({
  options: {
    suite: { type: 'string' },
    revision: { type: 'string' },
    server: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const suites = SUITES.filter(({ version }) => options.suite === undefined || options.suite === version).filter(
  ({ revision }) => options.revision === undefined || options.revision === revision,
);
const servers = SERVERS.filter(({ name }) => options.server === undefined || options.server === name);

if (options.help) process.stdout.write(HELP);
else if (suites.length === 0 || servers.length === 0) {
  process.stderr.write(HELP);
  process.exitCode = 2;
} else await main();

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-conformance-'));
  try {
    const report = await runMatrix(folder);
    process.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : renderReport(report));
    if (report.problems.length > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runMatrix(folder) {
  const tools = await installSuites(
    suites.map(({ version }) => version),
    say,
  );
  const problems = [];
  const reports = [];
  for (const suite of suites) {
    const run = { suite, folder, node: tools.node, script: tools.scriptOf(suite.version) };
    const alone = suite.alone ? await runTarget(run, 'fixture alone', () => startFixture()) : undefined;
    const targets = alone === undefined ? [] : [summarize(alone)];
    problems.push(...targets.flatMap((summary) => judgeFixture(suite, summary)));
    for (const { name, title } of servers) {
      const target = await runTarget(run, `gateway, ${title}`, () => startGateway(name, folder));
      problems.push(...judgeGateway(suite, alone, target));
      targets.push(summarize(target));
    }
    reports.push({ version: suite.version, revision: suite.revision, targets });
  }
  return {
    suites: reports,
    notYet: Object.fromEntries(NOT_YET),
    notApplicable: Object.fromEntries(NOT_APPLICABLE),
    problems,
  };
}

/** Runs all scenarios against a target; one that is lost unexpectedly gets a second chance, since a busy machine can cost it its time. */
async function runTarget({ suite, folder, node, script }, name, start) {
  say(`runs ${suite.version}, ${suite.revision} against: ${name}`);
  const { url, stop } = await start();
  const run = (words) => runSuite({ node, script, words, url, folder });
  try {
    const results = await run(suite.all);
    const retried = [];
    for (const [scenario, { passed }] of results) {
      if (passed || NOT_YET.has(scenario)) continue;
      const again = (await run(suite.one(scenario))).get(scenario);
      if (again?.passed === true) retried.push(scenario);
      if (again !== undefined) results.set(scenario, again);
    }
    return { name, results, retried };
  } finally {
    await stop();
  }
}

function say(what) {
  process.stderr.write(`conformance: ${what}\n`);
}
