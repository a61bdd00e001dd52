// Says of each target what it lost, and of the run what must not be.
import { NOT_APPLICABLE, NOT_YET } from './matrix.mjs';

/** The results of one target in numbers and names. */
export function summarize({ name, results, retried }) {
  const lost = [...results].filter(([, { passed }]) => !passed);
  const all = [...results.values()];
  return {
    name,
    scenarios: results.size,
    passed: results.size - lost.length,
    checks: {
      passed: all.reduce((sum, { checks }) => sum + checks.length, 0),
      lost: all.reduce((sum, { lostChecks }) => sum + lostChecks, 0),
    },
    retried,
    lost: lost.map(([scenario, { reasons }]) => ({ scenario, reasons })),
  };
}

/** What is wrong with the fixture alone: it must pass everything, else a gateway before it proves nothing. */
export function judgeFixture({ version, scenarios }, summary) {
  const lost = summary.lost.map(
    ({ scenario, reasons }) => `the fixture alone loses ${scenario}: ${reasons.join('; ')}`,
  );
  return [...judgeCount(scenarios, summary.scenarios), ...lost].map((problem) => `${version}: ${problem}`);
}

function judgeCount(wanted, found) {
  return wanted === found ? [] : [`the suite ran ${found} scenarios, and not the ${wanted} that it is known to have`];
}

/**
 * What is wrong with the gateway: it loses what it is to pass, passes a scenario with fewer checks than the fixture alone
 * (where that can be run), or passes what is listed as not possible yet.
 */
export function judgeGateway({ version, revision, scenarios }, alone, { name, results }) {
  const problems = judgeCount(scenarios, results.size);
  for (const [scenario, { checks }] of (alone ?? { results }).results) {
    const result = results.get(scenario);
    if (result === undefined) problems.push(`the gateway did not run ${scenario}`);
    else if (result.passed) problems.push(...judgeWon(scenario, checks, result.checks));
    else if (!NOT_YET.has(scenario)) problems.push(`the gateway loses ${scenario}: ${result.reasons.join('; ')}`);
  }
  return problems.map((problem) => `${version}, ${revision}, ${name}: ${problem}`);
}

function judgeWon(scenario, wanted, found) {
  const missing = wanted.filter((id) => !found.includes(id) && !NOT_APPLICABLE.has(id));
  return [
    ...(NOT_YET.has(scenario)
      ? [`the gateway passes ${scenario}, which conformance/matrix.mjs lists as not possible yet`]
      : []),
    ...(missing.length > 0 ? [`the gateway passes ${scenario} without the checks ${missing.join(', ')}`] : []),
  ];
}
