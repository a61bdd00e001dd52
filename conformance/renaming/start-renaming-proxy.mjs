// The scenarios name what they want, and under `naming: safe` the gateway shows other names. This stands between the two, and
// passes everything else on as it comes, event by event.
import { createServer, request as send } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import { readExposedNames } from './read-exposed-names.mjs';
import { fromExposed, toExposed, toExposedHeaders } from './rename.mjs';

/** Stands before the gateway at the URL; gives a URL of its own, and `stop`. */
export async function startRenamingProxy(gateway, key) {
  const names = await readExposedNames(gateway, key);
  const server = createServer((request, response) => void pass({ names, gateway, server }, request, response));
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/mcp`, stop };
}

async function pass({ names, gateway, server }, request, response) {
  const body = Buffer.concat(await request.toArray());
  const { port } = new URL(gateway);
  const headers = toExposedHeaders(names, withPort(request.headers, server.address().port, port));
  const text = body.length === 0 ? '' : translate(body.toString('utf8'), (message) => toExposed(names, message));
  const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = headers;
  const length = text === '' ? {} : { 'content-length': Buffer.byteLength(text) };
  const onward = send({ host: '127.0.0.1', port, path: request.url, method: request.method, setHost: false });
  for (const [name, value] of Object.entries({ ...kept, ...length })) onward.setHeader(name, value);
  onward.once('response', (answer) => giveBack(names, answer, response));
  onward.once('error', () => response.destroy());
  response.once('close', () => onward.destroy());
  onward.end(text);
}

function giveBack(names, answer, response) {
  const {
    'content-length': _length,
    'transfer-encoding': _coding,
    connection: _connection,
    ...headers
  } = answer.headers;
  response.writeHead(answer.statusCode, headers);
  response.flushHeaders();
  const isStream = String(headers['content-type']).startsWith('text/event-stream');
  pipeline(answer, isStream ? eachLine(names) : wholeBody(names), response, () => undefined);
}

/** The events of a stream, each as soon as it is there. */
function eachLine(names) {
  let rest = '';
  const change = (line) =>
    line.startsWith('data: ') ? `data: ${translate(line.slice(6), (message) => fromExposed(names, message))}` : line;
  return new Transform({
    decodeStrings: true,
    transform(chunk, _encoding, done) {
      const lines = (rest + chunk.toString('latin1')).split('\n');
      rest = lines.pop() ?? '';
      const text = lines.map((line) => `${change(Buffer.from(line, 'latin1').toString('utf8'))}\n`).join('');
      done(null, text);
    },
    flush(done) {
      done(null, Buffer.from(rest, 'latin1'));
    },
  });
}

function wholeBody(names) {
  const chunks = [];
  return new Transform({
    transform(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    flush(done) {
      done(
        null,
        translate(Buffer.concat(chunks).toString('utf8'), (message) => fromExposed(names, message)),
      );
    },
  });
}

/** Changes a text that is JSON; what is none stays as it is. */
function translate(text, change) {
  try {
    const message = JSON.parse(text);
    const changed = change(message);
    return changed === message ? text : JSON.stringify(changed);
  } catch {
    return text;
  }
}

/** The gateway looks at these two, and they name the proxy. */
function withPort(headers, from, to) {
  const change = (value) => value?.replace(`:${from}`, `:${to}`);
  const { host, origin } = headers;
  return { ...headers, host: change(host), ...(origin === undefined ? {} : { origin: change(origin) }) };
}
