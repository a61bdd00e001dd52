import { isToolError, parseToolId, toIsoTime, type Clock, type Frame, type RequestId } from '@toolyard/core';

/** How a call of a client ended; `unanswered` ones were open when the session ended. */
export type AuditedOutcome = 'success' | 'tool-error' | 'failure' | 'cancelled' | 'unanswered';

/** What is written down about one call: never its arguments or result. */
export interface AuditedCall {
  readonly event: 'call';
  /** When it came, ISO 8601 in UTC. */
  readonly time: string;
  /** Traces the HTTP request that it came with. */
  readonly requestId: string;
  /** The first characters of the session's id. */
  readonly session: string;
  /** The name the client gives itself. */
  readonly client: string;
  /** The tool id, or what the client asked for where that is no tool. */
  readonly tool: string;
  /** The key of its server; absent where that is no tool, whatever the name looks like. */
  readonly server?: string;
  readonly outcome: AuditedOutcome;
  /** Milliseconds from its arrival to its answer. */
  readonly ms: number;
}

/** What an audit needs. */
export interface AuditOptions {
  readonly clock: Clock;
  /** Who calls. */
  who(): { readonly session: string; readonly client: string };
  /** The tool id that a name stands for. */
  toToolId(name: string): string | undefined;
  write(call: AuditedCall): void;
}

interface OpenCall {
  readonly startedAt: number;
  readonly tool: Pick<AuditedCall, 'tool' | 'server'>;
  readonly requestId: string;
}

/** Follows the calls of one session from request to answer. */
export class CallAudit {
  readonly #options: AuditOptions;
  readonly #open = new Map<RequestId, OpenCall>();

  constructor(options: AuditOptions) {
    this.#options = options;
  }

  /** Notes a request if it is a call. */
  begin(request: Frame, requestId: string): void {
    if (request.method !== 'tools/call' || request.id === undefined) return;
    const name = request.param('name');
    const asked = typeof name === 'string' ? name.slice(0, 200) : '';
    const id = this.#options.toToolId(asked);
    const server = id === undefined ? undefined : parseToolId(id)?.server;
    const tool = { tool: id ?? asked, ...(server === undefined ? {} : { server }) };
    this.#open.set(request.id, { startedAt: this.#options.clock.now(), tool, requestId });
  }

  /** The client gets this answer. */
  end(id: RequestId, answer: Frame): void {
    if (this.#open.has(id)) this.#write(id, toOutcome(answer));
  }

  cancel(id: RequestId): void {
    this.#write(id, 'cancelled');
  }

  /** The session is over. */
  close(): void {
    for (const id of this.#open.keys()) this.#write(id, 'unanswered');
  }

  #write(id: RequestId, outcome: AuditedOutcome): void {
    const call = this.#open.get(id);
    if (call === undefined) return;
    this.#open.delete(id);
    const { startedAt, tool, requestId } = call;
    const { clock, who, write } = this.#options;
    const time = toIsoTime(startedAt);
    write({ event: 'call', time, requestId, ...who(), ...tool, outcome, ms: clock.now() - startedAt });
  }
}

function toOutcome(answer: Frame): AuditedOutcome {
  if (answer.span('result') === undefined) return 'failure';
  return isToolError(answer) ? 'tool-error' : 'success';
}
