// What is run against what. A revision or an era that comes later is more rows here.

/**
 * The versions of the suite. `revision` is what clients of it speak; `scenarios` is how many there are; `all` and `one` are
 * the words that run all of them, or one. `alone` says that the fixture speaks that revision too: then it passes all
 * scenarios where no gateway stands before it.
 */
export const SUITES = [
  {
    version: '0.1.16',
    revision: '2025-11-25',
    scenarios: 32,
    alone: true,
    all: ['--suite', 'all'],
    one: (scenario) => ['--scenario', scenario],
  },
  {
    version: '0.2.0-alpha.12',
    revision: '2025-11-25',
    scenarios: 33,
    alone: true,
    all: ['--requirements', '2025-11-25'],
    one: (scenario) => ['--scenario', scenario, '--spec-version', '2025-11-25', '--force'],
  },
  {
    version: '0.2.0-alpha.12',
    revision: '2026-07-28',
    scenarios: 50,
    alone: false,
    all: ['--requirements', '2026-07-28'],
    one: (scenario) => ['--scenario', scenario, '--spec-version', '2026-07-28', '--force'],
  },
];

/** How the gateway reaches the fixture; a cell of the matrix is one of these below one suite. */
export const SERVERS = [
  { name: 'http', title: 'HTTP server' },
  { name: 'stdio', title: 'stdio server' },
];

const QUESTION = 'the server asks the client a question, and the gateway does not pass questions on yet';
const INPUT = 'the result asks for input, which is a question in the way of 2026-07-28';
const TASKS = 'the gateway has no tasks yet; the suite does not score them';

/** Scenarios that the gateway is known to lose, each with the reason. One that it wins must leave this list. */
export const NOT_YET = new Map([
  ['tools-call-sampling', QUESTION],
  ['tools-call-elicitation', QUESTION],
  ['elicitation-sep1034-defaults', QUESTION],
  ['elicitation-sep1330-enums', QUESTION],
  ['input-required-result-basic-elicitation', INPUT],
  ['input-required-result-basic-sampling', INPUT],
  ['input-required-result-basic-list-roots', INPUT],
  ['input-required-result-request-state', INPUT],
  ['input-required-result-multiple-input-requests', INPUT],
  ['input-required-result-multi-round', INPUT],
  ['input-required-result-missing-input-response', INPUT],
  ['input-required-result-non-tool-request', INPUT],
  ['input-required-result-result-type', INPUT],
  ['input-required-result-tampered-state', INPUT],
  ['input-required-result-capability-check', INPUT],
  ['input-required-result-ignore-extra-params', INPUT],
  ['tasks-lifecycle', TASKS],
  ['tasks-capability-negotiation', TASKS],
  ['tasks-wire-fields', TASKS],
  ['tasks-request-state-removal', TASKS],
  ['tasks-mrtr-input', TASKS],
  ['tasks-request-headers', TASKS],
  ['tasks-dispatch-and-envelope', TASKS],
  ['tasks-required-task-error', TASKS],
  ['tasks-mrtr-composition', TASKS],
  [
    'http-custom-header-server-validation',
    'the gateway does not compare Mcp-Param headers with arguments yet; the suite does not score it',
  ],
]);

/** Checks that the fixture alone passes and that do not apply to a gateway, each with the reason. */
export const NOT_APPLICABLE = new Map([
  [
    'server-sse-disconnect-resume',
    'the gateway comes back to a stream that the server closed, and does not close its own: the answer arrives on it',
  ],
]);
