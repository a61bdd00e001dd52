import type { Field, Fields, Shape } from './shape.ts';

const TEXT: Shape = { kind: 'string' };
const SOME_TEXT: Shape = { kind: 'string', notEmpty: true };
const TEXTS: Shape = { kind: 'list', of: TEXT };
const ENV: Shape = { kind: 'map', of: TEXT, keys: /^[^=\p{Cc}]+$/u, keysAre: 'a name without "="' };
const HEADERS: Shape = {
  kind: 'map',
  of: TEXT,
  keys: /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
  keysAre: 'the name of an HTTP header',
};
const SWITCH: Shape = { kind: 'boolean' };
const DAY_MS = 86_400_000;

/** How the gateway may write tool names. */
export const NAMING_SHAPE: Shape = { kind: 'choice', values: ['safe', 'colon', 'dot', 'none'] };

/** How long one call may take. */
export const TIMEOUT_SHAPE: Shape = { kind: 'integer', min: 1000, max: 300_000 };

/** How many calls: at least one, or -1 for any number. */
export const LIMIT_SHAPE: Shape = { kind: 'integer', min: 1, unlimited: true };

/** What a server's key may be: 1 to 64 characters, no colon, nothing that steers a terminal or that nobody sees, no option of a command. */
export const SERVER_KEY: RegExp = /^(?!-)[^:\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u;

const DOCKER_FIELDS: Fields = {
  image: { shape: SOME_TEXT, required: true, about: 'The image to run.' },
  containerName: { shape: SOME_TEXT, about: 'The name of the container.' },
  command: { shape: TEXTS, default: [], about: 'Arguments after the image.' },
  env: { shape: ENV, default: {}, about: 'Environment variables inside the container.' },
  ports: {
    shape: {
      kind: 'map',
      of: { kind: 'integer', min: 1, max: 65_535 },
      keys: /^[1-9][0-9]{0,4}(\/(tcp|udp))?$/,
      keysAre: 'a container port such as "3001"',
    },
    default: {},
    about: 'Container port to host port.',
  },
  mounts: { shape: TEXTS, default: [], about: 'Mounts as "source:target" or "source:target:ro".' },
  memoryMb: { shape: { kind: 'integer', min: 6 }, about: 'Memory limit of the container, in megabytes.' },
  cpus: { shape: { kind: 'number', min: 0.01 }, about: 'CPU limit of the container, such as 0.5.' },
  pids: { shape: { kind: 'integer', min: 1 }, about: 'Maximum number of processes and threads in the container.' },
  network: { shape: SOME_TEXT, about: 'The network of the container; "none" leaves it without one.' },
  pull: {
    shape: { kind: 'choice', values: ['missing', 'always', 'never'] },
    default: 'missing',
    about: 'When to pull the image: if it is missing, at every start, or never.',
  },
};

const TOOLS_FIELDS: Fields = {
  include: { shape: TEXTS, about: 'Globs over tool names; only these tools are offered.' },
  exclude: { shape: TEXTS, default: [], about: 'Globs over tool names; these tools are not offered.' },
  rename: {
    shape: { kind: 'map', of: SOME_TEXT },
    default: {},
    about: "Maps a tool's own name to the name that clients see.",
  },
};

/** Everything Toolyard reads of a server. */
export const SERVER_FIELDS: Fields = {
  type: {
    shape: {
      kind: 'choice',
      values: ['stdio', 'local', 'http', 'streamable-http', 'streamableHttp', 'sse', 'builtin'],
    },
    about: 'How to reach the server; if absent, the other fields decide.',
  },
  command: { shape: SOME_TEXT, about: 'The program to start.' },
  args: { shape: TEXTS, default: [], about: 'Arguments of the program.' },
  env: { shape: ENV, default: {}, about: 'Environment variables of the program.' },
  cwd: {
    shape: SOME_TEXT,
    about: 'Working directory of the program, relative to the folder of this file, which is the default.',
  },
  url: { shape: { kind: 'string', notEmpty: true, format: 'http-url' }, about: 'URL of the server.' },
  headers: { shape: HEADERS, default: {}, about: 'HTTP headers to send with every request.' },
  docker: { shape: { kind: 'object', fields: DOCKER_FIELDS }, about: 'A container to run as the server.' },
  // Other clients keep a title in "name", so what it may be is a rule of type "builtin" and not of the field.
  name: { shape: { kind: 'anything' }, about: 'Name of the built-in server, for type "builtin".' },
  enabled: { shape: SWITCH, default: true, about: 'Whether the server is used.' },
  disabled: { shape: SWITCH, about: 'The opposite of "enabled", as other clients write it.' },
  timeoutMs: { shape: TIMEOUT_SHAPE, about: 'How long one call may take, in milliseconds.' },
  concurrentLimit: {
    shape: LIMIT_SHAPE,
    about: 'Maximum number of concurrent calls to this server; -1 (the default) is unlimited.',
  },
  naming: { shape: NAMING_SHAPE, about: 'How tool names are shown to clients.' },
  tools: {
    shape: { kind: 'object', fields: TOOLS_FIELDS, listStandsFor: 'include' },
    about: 'Which tools are offered, and under which names; a list is the same as "include".',
  },
  trust: { shape: SWITCH, default: false, about: 'Has no effect yet.' },
  start: {
    shape: { kind: 'choice', values: ['eager', 'lazy'] },
    default: 'eager',
    about: 'Start the server at once (eager) or when it is needed (lazy).',
  },
  idleStopMs: {
    shape: { kind: 'integer', min: 1, max: DAY_MS },
    about: 'Stop the server after this many milliseconds without a request.',
  },
  sharing: {
    shape: { kind: 'choice', values: ['shared', 'per-session'] },
    default: 'shared',
    about: 'One process for all clients, or one for each session.',
  },
  era: {
    shape: { kind: 'choice', values: ['auto', 'legacy', '2026-07-28'] },
    default: 'auto',
    about: 'Protocol revision of the server.',
  },
};

const FOREIGN: Field = { shape: { kind: 'anything' }, about: 'Read by other clients, not by Toolyard.' };

/** Fields that other clients document, with what a user of Toolyard must know about them, if anything. */
export const FOREIGN_SERVER_FIELDS: Readonly<Record<string, Field & { readonly warning?: string }>> = {
  envFile: { ...FOREIGN, warning: 'envFile is not read; set the variables in "env" or in the environment' },
  sandbox: { ...FOREIGN, warning: 'sandbox is not read; the server runs without one' },
  sandboxEnabled: { ...FOREIGN, warning: 'sandboxEnabled is not read; the server runs without a sandbox' },
  headersHelper: { ...FOREIGN, warning: 'headersHelper is not read; write the headers in "headers"' },
  timeout: { ...FOREIGN, warning: 'timeout is not read; use "timeoutMs"' },
  disabledTools: { ...FOREIGN, warning: 'disabledTools is not read; use "tools": { "exclude": [...] }' },
  excludeTools: { ...FOREIGN, warning: 'excludeTools is not read; use "tools": { "exclude": [...] }' },
  includeTools: { ...FOREIGN, warning: 'includeTools is not read; use "tools": { "include": [...] }' },
  alwaysAllow: FOREIGN,
  alwaysLoad: FOREIGN,
  auth: FOREIGN,
  autoApprove: FOREIGN,
  description: FOREIGN,
  dev: FOREIGN,
  gallery: FOREIGN,
  icon: FOREIGN,
  oauth: FOREIGN,
  version: FOREIGN,
  watchPaths: FOREIGN,
};
