import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { onTestFinished } from 'vitest';

/** A server's command line. */
export interface Launch {
  readonly command: string;
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** The part that both generations of the SDK's client have. */
export interface SdkClient {
  readonly serverInfo: unknown;
  listTools(): Promise<Record<string, unknown>[]>;
  callTool(name: string, args: Record<string, unknown>): Promise<unknown>;
}

const INFO = { name: 'e2e', version: '1.0.0' };

/** All that Toolyard tells a shared server of its clients. */
export const PASSED_ON = { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } };

/** Connects the SDK's v1 client to a process; both are gone after the test. */
export async function connectV1(launch: Launch, capabilities: Partial<typeof PASSED_ON> = {}): Promise<SdkClient> {
  const client = new ClientV1(INFO, { capabilities });
  await client.connect(new StdioV1({ ...launch, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return {
    serverInfo: client.getServerVersion(),
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, args) => client.callTool({ name, arguments: args }),
  };
}

/** Connects the SDK's v2 client to a process; both are gone after the test. */
export async function connectV2(launch: Launch, capabilities: Partial<typeof PASSED_ON> = {}): Promise<SdkClient> {
  const client = new ClientV2(INFO, { capabilities });
  await client.connect(new StdioV2({ ...launch, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return {
    serverInfo: client.getServerVersion(),
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, args) => client.callTool({ name, arguments: args }),
  };
}
