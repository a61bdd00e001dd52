// What most aggregators are: the v1 SDK's Client for each server, its Server towards the client, and a table between.
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';

const { mcpServers } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const info = { name: 'sdk-v1-proxy', version: '1.0.0' };
const clients = new Map();

async function connect([key, { command, args }]) {
  const client = new Client(info);
  await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
  clients.set(key, client);
}

await Promise.allSettled(Object.entries(mcpServers).map(connect));

const server = new Server(info, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => {
  const lists = await Promise.all(
    [...clients].map(async ([key, client]) => {
      const { tools } = await client.listTools();
      return tools.map((tool) => ({ ...tool, name: `${key}__${tool.name}` }));
    }),
  );
  return { tools: lists.flat() };
});
server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
  const [key, name] = params.name.split('__');
  return clients.get(key).callTool({ ...params, name });
});
process.stdin.on('end', () => process.exit(0));
await server.connect(new StdioServerTransport());
