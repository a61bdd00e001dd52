// A raw MCP connection over Streamable HTTP, on connections that are kept alive.
import { Agent, request as send } from 'node:http';

const REVISIONS = { handshake: '2025-11-25', stateless: '2026-07-28' };

/** Speaks to whatever listens on `port`, with a session or, in the stateless era, without. */
export function openHttpConnection({ port, era = 'handshake', onNotification = () => undefined }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let session;
  let nextId = 1;

  function post(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': Buffer.byteLength(body),
      ...(era === 'stateless' ? toStatelessHeaders(message) : {}),
      ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': REVISIONS.handshake }),
    };
    return new Promise((resolve, reject) => {
      const request = send({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', agent, headers }, (response) => {
        session ??= response.headers['mcp-session-id'];
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode < 300) resolve(readAnswer(text, message.id, onNotification));
          else reject(new Error(`HTTP ${response.statusCode}: ${text.slice(0, 200)}`));
        });
      });
      request.on('error', reject).end(body);
    });
  }

  return {
    notify: (method) => void post({ method }).catch(() => undefined),
    request: (method, params) =>
      post({ id: nextId++, method, params: era === 'stateless' ? withMeta(params) : params }),
    close: () => agent.destroy(),
  };
}

function toStatelessHeaders({ method, params }) {
  return {
    'mcp-protocol-version': REVISIONS.stateless,
    'mcp-method': method,
    ...(params?.name && { 'mcp-name': params.name }),
  };
}

function withMeta({ _meta: own, ...params } = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISIONS.stateless,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { ...params, _meta: { ...meta, ...own } };
}

function readAnswer(text, id, onNotification) {
  if (text === '') return undefined;
  if (text.startsWith('{')) return JSON.parse(text);
  let answer;
  for (const line of text.split('\n')) {
    if (!line.startsWith('data: {')) continue;
    const message = JSON.parse(line.slice('data: '.length));
    if (message.id === id) answer = message;
    else onNotification(message);
  }
  return answer;
}
