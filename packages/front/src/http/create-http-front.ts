import { createHmac, randomBytes } from 'node:crypto';
import type { RequestListener, Server } from 'node:http';
import { ToolyardError, type Clock, type Link } from '@toolyard/core';
import type { AuditedCall } from '../session/open-audit.ts';
import { createRequestGuard } from './create-request-guard.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import type { NoteHeaders } from './http-exchange.ts';
import { isLoopback } from './is-loopback.ts';
import { listenOn } from './listen-on.ts';
import { closeServer, openServer } from './open-server.ts';
import type { Pages } from './page.ts';
import { receiveRequest, type AuditedRefusal, type RequestReception } from './receive-request.ts';
import { SessionTable } from './session-table.ts';
import type { WebhookReception } from './webhook/create-webhook-reception.ts';

export interface HttpFrontOptions {
  readonly clock: Clock;
  /** Serves a new session, or a request that has none: those of one client have a session name in common. */
  accept(link: Link, options?: { readonly session: string }): void;
  /** The tool id that a name in a call stands for, for the audit. */
  toToolId?(name: string): string | undefined;
  /** The input schema of a tool by the name in a call; headers are not compared with arguments where it is absent. */
  readonly toolSchema?: (name: string) => unknown;
  /** Changes each message by the headers that it came with, before it is served: who sends it is for others to judge. */
  readonly noteHeaders?: NoteHeaders;
  /** The headers, in small letters, in which all requests of a session must agree; `authorization` where absent. */
  readonly credentialHeaders?: readonly string[];
  /** Told of every call that ended and of every request that was refused. */
  audit?(entry: AuditedCall | AuditedRefusal): void;
  /** Told of a request that failed for a reason of our own. */
  onError(message: string): void;
  /** Every request has to bring it as a bearer token; must be there for other addresses than loopback. */
  readonly token?: string;
  /** The certificate and its key, in PEM. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** What is served beside the protocol. */
  readonly pages?: Pages;
  /** Serves what is below `/hooks/`, which needs no token of this front: each hook has a secret of its own. */
  readonly webhooks?: WebhookReception;
  readonly limits?: Partial<HttpLimits>;
}

/** MCP over HTTP for any number of clients. */
export interface HttpFront {
  /** How many sessions are open. */
  readonly sessions: number;
  /** Whether new clients are turned away, since others use all that there is. */
  readonly isFull: boolean;
  /** Gives the port, which is a free one for 0. Rejects with `usage` without a needed token or with one that cannot be sent, and `port-unavailable`. */
  listen(address: { readonly host: string; readonly port: number }): Promise<{ readonly port: number }>;
  /** Ends all sessions; resolves when nothing of them is left. */
  close(): Promise<void>;
}

/** A front that does not listen yet. */
export function createHttpFront(options: HttpFrontOptions): HttpFront {
  const { clock, accept, token } = options;
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
  const audit = (entry: AuditedCall | AuditedRefusal): void => options.audit?.(entry);
  const toToolId = (name: string): string | undefined => options.toToolId?.(name);
  const sessions = new SessionTable({
    clock,
    limits,
    accept: (link, options) => accept(link, options),
    audit,
    toToolId,
    statelessSession: toStatelessSession(token),
  });
  let server: Server | undefined;
  let stopSweeping: () => void = () => undefined;

  function sweepLater(): void {
    stopSweeping = clock.after(limits.keepAliveMs, () => {
      sessions.sweep();
      sweepLater();
    });
  }

  return {
    get sessions() {
      return sessions.size;
    },
    get isFull() {
      return sessions.isFull || sessions.isBusy;
    },
    async listen({ host, port }) {
      if (token === undefined && !isLoopback(host)) throw toTokenMissing(host);
      if (token !== undefined && !isSendable(token)) throw toTokenUnusable();
      // The port is only known when it is listened on, and nothing comes before.
      let reception: RequestReception | undefined;
      const listener: RequestListener = (request, response) => {
        if (reception !== undefined) void receiveRequest(request, response, reception);
      };
      server = openServer({ limits, tls: options.tls }, listener);
      const listening = await listenOn(server, { host, port });
      const guard = createRequestGuard({ host, port: listening, ...(token === undefined ? {} : { token }) });
      reception = { ...options, sessions, limits, guard };
      sweepLater();
      return { port: listening };
    },
    async close() {
      stopSweeping();
      await sessions.closeAll();
      if (server === undefined) return;
      await closeServer(server);
      // The rest of a request may have come meanwhile, and have begun another session.
      await sessions.closeAll();
    },
  };
}

/** A client without a session is known by its token alone; what it is called must not give that away. */
function toStatelessSession(token: string | undefined): string {
  if (token === undefined) return 'stateless';
  return `stateless-${createHmac('sha256', randomBytes(32)).update(token).digest('hex').slice(0, 16)}`;
}

/** Whether clients can bring it in a header, and it is taken there for one word. */
function isSendable(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function toTokenUnusable(): ToolyardError {
  const message =
    'The token (TOOLYARD_TOKEN or --token) is empty or has a character that clients cannot send. ' +
    'Use printable ASCII characters without spaces, for example the output of "openssl rand -hex 32".';
  return new ToolyardError('usage', message);
}

function toTokenMissing(host: string): ToolyardError {
  const message =
    `Others can reach ${host}, so a token is required: set TOOLYARD_TOKEN or --token, ` +
    'or listen on 127.0.0.1 (the default) only.';
  return new ToolyardError('usage', message);
}
