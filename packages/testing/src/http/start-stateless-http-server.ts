import type { ServerResponse } from 'node:http';
import { startHttpServer, type ArrivedRequest, type TestHttpServer } from './start-http-server.ts';

/** A request of revision 2026-07-28. */
export interface StatelessMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** How a stateless server over HTTP behaves. */
export interface StatelessHttpOptions {
  /** How it answers requests; `json` where absent. */
  readonly answers?: 'json' | 'events';
  /** The tools that it lists; `echo` where absent. */
  readonly tools?: readonly object[];
  readonly port?: number;
  /** The members of its answer to a message; the default where it gives nothing. */
  answer?(message: StatelessMessage): object | undefined;
  /** Takes a request for itself by returning true. */
  take?(message: StatelessMessage, response: ServerResponse, request: ArrivedRequest): boolean;
}

/** A small MCP server of revision 2026-07-28, which refuses requests whose headers say something else than their body. */
export interface StatelessHttpServer extends TestHttpServer {
  readonly url: string;
  /** The methods of the messages that arrived, in order. */
  methods(): string[];
  /** Tells every open stream of `subscriptions/listen`. */
  notify(method: string, params?: object): void;
  /** How many of them are open. */
  readonly streams: number;
}

const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
const REVISION = '2026-07-28';

/** Listens on a free port of loopback. */
export async function startStatelessHttpServer(options: StatelessHttpOptions = {}): Promise<StatelessHttpServer> {
  const streams = new Map<string | number, ServerResponse>();

  function listen({ id = '', params }: StatelessMessage, response: ServerResponse): void {
    streams.set(id, response);
    response.on('close', () => streams.delete(id));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const notifications = params?.['notifications'];
    const told = { notifications, _meta: { [SUBSCRIPTION_ID]: id } };
    response.write(toEvent({ method: 'notifications/subscriptions/acknowledged', params: told }));
  }

  function post(request: ArrivedRequest, response: ServerResponse): void {
    const message = JSON.parse(request.body) as StatelessMessage;
    if (options.take?.(message, response, request) === true) return;
    const refusal = check(message, request);
    if (refusal !== undefined) return refuse(response, 400, { id: message.id, error: refusal });
    if (message.method === 'subscriptions/listen') return listen(message, response);
    const answer = options.answer?.(message) ?? answerOf(message, options.tools ?? [{ name: 'echo', inputSchema: {} }]);
    if (answer === undefined) {
      const error = { code: -32601, message: `Method not found: ${message.method}` };
      return refuse(response, 404, { id: message.id, error });
    }
    const whole = { id: message.id, ...answer };
    if (options.answers === 'events') response.setHeader('content-type', 'text/event-stream').end(toEvent(whole));
    else response.setHeader('content-type', 'application/json').end(toText(whole));
  }

  const server = await startHttpServer((request, response) => {
    if (request.method === 'POST') post(request, response);
    else response.writeHead(405).end();
  }, options.port);
  return {
    ...server,
    url: `http://127.0.0.1:${server.port}/mcp`,
    get streams() {
      return streams.size;
    },
    methods: () => server.requests.map(({ method, body }) => (body === '' ? method : String(JSON.parse(body).method))),
    notify(method, params = {}) {
      for (const [id, stream] of streams) {
        stream.write(toEvent({ method, params: { ...params, _meta: { [SUBSCRIPTION_ID]: id } } }));
      }
    },
  };
}

function check({ method, params }: StatelessMessage, { headers }: ArrivedRequest): object | undefined {
  const meta = { ...Object(params?.['_meta']) } as Readonly<Record<string, unknown>>;
  if (meta['io.modelcontextprotocol/protocolVersion'] !== REVISION || method === 'initialize') {
    return { code: -32022, message: 'Unsupported protocol version', data: { supported: [REVISION] } };
  }
  const name = params?.['name'] ?? params?.['uri'];
  const isSame =
    headers['mcp-protocol-version'] === REVISION &&
    headers['mcp-method'] === method &&
    (name === undefined || decode(headers['mcp-name']) === name);
  return isSame ? undefined : { code: -32020, message: 'Header mismatch' };
}

function decode(header: string | string[] | undefined): unknown {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(String(header))?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8');
}

function answerOf({ method, params }: StatelessMessage, tools: readonly object[]): object | undefined {
  switch (method) {
    case 'server/discover':
      return {
        result: {
          resultType: 'complete',
          supportedVersions: [REVISION],
          capabilities: { tools: { listChanged: true }, resources: { subscribe: true } },
          _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'stateless fixture', version: '1' } },
        },
      };
    case 'tools/list':
      return { result: { resultType: 'complete', tools } };
    case 'resources/list':
      return { result: { resultType: 'complete', resources: [] } };
    case 'tools/call': {
      const text = `${String(params?.['name'])} ${JSON.stringify(params?.['arguments'] ?? {})}`;
      return { result: { resultType: 'complete', content: [{ type: 'text', text }] } };
    }
    default:
      return undefined;
  }
}

function toText(message: object): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message });
}

function toEvent(message: object): string {
  return `event: message\ndata: ${toText(message)}\n\n`;
}

function refuse(response: ServerResponse, status: number, message: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(toText(message));
}
