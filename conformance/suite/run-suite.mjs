// Runs scenarios of the suite, and reads what it wrote about each.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT_MS = 180_000;
const END_OF_OUTPUT = 300;
const RESULT = /^(?<scenario>.+)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/;
/** What the suite puts before the names of the scenarios of each half. */
const PREFIX = { server: 'server-', client: '' };

/** The results of all scenarios by name: whether they passed, the ids of the checks that did, and what went wrong. */
export async function runSuite({ node, script, half, words, folder }) {
  const output = mkdtempSync(join(folder, 'results-'));
  const { code, told } = await execute(node, [script, half, ...words, '--output-dir', output], folder);
  const results = readResults(output, PREFIX[half]);
  if (results.size === 0) throw new Error(`The suite gave no results. What it printed:\n${told}`);
  return half === 'client' && code !== 0 ? withEnd(results, told) : results;
}

function execute(node, args, cwd) {
  return new Promise((resolve) => {
    execFile(node, args, { cwd, timeout: LIMIT_MS, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? 1), told: `${stdout}${stderr}`.trim() }),
    );
  });
}

// Of a server the checks say everything. A client that broke off can have passed all the checks that it came to.
function withEnd(results, told) {
  const reasons = [`the client failed: ${told.slice(-END_OF_OUTPUT)}`];
  return new Map(
    [...results].map(([scenario, result]) => [
      scenario,
      result.passed ? { ...result, passed: false, lostChecks: 1, reasons } : result,
    ]),
  );
}

function readResults(folder, prefix) {
  const results = new Map();
  for (const name of readdirSync(folder)) {
    const scenario = RESULT.exec(name)?.groups.scenario;
    if (scenario === undefined) continue;
    results.set(scenario.slice(prefix.length), toResult(readChecks(join(folder, name, 'checks.json'))));
  }
  return results;
}

/** A scenario that was cut short has a folder, but nothing in it. */
function readChecks(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [{ status: 'FAILURE', id: 'unfinished', errorMessage: 'the scenario did not end' }];
  }
}

/** The suite passes a scenario with warnings; here it must have none. */
function toResult(checks) {
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const good = checks.filter(({ status }) => status === 'SUCCESS');
  return {
    passed: bad.length === 0,
    checks: good.map(({ id }) => id),
    lostChecks: bad.length,
    reasons: bad.map(({ id, errorMessage, description }) => `${id}: ${errorMessage ?? description}`),
  };
}
