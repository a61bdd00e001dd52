// What is run against what. A revision or an era that comes later is more rows here.

/**
 * The versions of the suite. `revision` is what clients of it speak; `scenarios` is how many there are, all of which the
 * fixture passes where no gateway stands before it; `all` and `one` are the words that run all of them, or one.
 */
export const SUITES = [
  {
    version: '0.1.16',
    revision: '2025-11-25',
    scenarios: 32,
    all: ['--suite', 'all'],
    one: (scenario) => ['--scenario', scenario],
  },
  {
    version: '0.2.0-alpha.12',
    revision: '2025-11-25',
    scenarios: 33,
    all: ['--requirements', '2025-11-25'],
    one: (scenario) => ['--scenario', scenario, '--spec-version', '2025-11-25', '--force'],
  },
];

/** How the gateway reaches the fixture; a cell of the matrix is one of these below one suite. */
export const SERVERS = [
  { name: 'http', title: 'HTTP server' },
  { name: 'stdio', title: 'stdio server' },
];

const QUESTION = 'the server asks the client a question, and the gateway does not pass questions on yet';

/** Scenarios that the gateway is known to lose, each with the reason. One that it wins must leave this list. */
export const NOT_YET = new Map([
  ['tools-call-sampling', QUESTION],
  ['tools-call-elicitation', QUESTION],
  ['elicitation-sep1034-defaults', QUESTION],
  ['elicitation-sep1330-enums', QUESTION],
]);

/** Checks that the fixture alone passes and that do not apply to a gateway, each with the reason. */
export const NOT_APPLICABLE = new Map([
  [
    'server-sse-disconnect-resume',
    'the gateway comes back to a stream that the server closed, and does not close its own: the answer arrives on it',
  ],
]);
