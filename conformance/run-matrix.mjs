import { judgeClient, judgeFixture, judgeGateway, summarize } from './judge.mjs';
import { isNotYet, toTargets } from './matrix.mjs';
import { clientCommand } from './suite/client-command.mjs';
import { runSuite } from './suite/run-suite.mjs';
import { startTarget } from './targets.mjs';

/** More would take each other's time: some scenarios wait only so long. */
const AT_ONCE = 2;

/** Runs all suites against all targets; gives the counts of each, and what is wrong. */
export async function runMatrix({ suites, clientSuites, servers, tools, folder, say }) {
  const toolsOf = ({ version }) => ({ node: tools.node, script: tools.scriptOf(version), folder });
  const jobs = [
    ...suites.flatMap((suite) =>
      toTargets(suite, servers).map((target) => ({
        suite,
        title: target.title,
        run: () => runTarget(suite, target, { ...toolsOf(suite), say }),
      })),
    ),
    ...clientSuites.map((suite) => ({
      suite,
      title: 'Toolyard as the client',
      run: () => runClient(suite, { ...toolsOf(suite), say }),
    })),
  ];
  await runJobs(jobs);
  const problems = [...suites, ...clientSuites].flatMap((suite) => judge(suite, jobsOf(jobs, suite)));
  const report = (half) => (suite) => toReport(suite, half, jobsOf(jobs, suite));
  return { suites: [...suites.map(report('server')), ...clientSuites.map(report('client'))], problems };
}

const jobsOf = (jobs, wanted) => jobs.filter(({ suite }) => suite === wanted);

async function runJobs(jobs) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      try {
        job.outcome = await job.run();
      } catch (error) {
        job.error = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

function toReport({ version, revision }, half, jobs) {
  const ran = jobs.filter(({ outcome }) => outcome !== undefined);
  return { version, revision, half, targets: ran.map(({ outcome }) => summarize(outcome)) };
}

function judge(suite, jobs) {
  const alone = jobs[0]?.outcome;
  return jobs.flatMap((job) => {
    const problems = job.error === undefined ? judgeOne(suite, alone, job) : [`could not be run: ${job.error.message}`];
    return problems.map((problem) => `${suite.version}, ${suite.revision}, ${job.title}: ${problem}`);
  });
}

function judgeOne(suite, alone, { outcome }) {
  if (Array.isArray(suite.scenarios)) return judgeClient(suite, outcome);
  if (outcome === alone) return judgeFixture(suite, outcome);
  return alone === undefined ? [] : judgeGateway(suite, alone, outcome);
}

async function runTarget(suite, target, { say, ...tools }) {
  say(`runs ${suite.version}, ${suite.revision} against: ${target.title}`);
  const { url, stop } = await startTarget(target, tools.folder);
  const run = (words) => runSuite({ ...tools, half: 'server', words: ['--url', url, ...words] });
  try {
    const results = await run(suite.all);
    const { title, server } = target;
    const retried = await retryLost(results, (scenario) => run(suite.one(scenario)), server);
    return { title, server, results, retried };
  } finally {
    await stop();
  }
}

async function runClient(suite, { say, ...tools }) {
  say(`runs ${suite.version}, ${suite.revision} against: Toolyard as the client`);
  const command = ['--command', clientCommand()];
  const run = (scenario) => runSuite({ ...tools, half: 'client', words: [...command, ...suite.one(scenario)] });
  const results = new Map();
  for (const scenario of suite.scenarios) {
    for (const [name, result] of await run(scenario)) results.set(name, result);
  }
  return { title: 'Toolyard as the client', results, retried: await retryLost(results, run) };
}

/** A scenario that is lost unexpectedly gets a second chance, since a busy machine can cost it its time. */
async function retryLost(results, run, server) {
  const retried = [];
  for (const [scenario, { passed, reasons }] of results) {
    if (passed || isNotYet(scenario, server)) continue;
    const again = (await run(scenario)).get(scenario);
    if (again?.passed === true) retried.push({ scenario, reasons });
    if (again !== undefined) results.set(scenario, again);
  }
  return retried;
}
