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
}

/**
 * The request that a question belongs to: the one it is related to, else the newest of the only respondent in flight, or of
 * the session that has the link for itself.
 *
 * Requests without a respondent are Toolyard's own, and do not count.
 */
export function findOwner(open: ReadonlyMap<number, Asker>, { relatedTo, isOwnLink }: QuestionPlace): Owner {
  return typeof relatedTo === 'number' ? findRelated(open, relatedTo) : findOnly(open, isOwnLink);
}

function findRelated(open: ReadonlyMap<number, Asker>, request: number): Owner {
  const asker = open.get(request);
  if (asker === undefined) return { kind: 'over' };
  return asker.respondent === undefined
    ? { kind: 'nobody' }
    : { kind: 'request', request, asker, respondent: asker.respondent };
}

function findOnly(open: ReadonlyMap<number, Asker>, isOwnLink: boolean): Owner {
  let owner: Owner = { kind: 'nobody' };
  for (const [request, asker] of open) {
    const { respondent } = asker;
    if (respondent === undefined) continue;
    // Each request of a stateless client is a respondent of its own, also where they are all of one session.
    const isOther = owner.kind === 'request' && owner.respondent !== respondent;
    if (isOther && !isOwnLink) return { kind: 'several' };
    if (owner.kind === 'nobody' || asker.onQuestion !== undefined) {
      owner = { kind: 'request', request, asker, respondent };
    }
  }
  return owner;
}
