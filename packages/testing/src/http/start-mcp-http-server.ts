import type { ServerResponse } from 'node:http';
import { startHttpServer, type ArrivedRequest, type TestHttpServer } from './start-http-server.ts';

/** How an MCP server over HTTP behaves. */
export interface McpHttpOptions {
  /** How it answers requests; `json` where absent. */
  readonly answers?: 'json' | 'events';
  /** Whether it has a stream for what nobody asked for; it has where absent. */
  readonly notices?: boolean;
  readonly port?: number;
  readonly tools?: readonly string[];
  /** Takes a request for itself by returning true. */
  take?(request: ArrivedRequest, response: ServerResponse): boolean;
}

/** A small MCP server over Streamable HTTP with sessions; its tools answer with their name and arguments. */
export interface McpHttpServer extends TestHttpServer {
  readonly url: string;
  /** Sessions that were begun and not ended. */
  readonly sessions: ReadonlySet<string>;
  /** The methods of the JSON-RPC messages that arrived, in order. */
  methods(): string[];
  /** Forgets its sessions, and ends their streams. */
  forget(): void;
  /** Tells every open stream. */
  notify(method: string): void;
  /** How many streams for notifications are open. */
  readonly streams: number;
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly arguments?: unknown; readonly protocolVersion?: string };
}

/** Listens on a free port of loopback. */
export async function startMcpHttpServer(options: McpHttpOptions = {}): Promise<McpHttpServer> {
  const sessions = new Set<string>();
  const streams = new Set<ServerResponse>();
  let count = 0;

  function post(request: ArrivedRequest, response: ServerResponse): void {
    const message = JSON.parse(request.body) as Message;
    if (message.method === 'initialize') {
      const session = `session-${++count}`;
      sessions.add(session);
      response.setHeader('mcp-session-id', session);
    } else if (!sessions.has(String(request.headers['mcp-session-id']))) {
      refuse(response, 404, 'Session not found');
      return;
    }
    if (message.id === undefined || message.method === undefined) {
      response.writeHead(202).end();
      return;
    }
    const answer = { jsonrpc: '2.0', id: message.id, result: resultOf(message, options.tools ?? ['echo']) };
    if (options.answers === 'events') response.setHeader('content-type', 'text/event-stream').end(toEvent(answer));
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }

  function listen(request: ArrivedRequest, response: ServerResponse): void {
    if (options.notices === false) return refuse(response, 405, 'Method not allowed');
    if (!sessions.has(String(request.headers['mcp-session-id']))) return refuse(response, 404, 'Session not found');
    streams.add(response);
    response.on('close', () => streams.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
  }

  const server = await startHttpServer((request, response) => {
    if (options.take?.(request, response) === true) return;
    if (request.method === 'POST') return post(request, response);
    if (request.method === 'GET') return listen(request, response);
    sessions.delete(String(request.headers['mcp-session-id']));
    response.writeHead(204).end();
  }, options.port);
  return {
    ...server,
    sessions,
    url: `http://127.0.0.1:${server.port}/mcp`,
    get streams() {
      return streams.size;
    },
    methods: () =>
      server.requests.filter(({ method }) => method === 'POST').map(({ body }) => String(JSON.parse(body).method)),
    forget() {
      sessions.clear();
      for (const stream of streams) stream.end();
    },
    notify(method) {
      for (const stream of streams) stream.write(toEvent({ jsonrpc: '2.0', method }));
    },
  };
}

function resultOf({ method, params }: Message, tools: readonly string[]): unknown {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'http fixture', version: '1' },
      };
    case 'tools/list':
      return { tools: tools.map((name) => ({ name, inputSchema: { type: 'object' } })) };
    case 'tools/call':
      return { content: [{ type: 'text', text: `${params?.name} ${JSON.stringify(params?.arguments ?? {})}` }] };
    default:
      return {};
  }
}

function toEvent(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message } }));
}
