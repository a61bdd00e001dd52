import {
  createResponse,
  ToolyardError,
  type Clock,
  type Frame,
  type Pressure,
  type Relay,
  type RequestId,
  type Yard,
} from '@toolyard/core';
import type { NamedKind, Offer } from '../offer/create-offer.ts';
import type { Resolution } from '../names/create-name-table.ts';
import type { RequestHandler, Incoming, Route } from '../session/session.ts';
import { ERROR_CODES, toJsonRpcError } from '../session/to-json-rpc-error.ts';
import { waitForUnlistedServers } from './wait-for-unlisted-servers.ts';

/** What names are looked up in. */
export interface NamedRouting {
  readonly yard: Yard & Relay;
  readonly offer: Offer;
  readonly clock: Clock;
  listWaitMs(): number;
}

/** Sends `tools/call` to the server that has the tool; where that server is down, the model is told why. */
export function createToolCallHandler(routing: NamedRouting): RequestHandler {
  const { calls } = routing.yard;
  return createNamedHandler(routing, {
    kind: 'tools',
    word: 'Tool',
    toLost: toToolError,
    onRefused: ({ session }, { name, server, error }) =>
      void calls.noteRefusal({ tool: name, server, origin: 'client', session: session.respondent.session }, error),
  });
}

/** Sends `prompts/get` to the server that has the prompt. */
export function createPromptHandler(routing: NamedRouting): RequestHandler {
  return createNamedHandler(routing, { kind: 'prompts', word: 'Prompt' });
}

interface NamedMethod extends Pick<Route, 'toLost'> {
  readonly kind: NamedKind;
  readonly word: string;
  /** Hears of a request that is sent to no server. */
  readonly onRefused?: (incoming: Incoming, refusal: Refusal) => void;
}

interface Refusal {
  readonly name: string;
  /** The one that the name belongs to, if any. */
  readonly server: string | undefined;
  readonly error: ToolyardError;
}

function createNamedHandler(routing: NamedRouting, method: NamedMethod): RequestHandler {
  return (incoming) => {
    const name = incoming.request.param('name');
    if (typeof name !== 'string') {
      return incoming.session.refuse(incoming.id, {
        code: ERROR_CODES.invalidParams,
        message: 'Missing parameter: name',
      });
    }
    const found = resolveName(routing, method.kind, name);
    // A client that remembers names from an earlier run may call before its server is up.
    const waiting = isPending(routing, found)
      ? waitForUnlistedServers(routing.yard, routing.clock, routing.listWaitMs())
      : undefined;
    const named = { name, method, server: routing.offer.serverOf(name) };
    if (waiting === undefined) return route(incoming, found, named);
    void waiting.then(() => route(incoming, resolveName(routing, method.kind, name), named));
    return undefined;
  };
}

/** What a name stands for; where that is nothing, the server it belongs to may not be up, and why. */
export type NameResolution = Resolution | { readonly down: string; readonly error: ToolyardError };

/**
 * Finds what is offered, and what a server offered before it went down, which refuses it with its reason.
 *
 * A name that only begins like one of a server that is not up leads to that reason, and never to the server: what it
 * stands for, and whether the configuration leaves it out, shows when the server is up.
 */
export function resolveName({ yard, offer }: NamedRouting, kind: NamedKind, name: string): NameResolution {
  const found = offer.resolve(kind, name);
  if (found !== undefined && 'ambiguous' in found) return found;
  const server = found === undefined ? offer.serverOf(name) : found.server;
  if (server === undefined || yard.greeting(server) !== undefined) return found;
  const { state } = yard.server(server) ?? {};
  if (state === undefined || (found !== undefined && state !== 'starting')) return found;
  return { down: server, error: new ToolyardError('server-unavailable', yard.explain(server)) };
}

/** Whether waiting for servers that are starting could show what a name stands for. */
function isPending({ yard }: NamedRouting, found: NameResolution): boolean {
  if (found === undefined) return true;
  return 'down' in found && yard.server(found.down)?.state === 'starting';
}

interface NamedRequest extends Omit<Refusal, 'error'> {
  readonly method: NamedMethod;
}

function route(incoming: Incoming, found: NameResolution, { name, server, method }: NamedRequest): Pressure {
  const { id, request, session } = incoming;
  if (found !== undefined && 'down' in found) {
    method.onRefused?.(incoming, { name, server: found.down, error: found.error });
    return session.lose(id, found.error, method.toLost);
  }
  if (found === undefined || 'ambiguous' in found) {
    const which = found === undefined ? '' : `; several servers have it: ${found.ambiguous.join(', ')}`;
    const message = `${method.word} not found: ${name}${which}`;
    method.onRefused?.(incoming, { name, server, error: new ToolyardError('tool-not-found', message) });
    return session.refuse(id, { code: ERROR_CODES.invalidParams, message });
  }
  session.forward(request, {
    server: found.server,
    name: found.name,
    changes: { params: { name: JSON.stringify(found.name) } },
    toLost: method.toLost,
  });
  return undefined;
}

/** A result rather than a protocol error, since that is what reaches the model, which can then do something else. */
function toToolError(error: ToolyardError, id: RequestId): Frame {
  const { message } = toJsonRpcError(error);
  return createResponse(id, JSON.stringify({ content: [{ type: 'text', text: message }], isError: true }));
}
