// The same proxy on the SDK's second version, whose packages are only there after `--peers`.
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const { mcpServers } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const info = { name: 'sdk-v2-proxy', version: '1.0.0' };
const clients = new Map();

async function connect([key, { command, args }]) {
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  clients.set(key, client);
}

await Promise.allSettled(Object.entries(mcpServers).map(connect));

const server = new Server(info, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', async () => {
  const lists = await Promise.all(
    [...clients].map(async ([key, client]) => {
      const { tools } = await client.listTools();
      return tools.map((tool) => ({ ...tool, name: `${key}__${tool.name}` }));
    }),
  );
  return { tools: lists.flat() };
});
server.setRequestHandler('tools/call', ({ params }) => {
  const [key, name] = params.name.split('__');
  return clients.get(key).callTool({ ...params, name });
});
process.stdin.on('end', () => process.exit(0));
await server.connect(new StdioServerTransport());
