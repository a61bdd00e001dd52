import { findSlowText, startCpuClock } from '@toolyard/testing';
import { describe, expect, it } from 'vitest';
import { findTellingLine } from './find-telling-line.ts';

/** What programs really wrote before they ended, and the line that a person would look for in it. */
const TEXTS: Readonly<Record<string, readonly [written: string, telling: string]>> = {
  'Node: a package that is not installed': [
    `node:internal/modules/esm/resolve:873
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothing-here' imported from /srv/server.mjs
    at packageResolve (node:internal/modules/esm/resolve:873:9)
    at ModuleJob._link (node:internal/modules/esm/module_job:168:49) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v20.20.2`,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothing-here' imported from /srv/server.mjs",
  ],
  'Node: a file without its extension': [
    `node:internal/modules/run_main:123
    triggerUncaughtException(
    ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/srv/dist/foo' imported from /srv/server.mjs
Did you mean to import "./dist/foo.js"?
    at finalizeResolution (node:internal/modules/esm/resolve:283:11)
    at ModuleJob._link (node:internal/modules/esm/module_job:168:49) {
  code: 'ERR_MODULE_NOT_FOUND',
  url: 'file:///srv/dist/foo'
}

Node.js v20.20.2`,
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/srv/dist/foo' imported from /srv/server.mjs",
  ],
  'Node: a module that is required': [
    `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module 'nothing'
Require stack:
- /srv/lib.cjs
- /srv/server.cjs
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at Object.<anonymous> (/srv/lib.cjs:1:1)
    at Module.require (node:internal/modules/cjs/loader:1289:19) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '/srv/lib.cjs', '/srv/server.cjs' ]
}

Node.js v20.20.2`,
    "Error: Cannot find module 'nothing'",
  ],
  'Node: a port that is taken': [
    `node:events:502
      throw er; // Unhandled 'error' event
      ^

Error: listen EADDRINUSE: address already in use 127.0.0.1:3000
    at Server.setupListenHandle [as _listen2] (node:net:1886:21)
Emitted 'error' event on Server instance at:
    at emitErrorNT (node:net:1944:8)
    at process.processTicksAndRejections (node:internal/process/task_queues:82:21) {
  code: 'EADDRINUSE',
  errno: -98,
  syscall: 'listen',
  address: '127.0.0.1',
  port: 3000
}

Node.js v20.20.2`,
    'Error: listen EADDRINUSE: address already in use 127.0.0.1:3000',
  ],
  'Node: an error with a cause': [
    `TypeError: fetch failed
    at node:internal/deps/undici/undici:14976:13
    at async file:///srv/server.mjs:1:1 {
  [cause]: Error: connect ECONNREFUSED 127.0.0.1:8000
      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1611:16) {
    errno: -111,
    code: 'ECONNREFUSED'
  }
}

Node.js v20.20.2`,
    'Error: connect ECONNREFUSED 127.0.0.1:8000',
  ],
  'Node: something that is no error': [
    `node:internal/modules/run_main:123
    triggerUncaughtException(
    ^
no API key
(Use \`node --trace-uncaught ...\` to show where the exception was thrown)

Node.js v20.20.2`,
    'no API key',
  ],
  'Node: an error that a server caught': [
    `(node:7) [DEP0040] DeprecationWarning: The \`punycode\` module is deprecated.
(Use \`node --trace-deprecation ...\` to show where the warning was created)
Fatal error running server: Error: ENOENT: no such file or directory, stat '/nope'
    at async stat (node:internal/fs/promises:1037:18)
    at async file:///srv/dist/index.js:24:24`,
    "Fatal error running server: Error: ENOENT: no such file or directory, stat '/nope'",
  ],
  'zod: settings that are wrong': [
    `ZodError: [
  {
    "code": "invalid_type",
    "path": [
      "API_KEY"
    ],
    "message": "Required"
  }
]
    at get error (file:///srv/node_modules/zod/lib/index.mjs:587:31)
    at file:///srv/index.js:3:1`,
    'ZodError: [ { "code": "invalid_type", "path": [ "API_KEY"',
  ],
  'npm: a package that does not exist': [
    `npm error code E404
npm error 404 Not Found - GET https://npm.example/no-such-thing - Not found
npm error 404
npm error 404  The requested resource 'no-such-thing@*' could not be found or you do not have permission to access it.
npm error 404
npm error 404 Note that you can also install from a
npm error 404 tarball, folder, http url, or git url.
npm error A complete log of this run can be found in: /home/you/.npm/_logs/debug-0.log`,
    "npm error 404  The requested resource 'no-such-thing@*' could not be found or you do not have permission to access it.",
  ],
  'npm: a version that does not exist': [
    `npm warn deprecated inflight@1.0.6: This module is not supported
npm error code ETARGET
npm error notarget No matching version found for left-pad@99.
npm error notarget In most cases you or one of your dependencies are requesting
npm error notarget a package version that doesn't exist.
npm error A complete log of this run can be found in: /home/you/.npm/_logs/debug-0.log`,
    'npm error notarget No matching version found for left-pad@99.',
  ],
  'npm: no network': [
    `npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to https://npm.example/x failed, reason: connect ECONNREFUSED 127.0.0.1:1
npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/node_modules/minipass-fetch/lib/index.js:130:14)
npm error     at _destroy (node:_http_client:884:9) {
npm error   code: 'ECONNREFUSED',
npm error   type: 'system'
npm error }
npm error
npm error If you are behind a proxy, please make sure that the
npm error 'proxy' config is set properly.  See: 'npm help config'
npm error A complete log of this run can be found in: /home/you/.npm/_logs/debug-0.log`,
    'npm error FetchError: request to https://npm.example/x failed, reason: connect ECONNREFUSED 127.0.0.1:1',
  ],
  'npm: no package.json': [
    `npm ERR! code ENOENT
npm ERR! syscall open
npm ERR! path /srv/package.json
npm ERR! errno -2
npm ERR! enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'
npm ERR! enoent This is related to npm not being able to find a file.
npm ERR! enoent `,
    "npm ERR! enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'",
  ],
  'npm: a package without a program': [
    `npm error could not determine executable to run
npm error A complete log of this run can be found in: /home/you/.npm/_logs/debug-0.log`,
    'npm error could not determine executable to run',
  ],
  'Python: a module that is not installed': [
    `Traceback (most recent call last):
  File "/srv/server.py", line 1, in <module>
    import nothing_here
ModuleNotFoundError: No module named 'nothing_here'`,
    "ModuleNotFoundError: No module named 'nothing_here'",
  ],
  'Python: an exception because of another, with a name of its own and two lines': [
    `Traceback (most recent call last):
  File "/srv/server.py", line 4, in <module>
    f()
ValueError: bad

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/srv/server.py", line 6, in <module>
    raise NotConfigured("set these:") from None
settings.NotConfigured: set these:
  API_KEY`,
    'settings.NotConfigured: set these: API_KEY',
  ],
  'Python: a group of exceptions': [
    `  + Exception Group Traceback (most recent call last):
  |   File "/srv/server.py", line 1, in <module>
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | ValueError: bad token
    +------------------------------------`,
    'ValueError: bad token',
  ],
  'Python: no such file': [
    "/usr/bin/python3: can't open file '/srv/nofile.py': [Errno 2] No such file or directory",
    "/usr/bin/python3: can't open file '/srv/nofile.py': [Errno 2] No such file or directory",
  ],
  'Docker: no engine': [
    `docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?

Run 'docker run --help' for more information`,
    'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
  ],
  'Docker: no such image': [
    `Unable to find image 'nothing:latest' locally
docker: Error response from daemon: pull access denied for nothing, repository does not exist or may require 'docker login'.
See 'docker run --help'.`,
    "docker: Error response from daemon: pull access denied for nothing, repository does not exist or may require 'docker login'.",
  ],
  'Docker: an unknown option': [
    `unknown flag: --nope

Usage:  docker run [OPTIONS] IMAGE [COMMAND] [ARG...]

Run 'docker run --help' for more information`,
    'unknown flag: --nope',
  ],
  'usage: argparse': [
    `usage: server.py [-h] --key KEY
                 [--another-long-option ANOTHER_LONG_OPTION]
server.py: error: the following arguments are required: --key`,
    'server.py: error: the following arguments are required: --key',
  ],
  'usage: commander': [
    `error: required option '--key <key>' not specified

Usage: server [options]

Options:
  --key <key>  the key
  -h, --help   display help for command`,
    "error: required option '--key <key>' not specified",
  ],
  'usage: clap': [
    `error: the following required arguments were not provided:
  --key <KEY>

Usage: server --key <KEY>

For more information, try '--help'.`,
    'error: the following required arguments were not provided: --key <KEY>',
  ],
  'usage: yargs': [
    `Options:
      --help     Show help                                             [boolean]
      --key      The key                                   [string] [required]

Missing required argument: key`,
    'Missing required argument: key',
  ],
  'usage: nothing else': [
    `Usage: mcp-server-filesystem <allowed-directory> [additional-directories...]

Options:
  -h, --help  display help`,
    'Usage: mcp-server-filesystem <allowed-directory> [additional-directories...]',
  ],
  'uv: no such package': [
    `  × No solution found when resolving tool dependencies:
  ╰─▶ Because nothing was not found in the package registry and you require
      nothing, we can conclude that your requirements are unsatisfiable.`,
    '╰─▶ Because nothing was not found in the package registry and you require',
  ],
  'Go: a panic': [
    `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
\t/tmp/prog.go:8 +0x1d
exit status 2`,
    'panic: runtime error: index out of range [5] with length 3',
  ],
  'Java: an exception with its cause': [
    `Exception in thread "main" java.lang.RuntimeException: cannot start
\tat Server.main(Server.java:5)
Caused by: java.io.FileNotFoundException: /srv/settings (No such file or directory)
\t... 1 more`,
    'Caused by: java.io.FileNotFoundException: /srv/settings (No such file or directory)',
  ],
  'an error, and then advice': [
    `Error: No API key was given.
Set FOO_API_KEY in the environment.
Get one at https://example.com/keys`,
    'Error: No API key was given.',
  ],
  'a line of log with a level': [
    `2026-11-15 10:00:00,123 - server - ERROR - cannot reach the database
2026-11-15 10:00:00,124 - server - INFO - leaving`,
    '2026-11-15 10:00:00,123 - server - ERROR - cannot reach the database',
  ],
  'a line of log in JSON': [
    `{"level":"info","msg":"starting"}
{"level":50,"time":1763200000000,"msg":"cannot bind"}
{"level":"info","msg":"leaving"}`,
    '{"level":50,"time":1763200000000,"msg":"cannot bind"}',
  ],
  'a setting that is no complaint': ['Log level: ERROR\nleaving', 'leaving'],
  'Node: an error without a stack': [
    `Cannot start: [Error: ENOENT: no such file or directory, open '/nope'] {
  errno: -2,
  path: '/nope'
}
Bye.`,
    "Cannot start: [Error: ENOENT: no such file or directory, open '/nope'] { errno: -2, path: '/nope'",
  ],
  'a shell that finds no program': ['sh: 1: mcp-server-x: not found', 'sh: 1: mcp-server-x: not found'],
};

describe('findTellingLine', () => {
  it.each(Object.entries(TEXTS))('%s', (_name, [written, telling]) => {
    expect(findTellingLine(written.split('\n'))).toBe(telling);
  });

  it('takes the last words of a program whose complaint is long over', () => {
    const later = Array.from({ length: 11 }, (_, index) => `served request ${index}`);
    expect(findTellingLine(['Error: a request was wrong', ...later])).toBe('served request 10');
  });

  it('finds nothing where nothing was written', () => {
    expect(findTellingLine([])).toBeUndefined();
    expect(findTellingLine(['', '  '])).toBeUndefined();
  });
});

it('reads 200 lines in time in proportion to them', () => {
  expect(findSlowText((text) => findTellingLine([text, `at ${text}`, `npm error ${text}`]))).toBeUndefined();
  const cpuMs = startCpuClock();
  for (const part of [' (node:', 'a', ': ', '[', 'Error', 'error ']) {
    findTellingLine(Array.from({ length: 200 }, () => part.repeat(2000 / part.length)));
    findTellingLine(Array.from({ length: 200 }, () => `at ${part.repeat(480 / part.length)}`));
  }
  expect(cpuMs()).toBeLessThan(1500);
});
