// A raw MCP client over Streamable HTTP, for peers that have no stdio side.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request as send } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Starts a command that will listen on `port`; the first request waits until it does. */
export function createHttpClient({ command, args, env, cwd, port }) {
  const child = spawn(command, args, { env, cwd, stdio: 'ignore', detached: true });
  const agent = new Agent({ keepAlive: true });
  let session;
  let nextId = 1;
  child.on('error', () => undefined);

  async function post(message) {
    for (;;) {
      try {
        return await postOnce(message);
      } catch (error) {
        if (error.code !== 'ECONNREFUSED' || child.exitCode !== null) throw error;
        await wait(10);
      }
    }
  }

  function postOnce(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
    };
    return new Promise((resolve, reject) => {
      const request = send({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent, headers }, (response) => {
        session ??= response.headers['mcp-session-id'];
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => {
          if (response.statusCode < 300) resolve(readAnswer(Buffer.concat(chunks).toString()));
          else reject(new Error(`HTTP ${response.statusCode}`));
        });
      });
      request.on('error', reject).end(body);
    });
  }

  return {
    pid: child.pid,
    notify: (method) => void post({ method }).catch(() => undefined),
    request: (method, params) => post({ id: nextId++, method, params }),
    async close() {
      agent.destroy();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = once(child, 'close');
      // The whole group, since these peers leave their servers behind.
      process.kill(-child.pid, 'SIGKILL');
      await closed;
    },
  };
}

function readAnswer(text) {
  if (text === '') return undefined;
  const data = text.split('\n').findLast((line) => line.startsWith('data: {'));
  return JSON.parse(data === undefined ? text : data.slice('data: '.length));
}

/** A port that is free now. */
export async function findPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
