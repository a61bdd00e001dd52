// The least that an MCP server over HTTP can do: it answers itself, at once, as JSON.
import { createServer } from 'node:http';

const TOOLS = [{ name: 'echo', description: 'The echo tool.', inputSchema: { type: 'object' } }];
const RESULTS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: TOOLS }),
  'tools/call': ({ arguments: { text } }) => ({ content: [{ type: 'text', text }] }),
};

createServer((request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end();
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(parts).toString());
    if (id === undefined) return response.writeHead(202).end();
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method](params) });
    return response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'bench' }).end(body);
  });
}).listen(Number(process.argv[2]), '127.0.0.1');
