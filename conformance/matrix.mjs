// What is run against what, and what is known not to work.

const alpha = (revision, scenarios) => ({
  version: '0.2.0-alpha.12',
  revision,
  scenarios,
  all: ['--requirements', revision],
  one: (scenario) => ['--scenario', scenario, '--spec-version', revision, '--force'],
});

/**
 * The versions of the suite. `revision` is what its clients speak; `scenarios` is how many there are; `all` and `one` are the
 * words that run all of them, or one.
 */
export const SUITES = [
  {
    version: '0.1.16',
    revision: '2025-11-25',
    scenarios: 32,
    all: ['--suite', 'all'],
    one: (scenario) => ['--scenario', scenario],
  },
  alpha('2025-11-25', 33),
  alpha('2026-07-28', 50),
];

/** The servers that the gateway stands before: how it reaches the fixture, and which language the fixture speaks. */
export const SERVERS = [
  { name: 'http-handshake', title: 'HTTP handshake', transport: 'http', era: 'handshake' },
  { name: 'http-stateless', title: 'HTTP stateless', transport: 'http', era: 'stateless' },
  { name: 'stdio-handshake', title: 'stdio handshake', transport: 'stdio', era: 'handshake' },
  { name: 'stdio-stateless', title: 'stdio stateless', transport: 'stdio', era: 'stateless' },
];

/** The servers that are run once more with names that the gateway makes, and whose era it finds out: one of each transport and era. */
const RENAMED = ['http-stateless', 'stdio-handshake'];

/** What one suite is run against: the fixture alone, then the cells of the gateway. */
export function toTargets({ revision }, servers) {
  const cells = servers.map((server) => ({ title: server.title, server, naming: 'none', sharing: 'shared' }));
  const renamed = cells.filter(({ server }) => RENAMED.includes(server.name)).map((cell) => toRenamed(revision, cell));
  return [{ title: 'fixture alone' }, ...cells, ...renamed];
}

// Clients of 2026-07-28 leave questions open for as long as they like. On one pipe for all that works while one client is
// there; `per-session` is what people set where there are several.
function toRenamed(revision, cell) {
  const { transport, era } = cell.server;
  const isOwn = revision === '2026-07-28' && transport === 'stdio' && era === 'handshake';
  const title = isOwn ? `${cell.title}, per session, renamed` : `${cell.title}, renamed`;
  return { ...cell, title, naming: 'safe', era: 'auto', sharing: isOwn ? 'per-session' : 'shared' };
}

/**
 * The scenarios of the suite's client half, by version and revision. Those of OAuth, and those of extensions that Toolyard does
 * not have, are left out.
 */
export const CLIENT_SUITES = [
  {
    version: '0.1.16',
    revision: '2025-11-25',
    scenarios: ['initialize', 'tools_call', 'elicitation-sep1034-client-defaults', 'sse-retry'],
    one: (scenario) => ['--scenario', scenario],
  },
  {
    ...alpha('2025-11-25'),
    scenarios: [
      'initialize',
      'tools_call',
      'elicitation-sep1034-client-defaults',
      'sse-retry',
      'json-schema-2020-12-preservation',
    ],
  },
  {
    ...alpha('2026-07-28'),
    scenarios: [
      'tools_call',
      'request-metadata',
      'sep-2322-client-request-state',
      'http-standard-headers',
      'http-custom-headers',
      'http-invalid-tool-headers',
      'json-schema-ref-no-deref',
      'json-schema-2020-12-preservation',
    ],
  },
];

const TASKS =
  'a server of the handshake era does not have the extension for tasks, and those that it has are not translated; the suite does not score it';

/** Scenarios that the gateway is known to lose before servers of the handshake era, each with the reason. */
export const NOT_YET = new Map(
  [
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-mrtr-composition',
  ].map((scenario) => [scenario, TASKS]),
);

/** Whether the gateway before this server is known to lose a scenario. One that it wins must leave the list. */
export const isNotYet = (scenario, server) => server?.era === 'handshake' && NOT_YET.has(scenario);

const QUICK =
  'the suite looks at event streams alone, and the gateway answers with JSON where the answer comes at once';

/** Checks that the fixture alone passes and that do not apply to a gateway, each with the reason. */
export const NOT_APPLICABLE = new Map([
  [
    'server-sse-disconnect-resume',
    'the gateway comes back to a stream that the server closed, and does not close its own: the answer arrives on it',
  ],
  ['server-sse-streams-functional', QUICK],
  ['server-sse-priming-event', QUICK],
  ['server-sse-retry-field', QUICK],
]);
