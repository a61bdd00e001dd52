import type { RelayedRequest, RequestId, Respondent } from '@toolyard/core';

/** What is kept of a request that was sent; its message is not, since that can be large and the wait for its answer long. */
export type Asker = Pick<RelayedRequest, 'onAnswer' | 'onProgress' | 'respondent' | 'onQuestion'>;

/** The requests in flight on a link by their ids there, oldest first. */
export type OpenRequests = Iterable<readonly [request: number, asker: Asker]> & {
  get(request: number): Asker | undefined;
};

/** Who a question of a server belongs to. */
export type Owner =
  | { readonly kind: 'request'; readonly request: number; readonly asker: Asker; readonly respondent: Respondent }
  /** No request of anybody's that could be asked is in flight. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'several' }
  /** The request it belongs to has ended. */
  | { readonly kind: 'over' };

/** What is known of a question besides what it says. */
export interface QuestionOrigin {
  readonly relatedTo: RequestId | undefined;
  /** Whether the link is one session's alone. */
  readonly isOwnLink: boolean;
  /** Whether an answer to a question of this request is still waited for. */
  isWaiting(request: number): boolean;
  /** The request that was asked last, of those that still wait for an answer. */
  lastAsked(): number | undefined;
}

type InFlight = Owner & { readonly kind: 'request' };

/**
 * The request that a question belongs to: the one it is related to, else one of the only client in flight that waits for
 * no answer yet.
 *
 * Requests without a respondent are Toolyard's own, and do not count. Stateless clients that have no token, or the same one,
 * are one session: on a pipe that all share, the only one of them that waits for nothing is meant, and where all wait the one that
 * was asked last. A server that asks more about a request before it has the first answer can then ask the wrong one of them,
 * which is why a link of one's own never guesses: there each of them has a copy of the server.
 */
export function findOwner(open: OpenRequests, place: QuestionOrigin): Owner {
  return typeof place.relatedTo === 'number' ? findRelated(open, place.relatedTo) : findOnly(open, place);
}

/** Whether two respondents are known to be the same client; those of stateless clients over HTTP never are. */
function isSameClient(one: Respondent, other: Respondent): boolean {
  return one === other || (one.client !== undefined && one.client === other.client);
}

/** Whether none of these requests is another client's, so that a question can only be for the client of this respondent. */
export function isFreeFor(respondent: Respondent, requests: Iterable<Pick<RelayedRequest, 'respondent'>>): boolean {
  for (const { respondent: other } of requests)
    if (other !== undefined && !isSameClient(respondent, other)) return false;
  return true;
}

function findRelated(open: OpenRequests, request: number): Owner {
  const asker = open.get(request);
  if (asker === undefined) return { kind: 'over' };
  return asker.respondent === undefined
    ? { kind: 'nobody' }
    : { kind: 'request', request, asker, respondent: asker.respondent };
}

function findOnly(open: OpenRequests, place: QuestionOrigin): Owner {
  const only = findOfOneClient(open, place.isWaiting);
  return only.kind === 'several' && !place.isOwnLink ? findInSession(open, place) : only;
}

/** The one that is meant among the clients of one session, who cannot be told apart. */
function findInSession(open: OpenRequests, { isWaiting, lastAsked }: QuestionOrigin): Owner {
  const asked = [...open].filter(([, { respondent }]) => respondent !== undefined);
  const sessions = new Set(asked.map(([, { respondent }]) => respondent?.session));
  if (sessions.size > 1) return { kind: 'several' };
  const free = asked.filter(([request]) => !isWaiting(request));
  // Servers ask several things in one go.
  const meant = free.length > 0 ? free : asked.filter(([request]) => request === lastAsked());
  return meant.length > 0 ? findOfOneClient(new Map(meant), isWaiting) : { kind: 'several' };
}

function findOfOneClient(open: OpenRequests, isWaiting: QuestionOrigin['isWaiting']): Owner {
  let best: InFlight | undefined;
  let rank = -1;
  for (const [request, asker] of open) {
    const { respondent } = asker;
    if (respondent === undefined) continue;
    if (best !== undefined && !isSameClient(best.respondent, respondent)) return { kind: 'several' };
    const own = (asker.onQuestion === undefined ? 0 : 2) + (isWaiting(request) ? 0 : 1);
    // Servers mostly ask in the order in which they were called; the requests of one respondent are the same to it.
    if (own < rank || (own === rank && respondent !== best?.respondent)) continue;
    best = { kind: 'request', request, asker, respondent };
    rank = own;
  }
  return best ?? { kind: 'nobody' };
}

/** A request of the same client, whose requests may be respondents of their own, that a question can be put to once more. */
export function findOther(
  open: OpenRequests,
  place: QuestionOrigin,
  guessed: Respondent | undefined,
): InFlight | undefined {
  const owner = findOwner(open, place);
  const isOther = owner.kind === 'request' && guessed !== undefined && isSameClient(owner.respondent, guessed);
  return isOther ? owner : undefined;
}

/** The newest request of a respondent, which a question about one of its others can go on with. */
export function findNewestOf(open: OpenRequests, respondent: Respondent | undefined): number | undefined {
  let newest: number | undefined;
  if (respondent === undefined) return undefined;
  for (const [request, asker] of open) if (asker.respondent === respondent) newest = request;
  return newest;
}
