// Says of each target what it lost, and of the run what must not be.
import { isNotYet, NOT_APPLICABLE } from './matrix.mjs';

/** The results of one target in numbers and names. */
export function summarize({ title, server, results, retried }) {
  const lost = [...results].filter(([, { passed }]) => !passed);
  const all = [...results.values()];
  return {
    title,
    scenarios: results.size,
    passed: results.size - lost.length,
    checks: {
      passed: all.reduce((sum, { checks }) => sum + checks.length, 0),
      lost: all.reduce((sum, { lostChecks }) => sum + lostChecks, 0),
    },
    retried,
    notYet: lost.filter(([scenario]) => isNotYet(scenario, server)).map(([scenario]) => scenario),
    lost: lost
      .filter(([scenario]) => !isNotYet(scenario, server))
      .map(([scenario, { reasons }]) => ({ scenario, reasons })),
  };
}

/** What is wrong with the fixture alone: it must pass everything, else a gateway before it proves nothing. */
export function judgeFixture({ scenarios }, { results }) {
  const lost = [...results].filter(([, { passed }]) => !passed);
  return [...judgeCount(scenarios, results.size), ...lost.map(([scenario, { reasons }]) => toLoss(scenario, reasons))];
}

/**
 * What is wrong with the gateway: it loses what it is to pass, passes a scenario with fewer checks than the fixture alone, or
 * passes what is listed as not possible yet.
 */
export function judgeGateway({ scenarios }, alone, { server, results }) {
  const problems = judgeCount(scenarios, results.size);
  for (const [scenario, { checks }] of alone.results) {
    const result = results.get(scenario);
    if (result === undefined) problems.push(`did not run ${scenario}`);
    else if (result.passed) {
      problems.push(...judgeUnexpected(scenario, server), ...judgeChecks(scenario, checks, result.checks));
    } else if (!isNotYet(scenario, server)) problems.push(toLoss(scenario, result.reasons));
  }
  return problems;
}

/** What is wrong with Toolyard as a client: any of the wanted scenarios that it did not pass. */
export function judgeClient({ scenarios }, { results }) {
  return scenarios.flatMap((scenario) => {
    const result = results.get(scenario);
    if (result === undefined) return [`did not run ${scenario}`];
    return result.passed ? [] : [toLoss(scenario, result.reasons)];
  });
}

function judgeCount(wanted, found) {
  return wanted === found ? [] : [`the suite ran ${found} scenarios, and not the ${wanted} that it is known to have`];
}

function judgeUnexpected(scenario, server) {
  return isNotYet(scenario, server)
    ? [`passes ${scenario}, which conformance/matrix.mjs lists as not possible yet`]
    : [];
}

function judgeChecks(scenario, wanted, found) {
  const missing = wanted.filter((id) => !found.includes(id) && !NOT_APPLICABLE.has(id));
  return missing.length > 0 ? [`passes ${scenario} without the checks ${missing.join(', ')}`] : [];
}

const toLoss = (scenario, reasons) => `loses ${scenario}: ${reasons.join('; ')}`;
