import type { Pressure, ToolyardError } from '@toolyard/core';
import type { Offer } from '../offer/create-offer.ts';
import { resolveName, type NamedRouting } from './route-named.ts';
import type { RequestHandler, Incoming, Session } from '../session/session.ts';
import type { Subscriptions } from '../notices/subscriptions.ts';
import { ERROR_CODES } from '../session/to-json-rpc-error.ts';
import { waitForUnlistedServers } from './wait-for-unlisted-servers.ts';

/** What resources are looked up in. */
export interface ResourceRouting extends NamedRouting {
  readonly subscriptions: Subscriptions<Session>;
}

/** Sends `resources/read` to the server that has the resource. */
export function createReadHandler(routing: ResourceRouting): RequestHandler {
  return withOwner(routing, ({ request, session }, server) => {
    session.forward(request, { server });
    return undefined;
  });
}

/** Subscribes at the server for the first session that wants a resource; the others join. */
export function createSubscribeHandler(routing: ResourceRouting): RequestHandler {
  return withOwner(routing, ({ id, request, session }, server, uri) => {
    if (!routing.subscriptions.hasRoom(uri, session)) {
      const message = 'Too many subscriptions in this session, or too long a URI';
      return session.refuse(id, { code: ERROR_CODES.invalidParams, message });
    }
    const isFirst = routing.subscriptions.add({ uri, server }, session);
    if (!isFirst && !isPerSession(routing, server)) return session.answer(id, '{}');
    session.forward(request, {
      server,
      onAccepted: () => routing.subscriptions.confirm(uri),
      onRefused: () => void routing.subscriptions.remove(uri, session),
    });
    return undefined;
  });
}

/** Unsubscribes at the server when the last session leaves. */
export function createUnsubscribeHandler(routing: ResourceRouting): RequestHandler {
  const { offer, subscriptions } = routing;
  // A resource can have got another owner since it was subscribed to.
  const ownerOf = (uri: string): string | undefined => subscriptions.serverOf(uri) ?? offer.ownerOf(uri);
  return withOwner({ ...routing, offer: { ...offer, ownerOf } }, ({ id, request, session }, server, uri) => {
    const isLast = subscriptions.remove(uri, session);
    if (!isLast && !isPerSession(routing, server)) return session.answer(id, '{}');
    session.forward(request, { server });
    return undefined;
  });
}

/** Sends `completion/complete` to the server that has the prompt or the template. */
export function createCompletionHandler(routing: ResourceRouting): RequestHandler {
  return ({ id, request, session }) => {
    const reference = request.param('ref');
    const target =
      typeof reference === 'object' && reference !== null ? findReference(routing, { ...reference }) : undefined;
    if (target === undefined) {
      const message = 'Nothing to complete: the reference names no known prompt or resource template';
      return session.refuse(id, { code: ERROR_CODES.invalidParams, message });
    }
    if ('error' in target) return session.lose(id, target.error);
    const { server, ref } = target;
    session.forward(request, {
      server,
      ...(ref === undefined ? {} : { changes: { params: { ref: JSON.stringify(ref) } } }),
    });
    return undefined;
  };
}

/** The server a completion belongs to, and the reference as that server knows it where that differs. */
function findReference(
  routing: ResourceRouting,
  reference: Record<string, unknown>,
): { server: string; ref?: object } | { error: ToolyardError } | undefined {
  const { name, uri } = reference;
  if (typeof uri === 'string') {
    const server = routing.offer.templateOwnerOf(uri) ?? routing.offer.ownerOf(uri);
    return server === undefined ? undefined : { server };
  }
  const found = typeof name === 'string' ? resolveName(routing, 'prompts', name) : undefined;
  if (found !== undefined && 'down' in found) return found;
  if (found === undefined || 'ambiguous' in found) return undefined;
  return { server: found.server, ref: { ...reference, name: found.name } };
}

type OwnerRouting = Omit<NamedRouting, 'offer'> & { readonly offer: Pick<Offer, 'ownerOf' | 'resourceServers'> };

function withOwner(
  routing: OwnerRouting,
  handle: (incoming: Incoming, server: string, uri: string) => Pressure,
): RequestHandler {
  return (incoming) => {
    const uri = incoming.request.param('uri');
    if (typeof uri !== 'string') {
      return incoming.session.refuse(incoming.id, {
        code: ERROR_CODES.invalidParams,
        message: 'Missing parameter: uri',
      });
    }
    const find = (): Pressure => {
      const server = routing.offer.ownerOf(uri) ?? onlyResourceServer(routing);
      if (server !== undefined) return handle(incoming, server, uri);
      const message = `Resource not found: ${uri}`;
      return incoming.session.refuse(incoming.id, { code: ERROR_CODES.resourceNotFound, message, data: { uri } });
    };
    if (routing.offer.ownerOf(uri) !== undefined) return find();
    // A client that remembers a resource from an earlier run may ask before its server is up.
    const waiting = waitForUnlistedServers(routing.yard, routing.clock, routing.listWaitMs());
    if (waiting === undefined) return find();
    void waiting.then(() => (incoming.session.isOpen(incoming.id) ? find() : undefined));
    return undefined;
  };
}

/** Whether each session has a copy of the server for itself, which has to be asked however many others were. */
function isPerSession({ yard }: Pick<NamedRouting, 'yard'>, key: string): boolean {
  return yard.configuration().servers.find((server) => server.key === key)?.sharing === 'per-session';
}

/** Servers have resources that they list nowhere; where only one has resources at all, it is asked. */
function onlyResourceServer({ offer }: OwnerRouting): string | undefined {
  const [only, ...others] = offer.resourceServers();
  return others.length === 0 ? only : undefined;
}
