import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { toEnvironment } from '../to-environment.mjs';
import { fillIn } from './fill-in.mjs';

const TOOLYARD = fileURLToPath(new URL('../../apps/cli/dist/toolyard.js', import.meta.url));
const HELLO = {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
  clientInfo: { name: 'toolyard-conformance', version: '1.0.0' },
};

/** The gateway with one server, and a client of it that answers every question: `request` gives a result, `stop` ends both. */
export async function startToolyard(url) {
  const place = mkdtempSync(join(tmpdir(), 'toolyard-conformance-client-'));
  const child = startGateway(place, url);
  const waiting = new Map();
  let lastId = 0;
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method, params, result, error } = JSON.parse(line);
    if (method !== undefined && id !== undefined) send({ id, ...answer(method, params) });
    else if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error.message));
  });

  const request = (method, params = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      send({ id: lastId, method, params });
    });

  await request('initialize', HELLO);
  send({ method: 'notifications/initialized' });
  return { request, stop: () => stopGateway(child, place) };
}

function startGateway(place, url) {
  const file = join(place, 'toolyard.json');
  const settings = { naming: 'none', listWaitMs: 20_000 };
  writeFileSync(file, JSON.stringify({ mcpServers: { suite: { type: 'http', url } }, toolyard: settings }));
  return spawn(process.execPath, [TOOLYARD, 'serve', '--config', file], {
    cwd: place,
    env: toEnvironment(place),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function stopGateway(child, place) {
  const ended = once(child, 'close');
  child.stdin.end();
  await ended;
  rmSync(place, { recursive: true, force: true });
}

/** What a person, a model and an editor would say. */
function answer(method, params) {
  if (method === 'elicitation/create') return { result: { action: 'accept', content: fillIn(params.requestedSchema) } };
  if (method === 'roots/list') return { result: { roots: [] } };
  if (method === 'ping') return { result: {} };
  return { error: { code: -32601, message: `Method not found: ${method}` } };
}
