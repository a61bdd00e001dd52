// The least that an aggregator over stdio can do, and no more: JSON lines in, ids and names changed, JSON lines out.
import { readFileSync } from 'node:fs';
import { startServers } from './start-servers.mjs';
import { readLines } from './read-lines.mjs';

const open = new Map();
let nextId = 1;
const servers = await startServers(JSON.parse(readFileSync(process.argv[2], 'utf8')).mcpServers, (message) => {
  const id = open.get(message.id);
  open.delete(message.id);
  message.id = id;
  process.stdout.write(`${JSON.stringify(message)}\n`);
});

readLines(process.stdin, (line) => {
  const message = JSON.parse(line);
  if (message.method === 'tools/call') {
    const [key, name] = message.params.name.split('__');
    message.params.name = name;
    open.set(nextId, message.id);
    message.id = nextId++;
    servers.get(key).send(message);
  } else if (message.id !== undefined) {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: servers.answer(message) })}\n`);
  }
});
process.stdin.on('end', () => process.exit(0));
