import {
  createErrorResponse,
  createNotification,
  createRequest,
  createResponse,
  type Frame,
  type Link,
  type RequestId,
} from '@toolyard/core';

/** What a fake server offers and how it answers. */
export interface FakeServerOptions {
  /** Names of its tools. */
  readonly tools: readonly string[];
  /** In their place, those for a client that says this about itself. */
  toolsFor?(capabilities: unknown): readonly string[];
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Takes messages and never answers, not even the handshake. */
  readonly silent?: boolean;
  /** What the definition of a tool has besides its name; a schema that takes everything where absent. */
  define?(name: string): object;
  /** The result of a call as JSON text; `undefined` never answers. */
  call?(name: string, request: Frame): string | undefined;
  /** Other requests: a result as JSON text, or `undefined` for "method not found". */
  answer?(request: Frame): string | undefined;
}

/** An MCP server at the other end of a link, without a process. */
export interface FakeServer {
  /** All that it received, in order. */
  readonly received: readonly Frame[];
  /** Sends a notification. */
  notify(method: string, params?: unknown): void;
  /** Asks its client under a new id; resolves with the answer. */
  ask(method: string, params?: unknown, relatedTo?: RequestId): Promise<Frame>;
  /** Answers a request that it left open. */
  answer(request: Frame, result: unknown): void;
  /** Offers other tools from now on, and says so. */
  offer(tools: readonly string[]): void;
}

/** Serves on a link until it ends. */
export function serveFake(link: Link, options: FakeServerOptions): FakeServer {
  const received: Frame[] = [];
  const asked = new Map<RequestId, (answer: Frame) => void>();
  let { tools } = options;

  function resultOf(request: Frame): string | undefined {
    switch (request.method) {
      case 'initialize':
        tools = options.toolsFor?.(request.param('capabilities')) ?? tools;
        return JSON.stringify({
          protocolVersion: '2025-11-25',
          capabilities: options.capabilities ?? { tools: { listChanged: true } },
          serverInfo: { name: 'fake', version: '1' },
        });
      case 'tools/list':
        return JSON.stringify({
          tools: tools.map((name) => ({ name, inputSchema: { type: 'object' }, ...options.define?.(name) })),
        });
      default:
        return options.answer?.(request);
    }
  }

  link.receive((frame) => {
    received.push(frame);
    if (frame.isResponse && frame.id !== undefined) asked.get(frame.id)?.(frame);
    if (options.silent === true || !frame.isRequest || frame.id === undefined) return undefined;
    if (frame.method === 'tools/call') {
      const result = (options.call ?? echo)(String(frame.param('name')), frame);
      return result === undefined ? undefined : link.send(createResponse(frame.id, result));
    }
    const result = resultOf(frame);
    const missing = { code: -32601, message: `Method not found: ${frame.method}` };
    return link.send(result === undefined ? createErrorResponse(frame.id, missing) : createResponse(frame.id, result));
  });

  return {
    received,
    notify: (method, params) => void link.send(createNotification(method, params)),
    ask(method, params = {}, relatedTo) {
      const id = `question-${asked.size + 1}`;
      return new Promise((resolve) => {
        asked.set(id, resolve);
        void link.send(createRequest(id, method, params), relatedTo);
      });
    },
    answer: (request, result) => void link.send(createResponse(request.id ?? 0, JSON.stringify(result))),
    offer(next) {
      tools = next;
      void link.send(createNotification('notifications/tools/list_changed'));
    },
  };
}

function echo(name: string, request: Frame): string {
  const text = `${name} ${JSON.stringify(request.param('arguments') ?? {})}`;
  return JSON.stringify({ content: [{ type: 'text', text }] });
}
