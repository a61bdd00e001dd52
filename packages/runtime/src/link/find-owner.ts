import type { RelayedRequest, RequestId, Respondent } from '@toolyard/core';

/** What is kept of a request that was sent; its message is not, since that can be large and the wait for its answer long. */
export type Asker = Pick<RelayedRequest, 'onAnswer' | 'onProgress' | 'respondent' | 'onQuestion'>;

/** Who a question of a server belongs to. */
export type Owner =
  | { readonly kind: 'request'; readonly request: number; readonly asker: Asker; readonly respondent: Respondent }
  /** No request of anybody's that could be asked is in flight. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'several' }
  /** The request it belongs to has ended. */
  | { readonly kind: 'over' };

/** What is known of a question besides what it says. */
export interface QuestionPlace {
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
 * The request that a question belongs to: the one it is related to, else the newest of the only session in flight.
 *
 * Requests without a respondent are Toolyard's own, and do not count. Each request of a stateless client is a respondent
 * of its own: of several, the one that waits for no answer yet is meant, and where all wait the one that was asked last.
 * Where several wait for nothing nobody knows, and only a session that has the link for itself is asked all the same: the
 * oldest of these.
 */
export function findOwner(open: ReadonlyMap<number, Asker>, place: QuestionPlace): Owner {
  return typeof place.relatedTo === 'number' ? findRelated(open, place.relatedTo) : findOnly(open, place);
}

function findRelated(open: ReadonlyMap<number, Asker>, request: number): Owner {
  const asker = open.get(request);
  if (asker === undefined) return { kind: 'over' };
  return asker.respondent === undefined
    ? { kind: 'nobody' }
    : { kind: 'request', request, asker, respondent: asker.respondent };
}

function findOnly(open: ReadonlyMap<number, Asker>, { isOwnLink, isWaiting, lastAsked }: QuestionPlace): Owner {
  const inFlight = listInFlight(open);
  const [first] = inFlight;
  if (first === undefined) return { kind: 'nobody' };
  if (inFlight.some(({ respondent }) => respondent.session !== first.respondent.session)) return { kind: 'several' };
  if (isOneRespondent(inFlight)) return newest(inFlight);
  const free = inFlight.filter(({ request }) => !isWaiting(request));
  // Servers mostly ask in the order in which they were called.
  if (isOwnLink) return oldest(free) ?? newest(inFlight);
  if (free.length > 0) return isOneRespondent(free) ? newest(free) : { kind: 'several' };
  // Servers ask several things in one go.
  return inFlight.find(({ request }) => request === lastAsked()) ?? { kind: 'several' };
}

function listInFlight(open: ReadonlyMap<number, Asker>): InFlight[] {
  const found: InFlight[] = [];
  for (const [request, asker] of open) {
    const { respondent } = asker;
    if (respondent !== undefined) found.push({ kind: 'request', request, asker, respondent });
  }
  return found;
}

function isOneRespondent(inFlight: readonly InFlight[]): boolean {
  return inFlight.every(({ respondent }) => respondent === inFlight[0]?.respondent);
}

function oldest(inFlight: readonly InFlight[]): Owner | undefined {
  return inFlight.find(({ asker }) => asker.onQuestion !== undefined);
}

/** The newest that can be asked, if one can. */
function newest(inFlight: readonly InFlight[]): Owner {
  return inFlight.findLast(({ asker }) => asker.onQuestion !== undefined) ?? inFlight[0] ?? { kind: 'nobody' };
}
