import {
  Client as ClientV2,
  SSEClientTransport as SseV2,
  StreamableHTTPClientTransport as HttpV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport as SseV1 } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

/** What a test does with either generation of the SDK's client. */
export interface HttpClient {
  listTools(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<unknown>;
  setLevel(level: 'debug' | 'error'): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  subscribe(uri: string): Promise<unknown>;
  getPrompt(name: string, args: Record<string, string>): Promise<unknown>;
  /** Notifications of the log and of resources, in order. */
  readonly notifications: unknown[];
}

/** How a call is made. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
}

const INFO = { name: 'e2e', version: '1.0.0' };

/** Both generations of the client, and both transports. */
export const CONNECTIONS: readonly Connection[] = [
  ['SDK v1 over HTTP', (url) => connectV1(new HttpV1(new URL(url)))],
  ['SDK v2 over SSE', (url) => connectV2(new SseV2(new URL('/sse', url)))],
];

/** The other ways to combine them. */
export const MORE_CONNECTIONS: readonly Connection[] = [
  ['SDK v2 over HTTP', (url) => connectV2(new HttpV2(new URL(url)))],
  ['SDK v1 over SSE', (url) => connectV1(new SseV1(new URL('/sse', url)))],
];

type Connection = readonly [name: string, connect: (url: string) => Promise<HttpClient>];

async function connectV1(transport: Parameters<ClientV1['connect']>[0]): Promise<HttpClient> {
  const client = new ClientV1(INFO);
  const notifications: unknown[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, (seen) => void notifications.push(seen));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, (seen) => void notifications.push(seen));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    notifications,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}, { signal, onProgress } = {}) =>
      client.callTool({ name, arguments: args }, undefined, {
        ...(signal && { signal }),
        ...(onProgress && { onprogress: onProgress }),
      }),
    setLevel: (level) => client.setLoggingLevel(level),
    readResource: (uri) => client.readResource({ uri }),
    subscribe: (uri) => client.subscribeResource({ uri }),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
  };
}

async function connectV2(transport: Parameters<ClientV2['connect']>[0]): Promise<HttpClient> {
  const client = new ClientV2(INFO);
  const notifications: unknown[] = [];
  client.setNotificationHandler('notifications/message', (seen) => void notifications.push(seen));
  client.setNotificationHandler('notifications/resources/updated', (seen) => void notifications.push(seen));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    notifications,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, args = {}, { signal, onProgress } = {}) =>
      client.callTool(
        { name, arguments: args },
        { ...(signal && { signal }), ...(onProgress && { onprogress: onProgress }) },
      ),
    setLevel: (level) => client.setLoggingLevel(level),
    readResource: (uri) => client.readResource({ uri }),
    subscribe: (uri) => client.subscribeResource({ uri }),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
  };
}
