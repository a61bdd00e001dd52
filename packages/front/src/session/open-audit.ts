import { isToolError, parseToolId, toIsoTime, type Clock, type Frame } from '@toolyard/core';

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
export interface AuditHost {
  readonly clock: Clock;
  /** The tool id that a name in a call stands for. */
  toToolId(name: string): string | undefined;
  /** Told of every call that ended. */
  audit(call: AuditedCall): void;
}

/** Who makes a call, and with which HTTP request. */
export type AuditedCaller = Pick<AuditedCall, 'session' | 'client' | 'requestId'>;

/** One call that is to be written down when it ends. */
export class OpenAudit {
  readonly #host: AuditHost;
  readonly #caller: AuditedCaller;
  readonly #tool: string;
  readonly #server: string | undefined;
  readonly #startedAt: number;
  #isOver = false;

  constructor(name: string, caller: AuditedCaller, host: AuditHost) {
    const id = host.toToolId(name);
    this.#tool = id ?? name;
    this.#server = id === undefined ? undefined : parseToolId(id)?.server;
    this.#caller = caller;
    this.#host = host;
    this.#startedAt = host.clock.now();
  }

  /** The client gets this answer. */
  answer(answer: Frame): void {
    if (!this.#isOver) this.end(toOutcome(answer));
  }

  /** Only the first end counts. */
  end(outcome: AuditedOutcome): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { session, client, requestId } = this.#caller;
    const { clock, audit } = this.#host;
    const time = toIsoTime(this.#startedAt);
    const tool = this.#server === undefined ? { tool: this.#tool } : { tool: this.#tool, server: this.#server };
    const ms = clock.now() - this.#startedAt;
    audit({ event: 'call', time, requestId, session, client, ...tool, outcome, ms });
  }
}

/** Follows a request to its end if it is a call. */
export function openAudit(request: Frame, caller: AuditedCaller, host: AuditHost): OpenAudit | undefined {
  if (request.method !== 'tools/call' || request.id === undefined) return undefined;
  const name = request.param('name');
  return new OpenAudit(typeof name === 'string' ? name.slice(0, 200) : '', caller, host);
}

function toOutcome(answer: Frame): AuditedOutcome {
  if (answer.span('result') === undefined) return 'failure';
  return isToolError(answer) ? 'tool-error' : 'success';
}
