import {
  createErrorResponse,
  createResponse,
  guardReceiver,
  toIdText,
  HANDSHAKE_REVISIONS,
  type Frame,
  type JsonRpcError,
  type Link,
  type Pressure,
  type RequestId,
} from '@toolyard/core';
import { BackendFailure } from '../backend-client/task-backend.ts';
import type { CallIdentity } from './mcp-caller.ts';
import { runToolCall, type Call, type CallHost } from './run-tool-call.ts';
import type { TaskTool } from './tools/task-tool.ts';
import { selectTaskTools, TASK_TOOLS } from './tools/task-tools.ts';

/** What a session is part of. */
export interface McpSessionHost extends CallHost {
  /** The most time for a call with all its requests. */
  readonly timeoutMs: number;
  readonly serverInfo: { readonly name: string; readonly version: string };
}

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const TOOLS = new Map(TASK_TOOLS.map((tool) => [tool.definition.name, tool]));

const INSTRUCTIONS =
  "The user's own tasks. Write due dates as ISO 8601 (UTC if there is no offset), or as a day. A failed call has isError and " +
  '{ error_type, message, details?, suggestions? }; after timeout_error, check whether it was done before you repeat it.';

/** One client, from its first message to the end of its link. Nothing is kept between its calls. */
export class McpSession {
  /** Resolves when the link has ended. */
  readonly ended: Promise<void>;
  readonly #link: Link;
  readonly #identity: CallIdentity;
  readonly #host: McpSessionHost;
  readonly #open = new Map<RequestId, AbortController>();

  constructor(link: Link, identity: CallIdentity, host: McpSessionHost) {
    this.#link = link;
    this.#identity = identity;
    this.#host = host;
    this.ended = link.closed.then(() => this.#end());
    const receive = (frame: Frame): Pressure => this.#receive(frame);
    link.receive(guardReceiver(link, receive, (error) => host.onBug(error, '')));
  }

  #receive(frame: Frame): Pressure {
    const { id, method } = frame;
    if (method === undefined) return undefined;
    if (id === undefined) return this.#notice(frame);
    if (this.#open.has(id)) {
      const message = `The id ${toIdText(id)} belongs to a request that is still open`;
      return this.#refuse(id, { code: INVALID_REQUEST, message });
    }
    switch (method) {
      case 'initialize':
        return this.#greet(id, frame);
      case 'ping':
        return this.#answer(id, '{}');
      case 'tools/list':
        return this.#list(id, frame);
      case 'tools/call':
        return this.#call(id, frame);
      default:
        return this.#refuse(id, { code: METHOD_NOT_FOUND, message: `Method not found: ${method}` });
    }
  }

  #greet(id: RequestId, frame: Frame): Pressure {
    const asked = frame.param('protocolVersion');
    const protocolVersion = HANDSHAKE_REVISIONS.find((revision) => revision === asked) ?? HANDSHAKE_REVISIONS[0];
    const { serverInfo } = this.#host;
    return this.#answer(
      id,
      JSON.stringify({ protocolVersion, capabilities: { tools: {} }, serverInfo, instructions: INSTRUCTIONS }),
    );
  }

  #list(id: RequestId, frame: Frame): Pressure {
    // The list has one page, so nobody was given a cursor.
    if (frame.param('cursor') !== undefined)
      return this.#refuse(id, { code: INVALID_PARAMS, message: 'Invalid cursor' });
    void this.#offer(id, frame);
    return undefined;
  }

  async #offer(id: RequestId, request: Frame): Promise<void> {
    const tools = await this.#findTools(request);
    void this.#answer(id, JSON.stringify({ tools: tools.map(({ definition }) => definition) }));
  }

  async #findTools(request: Frame): Promise<readonly TaskTool[]> {
    try {
      return selectTaskTools(await this.#identity.callerOf(request));
    } catch {
      // Who cannot be known now is refused by each call, with the reason.
      return TASK_TOOLS;
    }
  }

  #call(id: RequestId, request: Frame): Pressure {
    const name = request.param('name');
    const tool = TOOLS.get(String(name));
    if (tool === undefined)
      return this.#refuse(id, { code: INVALID_PARAMS, message: `Tool not found: ${String(name)}` });
    const cancel = new AbortController();
    this.#open.set(id, cancel);
    void this.#perform(id, { tool, request, identity: this.#identity, signal: cancel.signal }, cancel);
    return undefined;
  }

  async #perform(id: RequestId, call: Call, cancel: AbortController): Promise<void> {
    const { clock, timeoutMs } = this.#host;
    const stopTimer = clock.after(timeoutMs, () => {
      cancel.abort(new BackendFailure('timeout', `no result within ${timeoutMs} ms`, false));
    });
    try {
      const result = await runToolCall(call, this.#host);
      // A call that was cancelled meanwhile gets no answer.
      if (this.#open.get(id) === cancel) void this.#answer(id, result);
    } catch (error) {
      if (!cancel.signal.aborted) throw error;
    } finally {
      stopTimer();
      if (this.#open.get(id) === cancel) this.#open.delete(id);
    }
  }

  #notice(notification: Frame): undefined {
    if (notification.method !== 'notifications/cancelled') return;
    const id = notification.paramId('requestId');
    if (id === undefined) return;
    this.#open.get(id)?.abort(new Error('cancelled by the client'));
    this.#open.delete(id);
  }

  #answer(id: RequestId, resultJson: string): Pressure {
    return this.#link.send(createResponse(id, resultJson), id);
  }

  #refuse(id: RequestId, error: JsonRpcError): Pressure {
    return this.#link.send(createErrorResponse(id, error), id);
  }

  #end(): void {
    for (const cancel of this.#open.values()) cancel.abort(new Error('the client is gone'));
    this.#open.clear();
  }
}
