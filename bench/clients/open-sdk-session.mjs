// Sessions of the official SDK's client, which is what most real clients are made of.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { atExit } from './at-exit.mjs';
import { checkText } from './open-session.mjs';
import { endProcess } from './start-process.mjs';

/** Starts a command and speaks to it over stdio. */
export async function openSdkStdioSession({ command, args, env, cwd }) {
  const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'ignore' });
  const { close, ...session } = await open(transport);
  const { pid } = transport;
  const forget = atExit(() => endProcess(pid));
  return {
    ...session,
    pid,
    async close() {
      await close();
      forget();
    },
  };
}

/** Speaks to whatever listens at `url`: Streamable HTTP, or the old SSE transport where `isSse`. */
export function openSdkHttpSession({ url, isSse }) {
  return open(isSse ? new SSEClientTransport(new URL(url)) : new StreamableHTTPClientTransport(new URL(url)));
}

async function open(transport) {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  return {
    ping: () => client.ping(),
    async tools() {
      const { tools } = await client.listTools();
      return tools.map((tool) => tool.name);
    },
    async call(name, args, expected) {
      const result = await client.callTool({ name, arguments: args });
      checkText(name, expected, result);
    },
    close: () => client.close(),
  };
}
