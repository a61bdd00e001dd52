// The server that the scenarios of the protocol's conformance suite expect: `fixture-server.mjs` speaks over stdio,
// `fixture-server.mjs --http PORT` over Streamable HTTP, and prints its URL. It uses no SDK, so that nothing but the suite
// says what is right.
import { parseArgs } from 'node:util';
import { serveHttp } from './fixture/serve-http.mjs';
import { serveStdio } from './fixture/serve-stdio.mjs';

const { values } = parseArgs({ options: { http: { type: 'string' } } });

if (values.http === undefined) serveStdio();
else process.stdout.write(`${await serveHttp(Number(values.http))}\n`);
