// What the bare relays have in common: servers with their lists, and the two answers that are their own.
import { spawn } from 'node:child_process';
import { readLines } from './read-lines.mjs';

const PROTOCOL = '2025-11-25';
const info = { name: 'bare', version: '1.0.0' };

/** Starts the servers of a configuration; `onAnswer` is told what comes back for what is sent to them. */
export async function startServers(entries, onAnswer) {
  const started = await Promise.all(Object.entries(entries).map((entry) => start(entry, onAnswer)));
  const servers = new Map(started.map((server) => [server.key, server]));
  const tools = started.flatMap(({ key, list }) => list.map((tool) => ({ ...tool, name: `${key}__${tool.name}` })));
  return {
    get: (key) => servers.get(key),
    answer({ method, params }) {
      if (method === 'initialize') {
        return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: info };
      }
      return method === 'tools/list' ? { tools } : {};
    },
  };
}

async function start([key, { command, args }], onAnswer) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  let take;
  readLines(child.stdout, (line) => take(JSON.parse(line)));
  const ask = (method, params) =>
    new Promise((resolve) => {
      take = resolve;
      send({ jsonrpc: '2.0', id: 0, method, params });
    });
  await ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo: info });
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  const { result } = await ask('tools/list', {});
  take = onAnswer;
  return { key, list: result.tools, send };
}
