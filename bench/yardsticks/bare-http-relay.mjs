// The least that an aggregator over HTTP can do: a POST in, a line to the server, its answer out as JSON.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { startServers } from './start-servers.mjs';

const [file, port] = process.argv.slice(2);
const open = new Map();
let nextId = 1;
const servers = await startServers(JSON.parse(readFileSync(file, 'utf8')).mcpServers, (message) => {
  // Reports of progress would need a stream of events.
  if (message.id === undefined) return;
  const { id, response } = open.get(message.id);
  open.delete(message.id);
  message.id = id;
  reply(response, message);
});

function reply(response, message) {
  response
    .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'bare' })
    .end(JSON.stringify(message));
}

function receive(message, response) {
  if (message.method === 'tools/call') {
    const [key, name] = message.params.name.split('__');
    message.params.name = name;
    open.set(nextId, { id: message.id, response });
    message.id = nextId++;
    servers.get(key).send(message);
  } else if (message.id === undefined) response.writeHead(202).end();
  else reply(response, { jsonrpc: '2.0', id: message.id, result: servers.answer(message) });
}

createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    if (request.method === 'POST') receive(JSON.parse(Buffer.concat(parts).toString()), response);
    else response.writeHead(405).end();
  });
}).listen(Number(port), '127.0.0.1');
