// Clients of a gateway over HTTP that create and list tasks, each one thing after the other, in a process of their own so that what
// they cost is not taken for what the gateway costs. Prints `open` when all are there, and in the end what they did, as JSON.
import { Agent, request } from 'node:http';

const [url, clients, seconds] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const report = { created: [], errors: [], times: { create: [], list: [] } };

const sessions = await Promise.all(Array.from({ length: Number(clients) }, openSession));
process.stdout.write('open\n');
const end = performance.now() + Number(seconds) * 1000;
await Promise.all(sessions.map(work));
agent.destroy();
process.stdout.write(`${JSON.stringify(report)}\n`);

async function openSession() {
  const clientInfo = { name: 'load', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const { session } = await post({ id: 0, method: 'initialize', params });
  await post({ method: 'notifications/initialized' }, session);
  return session;
}

async function work(session, client) {
  for (let number = 0; performance.now() < end; number += 1) {
    const title = `${client}-${number}`;
    await call(session, 'create', 'tasks__create_task', { title });
    await call(session, 'list', 'tasks__list_tasks', { limit: 25 });
  }
}

async function call(session, kind, name, args) {
  const start = performance.now();
  const { message } = await post({ id: 1, method: 'tools/call', params: { name, arguments: args } }, session);
  report.times[kind].push(performance.now() - start);
  if (message.result?.isError !== false) report.errors.push(JSON.stringify(message).slice(0, 300));
  else if (kind === 'create') report.created.push(args.title);
}

function post(message, session) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    ...(session && { 'mcp-session-id': session }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => void (text += chunk));
      response.on('end', () => {
        const json = /^data: (\{.*)$/m.exec(text)?.[1] ?? text;
        resolve({ session: response.headers['mcp-session-id'], message: json === '' ? undefined : JSON.parse(json) });
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
  });
}
