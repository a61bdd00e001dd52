// The server that the scenarios of the protocol's conformance suite expect: `fixture-server.mjs` speaks over stdio,
// `fixture-server.mjs --http PORT` over Streamable HTTP, and prints its URL. `--era` says which of the protocol's two languages
// it knows. It uses no SDK, so that nothing but the suite says what is right.
import { parseArgs } from 'node:util';
import { serveHttp } from './fixture/serve-http.mjs';
import { serveStdio } from './fixture/serve-stdio.mjs';

const ERAS = ['handshake', 'stateless', 'both'];

const { values } = parseArgs({ options: { http: { type: 'string' }, era: { type: 'string', default: 'both' } } });

if (!ERAS.includes(values.era)) {
  process.stderr.write(`--era must be one of ${ERAS.join(', ')}, and is ${values.era}.\n`);
  process.exitCode = 2;
} else if (values.http === undefined) serveStdio(values.era);
else process.stdout.write(`${await serveHttp(Number(values.http), values.era)}\n`);
