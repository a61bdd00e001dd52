// Direct use over HTTP: a server that answers itself, at once, as JSON, or as a stream of events where it reports progress.
import { createServer } from 'node:http';
import { createAnswer, reportsOf } from './answers.mjs';

const answer = createAnswer();
const SESSION = { 'mcp-session-id': 'bench' };

function receive(message, response) {
  const text = answer(message);
  const reports = reportsOf(message);
  if (text === undefined) response.writeHead(202).end();
  else if (reports.length === 0) response.writeHead(200, { 'content-type': 'application/json', ...SESSION }).end(text);
  else {
    response.writeHead(200, { 'content-type': 'text/event-stream', ...SESSION });
    response.end([...reports, text].map((data) => `data: ${data}\n\n`).join(''));
  }
}

createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (request.method === 'POST') receive(JSON.parse(Buffer.concat(parts).toString()), response);
    else response.writeHead(405).end();
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
